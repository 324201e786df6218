"""Where signals get in: this module is never compiled, as Python looks for signals only where it runs its own code."""


def heed() -> None:
    """Let a signal that has come be handled now; its handler may raise. For loops of compiled code that may be long."""
