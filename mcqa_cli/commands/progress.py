"""The progress bar: tqdm's only home. Bytes where the size is known, rows for pipes, nothing without a terminal."""

import contextlib
import sys
from collections.abc import Iterator
from typing import Any

from mcqa_cli.containers import Container
from mcqa_cli.run import Progress
from mcqa_cli.streams import Source
from mcqa_cli.tally import Tally


@contextlib.contextmanager
def progress_bar() -> Iterator[Progress | None]:
    """A callback that moves a bar on standard error; None where that is no terminal."""
    if not sys.stderr or not sys.stderr.isatty():
        yield None
        return
    from tqdm import tqdm

    tqdm.monitor_interval = 0  # its thread would be copied into the workers
    bars: list[tqdm[Any]] = []
    names: list[str] = []

    def move(source: Source | Container, tally: Tally) -> None:
        if names[-1:] != [source.name]:
            for bar in bars[-1:]:
                bar.close()
            names.append(source.name)
            unit = "row" if source.total is None else "B"
            bars.append(tqdm(total=source.total, unit=unit, unit_scale=True, leave=False, file=sys.stderr))
        bar = bars[-1]
        bar.update((tally.read if source.total is None else source.tell_raw()) - bar.n)

    try:
        yield move
    finally:
        for bar in bars[-1:]:
            bar.close()
