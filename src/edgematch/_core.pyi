from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

class Result:
    @property
    def remaining(self) -> NDArray[np.int16]: ...
    @property
    def by_depth(self) -> NDArray[np.int64]: ...
    @property
    def nodes(self) -> int: ...
    @property
    def tests(self) -> int: ...

class Probes:
    @property
    def nodes(self) -> NDArray[np.float64]: ...
    @property
    def answers(self) -> NDArray[np.float64]: ...
    @property
    def by_depth(self) -> NDArray[np.float64]: ...

compiler: str

def backtrack(
    width: int,
    height: int,
    pieces: NDArray[np.uint8],
    framed: bool,
    turnable: bool,
    labelled: bool,
    order: NDArray[np.int16],
    roots: NDArray[np.int16],
    node_limit: int,
    threads: int,
    boards: bool,
    shared: NDArray[np.int64],
    window: NDArray[np.int16],
    found: Callable[[NDArray[np.int16]], bool],
    counted: Callable[[int], bool],
    *,
    want: int = -1,
    prune: bool = False,
    depth: int = -1,
) -> Result: ...
def probe_tree(
    width: int,
    height: int,
    pieces: NDArray[np.uint8],
    framed: bool,
    turnable: bool,
    labelled: bool,
    order: NDArray[np.int16],
    roots: NDArray[np.int16],
    *,
    dives: int,
    flock: int = 1,
    seed: int = 0,
) -> Probes: ...

class BeamBoards:
    @property
    def boards(self) -> NDArray[np.int16]: ...
    @property
    def finished(self) -> bool: ...

def beam(
    width: int,
    height: int,
    pieces: NDArray[np.uint8],
    framed: bool,
    turnable: bool,
    *,
    order: NDArray[np.int16],
    root: NDArray[np.int16],
    beam_width: int,
    price: float,
    foresight: float,
    temperature: float,
    seed: int,
    keep: int,
    node_limit: int,
    threads: int,
    shared: NDArray[np.int64],
    window: NDArray[np.int16],
) -> BeamBoards: ...

class Job:
    def __init__(
        self,
        width: int,
        height: int,
        pieces: NDArray[np.uint8],
        framed: bool,
        turnable: bool,
        labelled: bool,
        *,
        order: NDArray[np.int16],
        roots: NDArray[np.int16],
        node_limit: int,
        want: int,
        boards: bool,
        shared: NDArray[np.int64],
        window: NDArray[np.int16],
        found: Callable[[NDArray[np.int16]], bool],
        counted: Callable[[int], bool],
    ) -> None: ...

def colorpair(
    job: Job,
    *,
    opposite: bool,
    preemption: bool,
    remaining: bool,
    patterns: bool,
    backjumping: bool,
    value_order: bool,
    heuristic: str,
    shaving: int,
    seed: int,
) -> Result: ...
def search_domains(
    job: Job,
    *,
    dynamic: str,
    fixpoint: bool,
    edges: bool,
    pieces: bool,
    distinct: bool,
    counts: bool,
    force_counts: bool,
    by_piece: bool,
    alldifferent: bool,
    gacolor_from: int,
    shaving: int,
    seed: int,
) -> Result: ...

class BreakResult:
    @property
    def remaining(self) -> NDArray[np.int16]: ...
    @property
    def nodes(self) -> int: ...
    @property
    def arrivals(self) -> int: ...
    @property
    def dropped(self) -> bool: ...

