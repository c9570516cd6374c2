"""Every error of the package: one root, one class per meaning, each also the builtin it resembles.

A caller who wants to catch whatever this package refuses catches `EdgeMatchError`; one who thinks in
builtins catches `ValueError`, `LookupError` or `ImportError`. The command line prints the message and exits
with 2, so a message says what is wrong, where, and what to do about it.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class EdgeMatchError(Exception):
    """The root of all errors raised on purpose by this package."""


class ModelError(EdgeMatchError, ValueError):
    """A puzzle or a board that cannot be: every fault found is listed, not only the first."""

    def __init__(self, what: str, faults: Iterable[str] = ()) -> None:
        self.faults = tuple(faults)
        super().__init__("\n  - ".join([f"{what}:", *self.faults]) if self.faults else what)


@dataclass(frozen=True)
class Fault:
    """One thing wrong in a text: the message, and where (line and column count from 1; 0 when unknown)."""

    message: str
    line: int = 0
    column: int = 0


class FormatError(EdgeMatchError, ValueError):
    """A file, URL or text that is not what it should be: where, the line with a caret, and the remedy."""

    SHOWN = 8

    def __init__(
        self, faults: Sequence[Fault] | str, *, source: str = "", lines: Sequence[str] = (), remedy: str = ""
    ) -> None:
        self.faults = (Fault(faults),) if isinstance(faults, str) else tuple(faults)
        self.source, self.remedy = source, remedy
        self._lines = lines
        super().__init__(self._text())

    def at(self, source: str) -> FormatError:
        """The same error, with the file or URL it came from."""
        return FormatError(self.faults, source=source, lines=self._lines, remedy=self.remedy)

    def with_remedy(self, remedy: str) -> FormatError:
        """The same error with another remedy, for a caller with other ways out."""
        return FormatError(self.faults, source=self.source, lines=self._lines, remedy=remedy)

    def _text(self) -> str:
        parts = [self._one(fault) for fault in self.faults[: self.SHOWN]]
        if len(self.faults) > self.SHOWN:
            parts.append(f"... and {len(self.faults) - self.SHOWN} more faults of this kind")
        if self.remedy:
            parts.append(f"remedy: {self.remedy}")
        return "\n".join(parts)

    def _one(self, fault: Fault) -> str:
        place = ":".join(str(part) for part in (self.source, fault.line, fault.column) if part)
        text = f"{place}: {fault.message}" if place else fault.message
        if 0 < fault.line <= len(self._lines):
            line, column = _window(self._lines[fault.line - 1].rstrip("\r\n"), fault.column)
            text += f"\n    {line}"
            if column:
                text += f"\n    {' ' * (column - 1)}^"
        return text


def _window(line: str, column: int, width: int = 100) -> tuple[str, int]:
    """The part of a long line around `column`, printable, with the column counted in that part."""
    start = max(0, column - 1 - width // 2) if len(line) > width else 0
    shown = "".join(c if c.isprintable() else "?" for c in line[start : start + width])
    return shown, column - start if column else 0


class UnknownName(EdgeMatchError, LookupError):  # noqa: N818 - reads as what happened
    """A puzzle, solver, format or option that nobody knows; close names are suggested."""

    def __init__(self, kind: str, name: str, known: Iterable[str], hint: str = "") -> None:
        import difflib

        names = sorted(set(known))
        close = difflib.get_close_matches(name, names, n=3, cutoff=0.5)
        text = f"unknown {kind} {name!r}"
        text += f"; did you mean {' or '.join(map(repr, close))}?" if close else f"; known: {', '.join(names)}"
        super().__init__(f"{text} {hint}".rstrip())


class OptionError(EdgeMatchError, ValueError):
    """An option or limit whose value is not allowed."""


class RefusedTask(EdgeMatchError, ValueError):  # noqa: N818 - reads as what happened
    """A solver was asked for something it cannot do; raised before the search starts."""


class MissingDependency(EdgeMatchError, ImportError):  # noqa: N818 - reads as what happened
    """A package or program that is not installed; the message names the remedy."""


class UnsoundAnswer(EdgeMatchError, RuntimeError):  # noqa: N818 - reads as what happened
    """A solver reported a board that the model's own check refuses: a bug in that solver."""


class SolverFailure(EdgeMatchError, RuntimeError):  # noqa: N818 - reads as what happened
    """A back end gave up for reasons of its own; the outcome says so and keeps what was found."""


class StoreError(EdgeMatchError, RuntimeError):
    """A store that cannot be opened, read or written: which one, why, and what to do."""


class StoreUnavailable(StoreError, ConnectionError):  # noqa: N818 - reads as what happened
    """A store that cannot be used now and may be later: its server is gone, its disk is full, others hold it."""


class ReadingNote(UserWarning):
    """How an unclear file was read; the command line prints it as one line on stderr."""


class DeprecatedName(DeprecationWarning):
    """An old spelling that still works; the command line prints it as one line on stderr."""


def warn_renamed(old: str, new: str, *, stacklevel: int = 3) -> None:
    """Warn that `old` is now written `new`."""
    warnings.warn(f"{old} is deprecated; write {new}", DeprecatedName, stacklevel=stacklevel)
