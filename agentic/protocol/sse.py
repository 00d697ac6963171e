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
        self._size = 0  # characters of the frame that has begun, without the line that has
        self._rest = 0  # characters of that line

    def feed(self, chunk: bytes) -> list[str]:
        """The data of the frames that end in these bytes."""
        return self._take(self._characters.decode(chunk))

    def close(self) -> str:
        """The data of a last frame that nothing closed; "" if there is none."""
        frames = self._take(self._characters.decode(b"", final=True) + "\n\n")
        return frames[0] if frames else ""

    def _take(self, text: str) -> list[str]:
        if self._after_cr and text:
            # That CR ended its line already; an LF behind it belongs to it.
            text, self._after_cr = text.removeprefix("\n"), False
        if "\r" in text:
            self._after_cr = text.endswith("\r")
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        *lines, rest = text.split("\n")
        if lines:
            lines[0] = "".join([*self._line, lines[0]])
            self._line.clear()
            self._rest = 0
        if rest:
            self._line.append(rest)
            self._rest += len(rest)
        frames = self._end_lines(lines)
        if self._size + self._rest > LONGEST_FRAME:
            raise ProtocolError("framing", f"one frame is longer than {LONGEST_FRAME} characters")
        return frames

    def _end_lines(self, lines: list[str]) -> list[str]:
        """Take whole lines; an empty one ends a frame."""
        frames: list[str] = []
        for line in lines:
            if line.startswith("data:"):
                value = line[6:] if line.startswith(" ", 5) else line[5:]
                self._data.append(value)
                self._size += len(value)
            elif not line:
                if data := "\n".join(self._data):
                    frames.append(data)
                self._data.clear()
                self._size = 0
        return frames
