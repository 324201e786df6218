"""A deterministic sample of rows: the same rows for the same seed, whatever is read in one go, in bounded memory."""

import hashlib
import heapq
from typing import Generic, TypeVar

T = TypeVar("T")


class Sample(Generic[T]):
    """The `size` members with the smallest hashes of (seed, line, index), out of any number offered one by one.

    A member's hash depends on nothing but its own place and the seed; so a filter that lets a row through lets it
    through whatever else the file holds, and a larger sample contains the smaller one.
    """

    def __init__(self, size: int, seed: int = 0) -> None:
        self.size = size
        self._key = str(seed).encode()
        self._heap: list[tuple[int, int, int, int, T]] = []
        self._added = 0

    def wants(self, line: int, index: int = 0) -> bool:
        """Whether a member of this place would enter the sample now; once False, it stays so."""
        if len(self._heap) < self.size:
            return True
        return self.size > 0 and (-self._rank(line, index), -line, -index) > self._heap[0][:3]

    def add(self, member: T, line: int, index: int = 0) -> None:
        """Take the member in, if its place wants it; the one with the largest hash makes room."""
        if not self.wants(line, index):
            return
        self._added += 1  # two members may share a place, and are not to be compared themselves
        entry = (-self._rank(line, index), -line, -index, -self._added, member)
        if len(self._heap) < self.size:
            heapq.heappush(self._heap, entry)
        else:
            heapq.heapreplace(self._heap, entry)

    def members(self) -> list[T]:
        """Give the sample in the order of the file."""
        return [entry[4] for entry in sorted(self._heap, key=lambda entry: (-entry[1], -entry[2], -entry[3]))]

    def _rank(self, line: int, index: int) -> int:
        digest = hashlib.blake2b(b"%d:%d" % (line, index), digest_size=8, key=self._key[:64]).digest()
        return int.from_bytes(digest, "big")
