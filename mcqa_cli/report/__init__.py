"""How reports look: the only home of rich. Data comes in as the plain dicts of the JSON reports."""
