"""How hard a puzzle is, and why: expected solutions, balance of colors, backbone, the size of search trees."""

from edgematch.analyse.balance import Balance, Histogram, color_balance
from edgematch.analyse.expected import (
    arrangements_log10,
    asymptote,
    expected_of,
    expected_solutions_log10,
    predicted_inner,
    transition,
)
from edgematch.analyse.style import Style, eternity_style
from edgematch.analyse.symmetric import SymmetricPieces, symmetric_pieces

__all__ = [
    "Balance", "Histogram", "Style", "SymmetricPieces",
    "arrangements_log10", "asymptote", "color_balance", "eternity_style", "expected_of", "expected_solutions_log10",
    "predicted_inner", "symmetric_pieces", "transition",
]  # fmt: skip
