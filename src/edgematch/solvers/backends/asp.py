"""Clingo, an answer set solver: a program of five rules, grounded and solved by clause learning.

Use it to combine the puzzle with rules of your own (`edgematch encode --to asp` writes the program), or as an
independent check. It enumerates without a clause for each answer. On 6x6 puzzles it is about as fast as `sat`. A node
is a choice of its search; a limit on nodes is checked with each answer.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from edgematch.encodings.asp import AspModel
from edgematch.model import Board
from edgematch.search import Can, Control, Task
from edgematch.solvers.backends._backend import (
    POLL_SECONDS,
    BackEnd,
    Explore,
    Report,
    Stopped,
    run_interruptible,
    set_nodes,
    unless_stopped,
)

REMEDY = "clingo is not installed: pip install 'edgematch[asp]'"


class Asp(BackEnd):
    """Grounds the program once and solves it under the assumption of each root."""

    can = Can.PROVE | Can.COUNT | Can.THREADS

    def missing_dependency(self) -> str | None:
        """Name the extra when clingo is not installed."""
        return None if importlib.util.find_spec("clingo") else REMEDY

    @contextmanager
    def session(self, task: Task, control: Control) -> Iterator[Explore]:
        """Ground the program once, interruptibly."""
        import clingo

        model = AspModel.of(task.puzzle, labelled=task.goal.labelled)
        arguments = ["0", "--warn=none", f"--seed={task.seed % 2**31}"]
        arguments += [f"-t{control.limits.threads}"] if control.limits.threads > 1 else []
        engine = clingo.Control(arguments, logger=lambda *_: None)
        engine.add("base", [], "\n".join(unless_stopped(model.lines(), control)))
        run_interruptible(control, lambda: engine.ground([("base", [])]), engine.interrupt)
        yield lambda root, report: _explore(engine, model, control, root=root, report=report)


def _explore(engine: Any, model: AspModel, control: Control, *, root: Board, report: Report) -> bool:
    """All answer sets that agree with a root."""
    import clingo

    def atom(cell: int, placement: int) -> Any:
        return clingo.Function("place", [clingo.Number(cell), clingo.Number(placement)])

    assumptions = [(atom(cell, placement), True) for cell, placement in model.given(root)]
    is_cut_short = False
    with engine.solve(assumptions=assumptions, yield_=True, async_=True) as handle:
        while True:
            handle.resume()
            while not handle.wait(POLL_SECONDS):
                if control.is_stopped:
                    handle.cancel()
                    raise Stopped
            found = handle.model()
            if found is None:
                break
            places = [tuple(term.number for term in symbol.arguments) for symbol in found.symbols(shown=True)]
            if control.is_stopped or not report(model.decode((int(c), int(p)) for c, p in places)):
                is_cut_short = True
                handle.cancel()
                break
        is_final = not is_cut_short and bool(handle.get().exhausted)
    _count(engine, control)
    return is_final


def _count(engine: Any, control: Control) -> None:
    """Take over what clingo counted."""
    core = engine.statistics.get("solving", {}).get("solvers", {})
    control.details.update({name: int(core[name]) for name in ("choices", "conflicts", "restarts") if name in core})
    set_nodes(control, int(core.get("choices", 0)))
