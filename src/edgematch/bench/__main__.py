"""Runs a suite with the standard library alone: `PYTHONPATH=src python -m edgematch.bench SUITE [--quick]`.

For machines that have NumPy and CuPy but neither the command line's packages nor a compiler. Everyone else uses
`edgematch bench run SUITE`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from edgematch.bench.records import Records, results_folder
from edgematch.bench.runner import Progress, run_suite
from edgematch.bench.suite import load_suite


def main() -> None:
    """Make the measurements of a suite that are not on record yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suite")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--dirty", action="store_true")
    parser.add_argument("--results", type=Path, default=results_folder())
    asked = parser.parse_args()
    suite = load_suite(asked.suite, quick=asked.quick)
    records = Records(asked.results / f"{suite.name}.jsonl")
    run_suite(suite, records, allow_dirty=asked.dirty, on_progress=_show)


def _show(progress: Progress) -> None:
    line = progress.record.line() if progress.record else "starting"
    sys.stdout.write(f"[{progress.done}/{progress.total}] {line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
