"""The parts of the memory snapshot that are not empty: only they are sent, and only they are written to."""

from collections.abc import Iterator

PAGE = 65536
EMPTY = bytes(PAGE)


def extents(memory: bytes) -> list[tuple[int, int]]:
    """Offset and length of each run of pages with anything in them."""
    found: list[tuple[int, int]] = []
    for start, end in _filled_pages(memory):
        if found and sum(found[-1]) == start:
            found[-1] = (found[-1][0], end - found[-1][0])
        else:
            found.append((start, end - start))
    return found


def without_gaps(memory: bytes) -> bytes:
    return b"".join(memory[start : start + length] for start, length in extents(memory))


def _filled_pages(memory: bytes) -> Iterator[tuple[int, int]]:
    for start in range(0, len(memory), PAGE):
        page = memory[start : start + PAGE]
        if page != EMPTY[: len(page)]:
            yield start, start + len(page)
