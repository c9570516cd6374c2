"""The figures of the papers: columns from data files that cite the table and page they were taken from.

source = "Author (2008), Title, table 1, p. 4"
unit = "seconds"                # seconds are compared as ratios, scores as differences, anything else is only shown
note = "What the text of the table leaves open."
summary = ["geometric mean"]    # rows that stand for no instance
[columns."MAC"]
E_7_1 = "1968"                  # rows by the names that our own tables use
"geometric mean" = "3419.49"
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from edgematch.errors import OptionError


@dataclass(frozen=True)
class Paper:
    """Columns of a published table, by row."""

    source: str
    unit: str
    columns: dict[str, dict[str, str]]
    summary: tuple[str, ...] = ()
    note: str = ""

    def number(self, column: str, row: str) -> float | None:
        """The number of a cell such as `12`, `12 s, 5e6` or `12 (9 to 15)`; none when it is empty, zero, or a bound."""
        return self.figure(column, row) or None

    def figure(self, column: str, row: str) -> float | None:
        """The same, zero and negative ones too."""
        found = re.match(r"-?\d+(\.\d+)?(?=$| s,| \()", self.columns[column].get(row, ""))
        return float(found[0]) if found else None


def paper_folder() -> Path:
    """Where the figures of the papers are."""
    return Path(__file__).parent / "data" / "papers"


def paper_names() -> list[str]:
    """The names of all published tables."""
    return sorted(path.stem for path in paper_folder().glob("*.toml"))


def load_paper(name: str) -> Paper | None:
    """The columns of that name; None when a suite has no paper."""
    if not name:
        return None
    path = paper_folder() / f"{name}.toml"
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as bad:
        raise OptionError(f"the paper's figures {path} cannot be read: {bad}") from None
    columns = {title: {row: str(cell) for row, cell in column.items()} for title, column in values["columns"].items()}
    return Paper(
        values["source"], values.get("unit", ""), columns, tuple(values.get("summary", ())), values.get("note", "")
    )
