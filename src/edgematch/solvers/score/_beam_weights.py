"""Weights of the terms that price a board of a beam, by the number of cells that are empty.

The price adds three estimates of the future: the open sides, the equal pairs among the sides that are left, and the
ways to fill the lines ahead (chains). All are logarithms of the same probability, but they are not equally good at
telling which boards have descendants among the best. So factors are fitted by `edgematch tune beam` and kept as files
with what they were fitted on; the package has one per number of cells (`data/beam-CELLS.json`) where they gain.
docs/research/score.md has the fit and the paired runs.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgematch.errors import FormatError, OptionError

TERMS = ("open", "pairs", "chains")
REMEDY = "`edgematch tune beam PUZZLE --out FILE` writes such a file"
DATA = Path(__file__).parent / "data"


@dataclass(frozen=True)
class Weights:
    """For each number of empty cells, from 0, the weights of the three estimates when one of them is filled."""

    open: NDArray[np.float64]
    pairs: NDArray[np.float64]
    chains: NDArray[np.float64]


def weights(cells: int, *, foresight: float, chains: float, learnt: float, file: str | None = None) -> Weights:
    """The weights on a board of so many cells; `learnt` is how far the fitted factors count."""
    fitted = own_factors(cells) if file is None else read_factors(file, cells)
    factors = {term: np.maximum(0, 1 + learnt * (getattr(fitted, term) - 1)) for term in TERMS}
    return Weights(
        open=foresight * factors["open"], pairs=foresight * factors["pairs"], chains=chains * factors["chains"]
    )


def factors_of(levels: Sequence[Mapping[str, Any]], cells: int) -> Weights:
    """The factors between fitted levels by interpolation, those beyond the first and the last as there."""
    rows = sorted((float(level["empty"]), *(float(level[term]) for term in TERMS)) for level in levels)
    at, *values = zip(*rows, strict=True) if rows else ((0.0,), (1.0,), (1.0,), (1.0,))
    return Weights(*(np.interp(np.arange(cells + 1), at, value) for value in values))


@lru_cache
def own_factors(cells: int) -> Weights:
    """The factors of the package; 1 on boards of a size for which none are known that gain."""
    path = DATA / f"beam-{cells}.json"
    return read_factors(str(path), cells) if path.exists() else factors_of([], cells)


def read_factors(name: str, cells: int) -> Weights:
    """The factors of a file, or an error that says what is wrong with it."""
    try:
        document = json.loads(Path(name).read_text(encoding="utf-8"))
        fitted_on, levels = int(document["cells"]), document["levels"]
        result = factors_of(levels, cells)
    except OSError as bad:
        raise FormatError(f"it cannot be read: {bad.strerror}", source=name, remedy=REMEDY) from None
    except json.JSONDecodeError as bad:
        raise FormatError(f"line {bad.lineno}: it is not JSON: {bad.msg}", source=name, remedy=REMEDY) from None
    except (KeyError, TypeError, ValueError):
        text = "it has no weights of a beam: `cells` and `levels` with numbers `empty`, `open`, `pairs` and `chains`"
        raise FormatError(text, source=name, remedy=REMEDY) from None
    if not all(np.isfinite(values).all() and (values >= 0).all() for values in vars(result).values()):
        raise FormatError("its weights must be finite numbers from 0 up", source=name, remedy=REMEDY)
    if fitted_on != cells:
        raise OptionError(f"the weights in {name} were fitted on boards of {fitted_on} cells, not {cells}; {REMEDY}")
    return result
