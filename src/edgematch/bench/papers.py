"""The figures of the papers: columns from data files that cite the table and page they were taken from."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from edgematch.errors import OptionError


@dataclass(frozen=True)
class Paper:
    """Columns of a published table, by instance."""

    source: str
    unit: str
    columns: dict[str, dict[str, str]]
    note: str = ""


def load_paper(name: str) -> Paper | None:
    """The columns of that name; None when a suite has no paper."""
    if not name:
        return None
    path = Path(__file__).parents[3] / "benchmarks" / "papers" / f"{name}.toml"
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as bad:
        raise OptionError(f"the paper's figures {path} cannot be read: {bad}") from None
    columns = {title: {row: str(cell) for row, cell in column.items()} for title, column in values["columns"].items()}
    return Paper(values["source"], values.get("unit", ""), columns, values.get("note", ""))
