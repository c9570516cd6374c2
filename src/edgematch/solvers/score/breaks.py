"""Native depth-first search that tolerates breaks: all boards with at most k breaks, or record hunting with a recipe.

Without a preset it enumerates: `Goal(breaks=k)` gives every board with at most k breaks, proved, and `BEST` gives a
best board, by branch and bound with the color ledger (an open side that no piece left can match will be a break).
With a preset it searches as the record holders did: in a comb order, with breaks unlocked by depth, a quota of burnt
colors, restarts with another random sequence of candidates, and an optimal endgame. Candidates come from lists by the
known sides, exact fits first. Threads make attempts independently; an enumeration uses one. Cost: while no break is
allowed it runs on the kernel of `backtrack`, 200 million placements per second; after that it places a sixth as many.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from edgematch import native
from edgematch.model import Board
from edgematch.search import Can, Control, Solver, Task
from edgematch.solvers._improving import can_be_filled, numbers_before, run_chains, unfinished
from edgematch.solvers.score._recipes import Attempts, RecipeOptions, attempt, chosen_recipe


class Breaks(Solver):
    """Depth-first search with a schedule of breaks."""

    can = Can.PROVE | Can.SPLIT | Can.IMPROVE | Can.BREAKS | Can.COUNT | Can.THREADS
    Options = RecipeOptions

    def unsupported_reason(self, task: Task) -> str | None:
        """It reports only complete boards, and a preset proves nothing."""
        if task.goal.breaks is None and not task.goal.improve:
            return "it does not list partial boards"
        if task.goal.improve and not can_be_filled(task.puzzle):
            return "the pieces cannot fill the board, and it reports only complete boards"
        if self.options.preset != "none" and not task.goal.improve:
            return "a preset looks for better boards (Goal.improve) and proves nothing"
        chosen_recipe(self.options, task.puzzle)  # a wrong order or list is reported before the search starts
        return None

    def search(self, task: Task, control: Control) -> Sequence[Board]:
        """Enumerate, or run one attempt after the other with the recipe."""
        recipe = chosen_recipe(self.options, task.puzzle)
        if recipe.is_complete:
            return attempt(task, control, recipe, seed=0)[0]
        # After a checkpoint the next attempt has the next number: the same again would find the same.
        numbers, left = count(sum(numbers_before(control))), control.nodes_left
        share = None if left is None else -(-left // control.limits.threads)

        def chain(_: int) -> None:
            attempts = Attempts(task, control, nodes=share)
            while not attempts.is_over:
                number = next(numbers)
                control.state = b"%d" % (number + 1)
                attempts.run(recipe, seed=native.mixed_seed(task.seed, number))
                control.tally("attempts")

        run_chains(control, chain)
        return unfinished(task, control)
