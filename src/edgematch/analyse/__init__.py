"""How hard a puzzle is, and why: expected solutions, balance of colors, backbone, the size of search trees."""

from edgematch.analyse.backbone import Backbone, backbone
from edgematch.analyse.balance import Balance, Histogram, color_balance
from edgematch.analyse.expected import (
    arrangements_log10,
    asymptote,
    expected_of,
    expected_solutions_log10,
    predicted_inner,
    transition,
)
from edgematch.analyse.plots import draw_balance, draw_transition
from edgematch.analyse.style import Style, eternity_style
from edgematch.analyse.sweep import Curve, Sweep, curves
from edgematch.analyse.symmetric import SymmetricPieces, symmetric_pieces

__all__ = [
    "Backbone", "Balance", "Curve", "Histogram", "Style", "Sweep", "SymmetricPieces",
    "arrangements_log10", "asymptote", "backbone", "color_balance", "curves", "draw_balance", "draw_transition",
    "eternity_style", "expected_of", "expected_solutions_log10", "predicted_inner", "symmetric_pieces", "transition",
]  # fmt: skip
