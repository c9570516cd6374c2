"""How hard a puzzle is, and why: expected solutions, balance of colors, backbone, the size of search trees."""

from edgematch.analyse.backbone import Backbone, backbone
from edgematch.analyse.balance import Balance, Histogram, color_balance
from edgematch.analyse.beam_fit import BeamFit, FitPlan, FittedLevel, weights_document
from edgematch.analyse.expected import (
    arrangements_log10,
    asymptote,
    expected_of,
    expected_solutions_log10,
    predicted_inner,
    transition,
)
from edgematch.analyse.plots import draw_balance, draw_transition
from edgematch.analyse.polish import cells_to_free, polish_task
from edgematch.analyse.report import Report, report
from edgematch.analyse.schedule import FitRates, arrivals_per_node, measure_fits
from edgematch.analyse.style import Style, eternity_style
from edgematch.analyse.sweep import Curve, Sweep, curves, predicted_crossing
from edgematch.analyse.symmetric import SymmetricPieces, symmetric_pieces, turns_of_a_solution
from edgematch.analyse.tree import TreeEstimate, estimate_by_probes, estimate_tree
from edgematch.analyse.tuning import Recipe, Trial, color_sets, tune

__all__ = [
    "Backbone",
    "Balance",
    "BeamFit",
    "Curve",
    "FitPlan",
    "FitRates",
    "FittedLevel",
    "Histogram",
    "Recipe",
    "Report",
    "Style",
    "Sweep",
    "SymmetricPieces",
    "TreeEstimate",
    "Trial",
    "arrangements_log10",
    "arrivals_per_node",
    "asymptote",
    "backbone",
    "cells_to_free",
    "color_balance",
    "color_sets",
    "curves",
    "draw_balance",
    "draw_transition",
    "estimate_by_probes",
    "estimate_tree",
    "eternity_style",
    "expected_of",
    "expected_solutions_log10",
    "measure_fits",
    "polish_task",
    "predicted_crossing",
    "predicted_inner",
    "report",
    "symmetric_pieces",
    "transition",
    "tune",
    "turns_of_a_solution",
    "weights_document",
]
