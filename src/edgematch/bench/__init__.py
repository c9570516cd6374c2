"""Measurements: suites of puzzles and solvers, run one process at a time, kept as records, compared with the papers."""

from edgematch.bench.records import Record, Records
from edgematch.bench.report import report
from edgematch.bench.runner import run_suite, run_suites
from edgematch.bench.suite import Job, Suite, load_suite, suite_names

__all__ = ["Job", "Record", "Records", "Suite", "load_suite", "report", "run_suite", "run_suites", "suite_names"]
