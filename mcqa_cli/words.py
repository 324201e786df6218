"""Numbers with what they count, in the singular or the plural. Pure: for reports as data and for every view of them."""

# A sentence about one thing, and about several; `{n}` in the latter is their number.
Sentences = tuple[str, str]


def counted(number: int, noun: str) -> str:
    """Give a number with what it counts.

    >>> counted(1, "row"), counted(1200, "row")
    ('1 row', '1,200 rows')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def said(number: int, sentences: Sentences, **values: object) -> str:
    """Give the sentence for so many.

    >>> said(1, ("one row is", "{n} rows are")), said(2000, ("one row is", "{n} rows are"))
    ('one row is', '2,000 rows are')
    """
    return sentences[number != 1].format(n=f"{number:,}", **values)