class Completed:
    @property
    def board(self) -> NDArray[np.int16]: ...
    @property
    def breaks(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def is_exact(self) -> bool: ...

def search_with_breaks(
    width: int,
    height: int,
    pieces: NDArray[np.uint8],
    framed: bool,
    turnable: bool,
    *,
    labelled: bool,
    order: NDArray[np.int16],
    roots: NDArray[np.int16],
    node_limit: int,
    boards: bool,
    want: int,
    improve: bool,
    most_breaks: int,
    allowed: Sequence[int],
    quota: Sequence[int],
    burnt: Sequence[int],
    ring_from: int,
    double_breaks: bool,
    ledger_cells: int,
    seed: int,
    drop_index: int,
    drop_nodes: int,
    tail_cells: int,
    tail_nodes: int,
    ladder: Sequence[int],
    shared: NDArray[np.int64],
    window: NDArray[np.int16],
    found: Callable[[NDArray[np.int16]], bool],
    counted: Callable[[int], bool],
) -> BreakResult: ...
def complete(
    width: int,
    height: int,
    pieces: NDArray[np.uint8],
    framed: bool,
    turnable: bool,
    *,
    board: NDArray[np.int16],
    most_breaks: int,
    node_limit: int,
    seed: int,
    shared: NDArray[np.int64],
    window: NDArray[np.int16],
) -> Completed: ...
def polish(
    width: int,
    height: int,
    pieces: NDArray[np.uint8],
    framed: bool,
    turnable: bool,
    *,
    board: NDArray[np.int16],
    fixed: NDArray[np.int16],
    free_cells: int,
    attempt_nodes: int,
    attempts: int,
    seed: int,
    shared: NDArray[np.int64],
    window: NDArray[np.int16],
    found: Callable[[NDArray[np.int16]], bool],
) -> Completed: ...
def run_break_lanes_narrow(*arrays: NDArray[np.generic] | int) -> None: ...
def run_break_lanes_wide(*arrays: NDArray[np.generic] | int) -> None: ...
def make_rows_narrow(*arrays: NDArray[np.generic] | int) -> None: ...
def make_rows_wide(*arrays: NDArray[np.generic] | int) -> None: ...
def expand_front(*arrays: NDArray[np.generic] | float) -> int: ...
def choose_children(*arrays: NDArray[np.generic]) -> None: ...
def grow_front(*arrays: NDArray[np.generic]) -> None: ...
def run_lanes_tiny(*arrays: NDArray[np.generic] | int) -> None: ...
def run_lanes_small(*arrays: NDArray[np.generic] | int) -> None: ...
def run_lanes_medium(*arrays: NDArray[np.generic] | int) -> None: ...
def run_lanes_large(*arrays: NDArray[np.generic] | int) -> None: ...

class Fillings:
    @property
    def boards(self) -> NDArray[np.int16]: ...
    @property
    def remaining(self) -> NDArray[np.int16]: ...
    @property
    def nodes(self) -> int: ...

def fill_region(
    width: int,
    height: int,
    pieces: NDArray[np.uint8],
    framed: bool,
    turnable: bool,
    *,
    roots: NDArray[np.int16],
    cells: NDArray[np.int16],
    most_breaks: int,
    improve: bool,
    want: int,
    node_limit: int,
    seed: int,
    shared: NDArray[np.int64],
    window: NDArray[np.int16],
) -> Fillings: ...

class LocalSearch:
    def __init__(
        self,
        width: int,
        height: int,
        pieces: NDArray[np.uint8],
        framed: bool,
        turnable: bool,
        *,
        fixed: NDArray[np.int16],
        seed: int,
        shared: NDArray[np.int64],
        window: NDArray[np.int16],
    ) -> None: ...
    @property
    def board(self) -> NDArray[np.int16]: ...
    @property
    def best(self) -> NDArray[np.int16]: ...
    @property
    def score(self) -> int: ...
    @property
    def best_score(self) -> int: ...
    @property
    def evaluations(self) -> int: ...
    @property
    def moves(self) -> int: ...
    def lay(self, board: NDArray[np.int16]) -> None: ...
    def scatter(self) -> None: ...
    def reassign(self, *, k: int, steps: int) -> None: ...
    def alternate(self) -> None: ...
    def descend(self) -> None: ...
    def search_tabu(self, *, steps: int, tenure: int) -> None: ...
    def anneal(self, *, steps: int, temperature: float, focus: float) -> None: ...
    def accept_late(self, *, steps: int, length: int, focus: float) -> None: ...

class WalkResult:
    @property
    def satisfied(self) -> bool: ...
    @property
    def refuted(self) -> bool: ...
    @property
    def flips(self) -> int: ...
    @property
    def fewest(self) -> int: ...
    @property
    def assignment(self) -> NDArray[np.int8]: ...

def walk(
    literals: NDArray[np.int32],
    variables: int,
    *,
    base: float,
    restart: int,
    flip_limit: int,
    seed: int,
    shared: NDArray[np.int64],
    window: NDArray[np.int16],
) -> WalkResult: ...

class CliqueReport:
    @property
    def finished(self) -> bool: ...
    @property
    def selections(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def largest(self) -> int: ...

def find_cliques(
    width: int,
    height: int,
    cells: NDArray[np.int32],
    pieces: NDArray[np.int32],
    ranks: NDArray[np.int32],
    sides: NDArray[np.uint8],
    placements: NDArray[np.int16],
    *,
    selections: int,
    exact: bool,
    partial: bool,
    count: bool,
    node_limit: int,
    seed: int,
    shared: NDArray[np.int64],
    window: NDArray[np.int16],
    found: Callable[[NDArray[np.int16]], bool],
    counted: Callable[[int], bool],
) -> CliqueReport: ...
