"""Server-sent events: bytes to data strings, however the bytes are cut.

Lines end with LF, CRLF or CR and with nothing else; a character may be split over reads.
"""

import codecs

from agentic.errors import ProtocolError

LONGEST_FRAME = 10 * 1024 * 1024


class Decoder:
    """Collects bytes and gives the data of every frame that is complete. Frames without data say nothing."""

    def __init__(self) -> None:
        # utf-8-sig drops the byte order mark that may stand at the very beginning.
        self._characters = codecs.getincrementaldecoder("utf-8-sig")(errors="replace")
        self._after_cr = False
        self._line: list[str] = []
        self._data: list[str] = []
        self._size = 0

    def feed(self, chunk: bytes) -> list[str]:
        """The data of the frames that end in these bytes."""
        return self._take(self._characters.decode(chunk))

    def close(self) -> str:
        """The data of a last frame that nothing closed; "" if there is none."""
        self._take(self._characters.decode(b"", final=True))
        self._end_line("")
        data, self._data = "\n".join(self._data), []
        return data

    def _take(self, text: str) -> list[str]:
        if self._after_cr and text:
            # That CR ended its line already; an LF behind it belongs to it.
            text, self._after_cr = text.removeprefix("\n"), False
        if "\r" in text:
            self._after_cr = text.endswith("\r")
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        *lines, rest = text.split("\n")
        frames = []
        for line in lines:
            if self._end_line(line) and self._data:
                frames.append("\n".join(self._data))
                self._data, self._size = [], 0
        if rest:
            self._line.append(rest)
            self._grow(len(rest))
        return [frame for frame in frames if frame]

    def _end_line(self, end: str) -> bool:
        """Take one whole line; True if it is empty, which ends a frame."""
        if self._line:
            end, self._line = "".join([*self._line, end]), []
        name, _, value = end.partition(":")
        if name == "data":
            self._data.append(value.removeprefix(" "))
            self._grow(len(value))
        return not end

    def _grow(self, size: int) -> None:
        self._size += size
        if self._size > LONGEST_FRAME:
            raise ProtocolError("framing", f"one frame is longer than {LONGEST_FRAME} characters")
