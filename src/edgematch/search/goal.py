"""What is asked of a search: which boards are answers, and how many are wanted."""

from __future__ import annotations

from dataclasses import dataclass

from edgematch.errors import OptionError


@dataclass(frozen=True)
class Goal:
    """Which boards are answers, and how many of them are wanted.

    `breaks` edges need not match (None: any number, and partial boards are answers too); `want` answers are enough
    (None: all there are); with `improve` each answer must score more than the one before; without `boards` answers
    are only counted; with `labelled`, boards that differ only by exchanging identical pieces count separately.
    """

    breaks: int | None = 0
    want: int | None = 1
    improve: bool = False
    boards: bool = True
    labelled: bool = False

    def __post_init__(self) -> None:
        if self.breaks is not None and self.breaks < 0:
            raise OptionError(f"breaks must be 0 or more, not {self.breaks}")
        if self.want is not None and self.want < 1:
            raise OptionError(f"want must be 1 or more, not {self.want}")
        if self.improve and not self.boards:
            raise OptionError("a goal that improves needs boards; it cannot only count")


FIRST = Goal()
ALL = Goal(want=None)
COUNT = Goal(want=None, boards=False)
UNIQUE = Goal(want=2)
BEST = Goal(breaks=None, want=None, improve=True)
