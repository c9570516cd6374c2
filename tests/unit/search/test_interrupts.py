"""Ctrl-C never passes for a result, never aborts the process, and keeps what was found."""

from __future__ import annotations

import signal
import sys
import time

import pytest
from tests.processes import start

from edgematch.search import make

START = """
import sys
import edgematch as em
from edgematch.testing.zoo import large
from edgematch.search import Run, Task
puzzle = large(int(sys.argv[1]))
print("started", flush=True)
"""

CALLS = {
    "solve": "em.solve(puzzle, solver=sys.argv[2], threads=int(sys.argv[3]))",
    "count": "em.count(puzzle, solver=sys.argv[2], threads=int(sys.argv[3]))",
    "best": "em.solve(puzzle, em.BEST, solver=sys.argv[2], threads=int(sys.argv[3]))",
    "events": "list(Run(sys.argv[2], Task(puzzle)))",
    "left": "Run(sys.argv[2], Task(puzzle)).start(); import time; time.sleep(60)",
}

CASES = [
    ("solve", "plain", 1), ("solve", "backtrack", 1), ("count", "backtrack", 2), ("events", "edgecp", 1),
    ("left", "backtrack", 1), ("best", "hunt", 2), ("best", "localsearch", 2), ("solve", "cpsat", 2), ("best", "cpsat", 2),
    ("solve", "sat", 1), ("solve", "milp", 1), ("solve", "asp", 1), ("solve", "choco", 1),
]  # fmt: skip


def interrupted(code, *arguments, after, times):
    """Run a program, press Ctrl-C so many times 5 ms apart; its exit code and what it printed."""
    child = start([sys.executable, "-c", code, *map(str, arguments)])
    assert child.stdout.readline() == "started\n"
    time.sleep(after)
    for _ in range(times):
        child.send_signal(signal.SIGINT)
        time.sleep(0.005)
    out, err = child.communicate(timeout=60)
    return child.returncode, out, err


@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize(("call", "solver", "threads"), CASES)
def test_ctrl_c_ends_the_process_as_ctrl_c_does(call, solver, threads, times):
    if make(solver).missing_dependency():
        pytest.skip(make(solver).missing_dependency())
    for after in (0.01, 0.3):  # while the search starts, and later
        code, out, err = interrupted(START + CALLS[call], 12, solver, threads, after=after, times=times)
        # With a search left running Python sometimes exits with 1 instead; the cause is not known. It also does when
        # the second Ctrl-C comes while it prints the error of the first, and says that it lost sys.stderr.
        is_print_interrupted = times == 2 and "lost sys.stderr" in err
        assert code in ((-signal.SIGINT, 1) if call == "left" or is_print_interrupted else (-signal.SIGINT,)), err
        assert out == ""
        assert "nanobind" not in err
        assert "KeyboardInterrupt" in err


CATCH = """
try:
    outcome = em.solve(puzzle, solver="backtrack")
except KeyboardInterrupt as error:
    outcome = error.outcome
    print(outcome.stop.value, len(outcome.remaining) > 0, outcome.stats.nodes > 0, outcome.deepest.count > 20)
"""


def test_the_exception_holds_what_was_found():
    code, out, _ = interrupted(START + CATCH, 12, after=0.3, times=1)
    assert (code, out) == (0, "cancelled True True True\n")
