"""Places in a TOML text: the line on which each key and each item of a list stands.

tomllib reads a text but forgets where things stood, and a message about a broken file has to
say. This walks a text that tomllib has accepted, so that it need not check anything itself.
"""

from __future__ import annotations

Path = tuple[str | int, ...]
"""Keys and indices from the top: ("position", "a", "hand", 2)."""


def toml_lines(text: str) -> dict[Path, int]:
    """The line, counted from 1, on which each key or item begins."""
    return _Walk(text).lines


def line_of(lines: dict[Path, int], path: Path) -> int:
    """The line of a path, or of the nearest thing around it that the text has."""
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 1)


class _Walk:
    """One pass over the text; `at` is the index of the next character."""

    def __init__(self, text: str) -> None:
        self.text = text.replace("\r\n", "\n")
        self.at = 0
        self.line = 1
        self.lines: dict[Path, int] = {}
        self.counts: dict[Path, int] = {}
        self._statements()

    def _statements(self) -> None:
        table: Path = ()
        while self._to_next():
            line = self.line
            if self._peek() == "[":
                several = self.text.startswith("[[", self.at)
                self._skip(2 if several else 1)
                path = self._resolved(self._key(()))
                if several:
                    self.counts[path] = self.counts.get(path, 0) + 1
                    self._note(path, line)
                    path = (*path, self.counts[path] - 1)
                self._note(path, line)
                table = path
                self._skip(2 if several else 1)
            else:
                self._pair(table)

    def _resolved(self, path: Path) -> Path:
        """A header's path with the running index of every list of tables in it."""
        full: Path = ()
        for number, part in enumerate(path):
            full = (*full, part)
            if full in self.counts and number < len(path) - 1:
                full = (*full, self.counts[full] - 1)
        return full

    def _pair(self, table: Path) -> None:
        line = self.line
        path = self._key(table)
        for end in range(len(table) + 1, len(path) + 1):
            self._note(path[:end], line)
        self._skip(1)  # the sign "="
        self._value(path)

    def _key(self, table: Path) -> Path:
        parts: list[str | int] = []
        while True:
            self._blanks()
            if self._peek() in "\"'":
                parts.append(self._string())
            else:
                start = self.at
                while self._peek().isalnum() or self._peek() in ("-", "_"):
                    self._skip(1)
                parts.append(self.text[start : self.at])
            self._blanks()
            if self._peek() != ".":
                return (*table, *parts)
            self._skip(1)

    def _value(self, path: Path) -> None:
        self._blanks()
        sign = self._peek()
        if sign in ('"', "'"):
            self._string()
        elif sign == "[":
            self._items(path)
        elif sign == "{":
            self._skip(1)
            while self._to_next(",") and self._peek() != "}":
                self._pair(path)
            self._skip(1)
        else:
            while self._peek() not in ("", ",", "]", "}", "\n", "#"):
                self._skip(1)

    def _items(self, path: Path) -> None:
        self._skip(1)
        index = 0
        while self._to_next(",") and self._peek() != "]":
            self._note((*path, index), self.line)
            self._value((*path, index))
            index += 1
        self._skip(1)

    def _string(self) -> str:
        quote = quotes = self._peek()
        if self.text.startswith(quote * 3, self.at):
            quotes = quote * 3
        start = end = self.at + len(quotes)
        while end < len(self.text) and not self.text.startswith(quotes, end):
            end += 2 if quote == '"' and self.text[end] == "\\" else 1
        while quotes != quote and self.text.startswith(quote, end + 3):
            end += 1  # quotes just before the closing three
        self._skip(end + len(quotes) - self.at)
        return self.text[start:end]

    def _to_next(self, also: str = "") -> bool:
        """Skip blanks, line ends, comments and separators; whether anything is left."""
        while self.at < len(self.text):
            sign = self._peek()
            if sign == "#":
                while self._peek() not in ("\n", ""):
                    self._skip(1)
            elif sign.isspace() or (also and sign in also):
                self._skip(1)
            else:
                return True
        return False

    def _blanks(self) -> None:
        while self._peek() in (" ", "\t"):
            self._skip(1)

    def _peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def _skip(self, count: int) -> None:
        self.line += self.text.count("\n", self.at, self.at + count)
        self.at += count

    def _note(self, path: Path, line: int) -> None:
        self.lines.setdefault(path, line)
