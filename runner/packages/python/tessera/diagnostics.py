# SPDX-License-Identifier: Apache-2.0
"""What the compiler says about a program, as shared/protocol has it.

Lines and columns count from 1, columns in code points, ends are exclusive. A diagnostic has a stable `id` to look for;
its message is for people and may change.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Iterable, List, Mapping, Optional, Tuple

Json = Mapping[str, Any]


@dataclass(frozen=True)
class Range:
    """A place in a file. `file` is the name that the program was given by; `<stdin>` is a text's."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    @staticmethod
    def from_json(told: Optional[Json]) -> Optional["Range"]:
        """None where there is no place."""
        if not told:
            return None
        begin, end = told["begin"], told["end"]
        return Range(told["file"], begin["line"], begin["column"], end["line"], end["column"])

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True)
class Note:
    """More about a diagnostic, with the second place where there are two."""

    message: str
    range: Optional[Range]


@dataclass(frozen=True)
class Fix:
    """What mends it: `text` in place of what is at `range`."""

    title: str
    range: Range
    text: str


@dataclass(frozen=True)
class Diagnostic:
    """One error, warning or remark.

    `severity` is `error`, `warning` or `remark`; `fault` says whose it is: `user`, `bug` (ours) or `environment`.
    """

    id: str
    severity: str
    message: str
    range: Optional[Range]
    notes: Tuple[Note, ...] = ()
    fix: Optional[Fix] = None
    fault: str = "user"

    @staticmethod
    def from_json(told: Json) -> "Diagnostic":
        notes = tuple(Note(note["message"], Range.from_json(note.get("range"))) for note in told.get("notes", ()))
        fix = told.get("fix")
        place = Range.from_json(fix.get("range")) if fix else None
        return Diagnostic(
            id=told["id"],
            severity=told["severity"],
            message=told["message"],
            range=Range.from_json(told.get("range")),
            notes=notes,
            fix=Fix(fix["title"], place, fix["text"]) if fix and place else None,
            fault=told.get("fault", "user"),
        )

    def __str__(self) -> str:
        return self.format()

    def format(self, source: Optional[str] = None) -> str:
        """As the command line prints it. With the file's text, the line and a marker below it, too."""
        place = f"{self.range}: " if self.range else ""
        lines = [f"{place}{self.severity}: {self.message.strip()} [{self.id}]"]
        lines += mark(self.range, source)
        for note in self.notes:
            place = f"{note.range}: " if note.range else ""
            lines.append(f"{place}note: {note.message}")
            if note.range and self.range and note.range.file == self.range.file:
                lines += mark(note.range, source)
        if self.fix:
            lines.append(f"note: {self.fix.title}")
        return "\n".join(lines)


def read_diagnostics(told: Iterable[Json]) -> List[Diagnostic]:
    """All of a JSON array."""
    return [Diagnostic.from_json(one) for one in told]


def mark(place: Optional[Range], source: Optional[str]) -> List[str]:
    """The line of `place` and `^~~~` below it; nothing where the text is not known."""
    lines = source.splitlines() if source is not None else []
    if not place or not 1 <= place.line <= len(lines):
        return []
    line = lines[place.line - 1].expandtabs(1)
    end = place.end_column if place.end_line == place.line else len(line) + 1
    width = max(1, min(end, len(line) + 1) - place.column)
    return [f"    {line}", "    " + " " * (place.column - 1) + "^" + "~" * (width - 1)]
