"""
The native core: compiled puzzles, and the engines that search them without the GIL.
"""

from collections.abc import Callable
from typing import Annotated, overload

import numpy
import numpy.typing
from numpy.typing import NDArray


def compiler() -> str:
    """The compiler that built the core."""

class BeamTables:
    """The tables of a beam, as core/device/beam.hpp says."""

    def __init__(self, **fields: object) -> None:
        """Takes every field by name."""

    @property
    def fits(self) -> numpy.typing.NDArray[numpy.uint32]: ...

    @property
    def heads(self) -> numpy.typing.NDArray[numpy.uint32]: ...

    @property
    def sides(self) -> numpy.typing.NDArray[numpy.uint32]: ...

    @property
    def taken(self) -> numpy.typing.NDArray[numpy.uint32]: ...

    @property
    def hulls(self) -> numpy.typing.NDArray[numpy.uint32]: ...

    @property
    def fixed(self) -> numpy.typing.NDArray[numpy.uint8]: ...

    @property
    def piece_hash(self) -> numpy.typing.NDArray[numpy.uint64]: ...

    @property
    def slot_hash(self) -> numpy.typing.NDArray[numpy.uint64]: ...

    @property
    def noise(self) -> numpy.typing.NDArray[numpy.float32]: ...

    @property
    def chain_cells(self) -> numpy.typing.NDArray[numpy.uint8]: ...

    @property
    def chain_fits(self) -> numpy.typing.NDArray[numpy.uint32]: ...

    @property
    def chains(self) -> numpy.typing.NDArray[numpy.uint8]: ...

    @property
    def steps(self) -> numpy.typing.NDArray[numpy.uint8]: ...

    @property
    def colors(self) -> int: ...

    @property
    def words(self) -> int: ...

    @property
    def slots_at(self) -> int: ...

    @property
    def wide_counts(self) -> int: ...

class BeamPrices:
    """What a step costs."""

    def __init__(self, **fields: object) -> None:
        """Takes every field by name."""

    @property
    def gain(self) -> numpy.typing.NDArray[numpy.float32]: ...

    @property
    def open(self) -> numpy.typing.NDArray[numpy.float32]: ...

    @property
    def price(self) -> float: ...

    @property
    def chain_weight(self) -> float: ...

    @property
    def slack(self) -> float: ...

    @property
    def cut(self) -> int: ...

def plan_chains(puzzle: Puzzle, order: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], root: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], price: float) -> tuple[numpy.typing.NDArray[numpy.uint32], numpy.typing.NDArray[numpy.uint8], numpy.typing.NDArray[numpy.uint8], numpy.typing.NDArray[numpy.uint32], numpy.typing.NDArray[numpy.uint8], int]:
    """
    The chains of each step as the flat tables of core/device/chains.hpp: where the chains of each step begin, chains, cells, heads, candidates, and the number of colors.
    """

def expand_beam(tables: BeamTables, step: int, records: Annotated[NDArray[numpy.uint32], dict(order='C', device='cpu', writable=False)], which: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], prices: BeamPrices, out: Annotated[NDArray[numpy.uint32], dict(shape=(None, 4), order='C', device='cpu')]) -> int:
    """
    Make the children up to the cut; returns their number, even if not all fit.
    """

def drop_duplicates(tables: BeamTables, records: Annotated[NDArray[numpy.uint32], dict(order='C', device='cpu', writable=False)], children: Annotated[NDArray[numpy.uint32], dict(shape=(None, 4), order='C', device='cpu')]) -> int:
    """
    Of children with the same future mark all but the best as dropped; returns how many.
    """

def grow_beam(tables: BeamTables, step: int, records: Annotated[NDArray[numpy.uint32], dict(order='C', device='cpu', writable=False)], children: Annotated[NDArray[numpy.uint32], dict(shape=(None, 4), order='C', device='cpu')], grown: Annotated[NDArray[numpy.uint32], dict(order='C', device='cpu')]) -> None:
    """Make the records of children."""

class BreakJobs:
    """Jobs of one stage, and what they may spend in a round."""

    def __init__(self, **fields: object) -> None:
        """Takes every field by name."""

    @property
    def paths(self) -> numpy.typing.NDArray[numpy.uint16]: ...

    @property
    def bases(self) -> numpy.typing.NDArray[numpy.int32]: ...

    @property
    def depths(self) -> numpy.typing.NDArray[numpy.int32]: ...

    @property
    def nodes(self) -> numpy.typing.NDArray[numpy.uint32]: ...

    @property
    def found(self) -> numpy.typing.NDArray[numpy.uint32]: ...

    @property
    def answers(self) -> numpy.typing.NDArray[numpy.uint16]: ...

    @property
    def rows(self) -> numpy.typing.NDArray[numpy.uint16]: ...

    @property
    def started(self) -> numpy.typing.NDArray[numpy.uint32]: ...

    @property
    def open(self) -> numpy.typing.NDArray[numpy.int32]: ...

    @property
    def rows_each(self) -> int: ...

    @property
    def quota(self) -> int: ...

    @property
    def count(self) -> int: ...

    @property
    def budget(self) -> int: ...

class BreakTables:
    """The candidate lists of one stage, as core/device/break_lane.hpp says."""

    def __init__(self, **fields: object) -> None:
        """Takes every field by name."""

    @property
    def words(self) -> numpy.typing.NDArray[numpy.uint32]: ...

    @property
    def heads(self) -> numpy.typing.NDArray[numpy.uint16]: ...

    @property
    def cell_records(self) -> numpy.typing.NDArray[numpy.uint8]: ...

    @property
    def full(self) -> numpy.typing.NDArray[numpy.uint32]: ...

    @property
    def full_words(self) -> int: ...

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...

    @property
    def low(self) -> int: ...

    @property
    def strict(self) -> int: ...

    @property
    def row(self) -> int: ...

    @property
    def faces(self) -> int: ...

    @property
    def turns(self) -> int: ...

    @property
    def cells(self) -> int: ...

    @property
    def color_bits(self) -> int: ...

    @property
    def piece_bits(self) -> int: ...

    @property
    def burnt_bits(self) -> int: ...

    @property
    def first_side(self) -> int: ...

    @property
    def second_side(self) -> int: ...

    @property
    def hint_burnt(self) -> int: ...

    @property
    def window(self) -> int: ...

    @property
    def reach(self) -> int: ...

    @property
    def divide_from(self) -> int: ...

    @property
    def divide_down(self) -> int: ...

@overload
def run_break_lanes(tables: BreakTables, jobs: BreakJobs, stage: str) -> None: ...

@overload
def run_break_lanes(tables: WideBreakTables, jobs: BreakJobs, stage: str) -> None:
    """Run jobs of a stage of the break-tolerant GPU engine on the CPU."""

@overload
def make_rows(tables: BreakTables, rows: Annotated[NDArray[numpy.uint16], dict(order='C', device='cpu')], places: Annotated[NDArray[numpy.uint32], dict(order='C', device='cpu', writable=False)], *, seed: int, choice: int) -> None: ...

@overload
def make_rows(tables: WideBreakTables, rows: Annotated[NDArray[numpy.uint16], dict(order='C', device='cpu')], places: Annotated[NDArray[numpy.uint32], dict(order='C', device='cpu', writable=False)], *, seed: int, choice: int) -> None:
    """Make random first rows."""

class WideBreakTables:
    """The candidate lists of one stage, as core/device/break_lane.hpp says."""

    def __init__(self, **fields: object) -> None:
        """Takes every field by name."""

    @property
    def words(self) -> numpy.typing.NDArray[numpy.uint64]: ...

    @property
    def heads(self) -> numpy.typing.NDArray[numpy.uint16]: ...

    @property
    def cell_records(self) -> numpy.typing.NDArray[numpy.uint8]: ...

    @property
    def full(self) -> numpy.typing.NDArray[numpy.uint32]: ...

    @property
    def full_words(self) -> int: ...

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...

    @property
    def low(self) -> int: ...

    @property
    def strict(self) -> int: ...

    @property
    def row(self) -> int: ...

    @property
    def faces(self) -> int: ...

    @property
    def turns(self) -> int: ...

    @property
    def cells(self) -> int: ...

    @property
    def color_bits(self) -> int: ...

    @property
    def piece_bits(self) -> int: ...

    @property
    def burnt_bits(self) -> int: ...

    @property
    def first_side(self) -> int: ...

    @property
    def second_side(self) -> int: ...

    @property
    def hint_burnt(self) -> int: ...

    @property
    def window(self) -> int: ...

    @property
    def reach(self) -> int: ...

    @property
    def divide_from(self) -> int: ...

    @property
    def divide_down(self) -> int: ...

class Kinds:
    """
    Which pieces are interchangeable, and how differently each can be turned.
    """

    def __init__(self, puzzle: Puzzle, *, labelled: bool) -> None: ...

    @property
    def of(self) -> numpy.typing.NDArray[numpy.int16]:
        """The kind of each piece."""

    @property
    def looks(self) -> numpy.typing.NDArray[numpy.int16]:
        """The placements of the first copy of each kind that look different."""

    @property
    def look_of(self) -> numpy.typing.NDArray[numpy.int16]:
        """For each placement the one of `looks` that looks the same."""

    def name_pieces(self, root: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], boards: Annotated[NDArray[numpy.int16], dict(shape=(None, None), order='C', device='cpu')]) -> None:
        """
        Replace, in the cells that are empty in `root`, each piece by the lowest free copy of its kind.
        """

class CandidateTables:
    """The placements that fit a cell, by the colors around it."""

    def __init__(self, puzzle: Puzzle, sequence: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], *, renumber_colors: bool) -> None:
        """
        `sequence`: the placements that may be candidates, in the sequence in which lists hold them.
        """

    @property
    def color_bits(self) -> int:
        """Bits of a color number."""

    @property
    def sides(self) -> numpy.typing.NDArray[numpy.uint8]:
        """The color numbers of each placement."""

    def lists(self, frame: int, known: int, own: int) -> tuple[numpy.typing.NDArray[numpy.uint32], numpy.typing.NDArray[numpy.int16], list[numpy.typing.NDArray[numpy.uint16]]]:
        """
        The lists of cells with a frame mask by the colors of the known sides (a mask), `own` last (-1: none): where each list begins in the placements, the placements, and the tries that lead to a row of lists.
        """

def cpu_level() -> str:
    """
    The instruction set in use: the best there is, unless EDGEMATCH_CPU names another.
    """

def cpu_levels() -> list[str]:
    """
    The instruction sets that this processor has and the engines have kernels for, the lowest first.
    """

class SearchResult:
    """The roots that a search did not finish, and what it counted."""

    @property
    def remaining(self) -> numpy.typing.NDArray[numpy.int16]: ...

    @property
    def by_depth(self) -> numpy.typing.NDArray[numpy.int64]: ...

    @property
    def nodes(self) -> int: ...

    @property
    def tests(self) -> int: ...

class BacktrackOptions:
    """Options of the exact engine."""

    def __init__(self, **fields: object) -> None:
        """Takes every field by name."""

    @property
    def order(self) -> numpy.typing.NDArray[numpy.int16]: ...

    @property
    def threads(self) -> int: ...

    @property
    def depth(self) -> int: ...

    @property
    def prune(self) -> bool: ...

def backtrack(puzzle: Puzzle, search: Search, options: BacktrackOptions, control: Control) -> SearchResult:
    """Depth-first search without look-ahead; runs without the GIL."""

class ProbeResult:
    """Unbiased estimates, one per probe, and their mean by depth."""

    @property
    def nodes(self) -> numpy.typing.NDArray[numpy.float64]: ...

    @property
    def answers(self) -> numpy.typing.NDArray[numpy.float64]: ...

    @property
    def by_depth(self) -> numpy.typing.NDArray[numpy.float64]: ...

class ProbeOptions:
    """How many random probes, each of how many boards."""

    def __init__(self, **fields: object) -> None:
        """Takes every field by name."""

    @property
    def order(self) -> numpy.typing.NDArray[numpy.int16]: ...

    @property
    def probes(self) -> int: ...

    @property
    def batch(self) -> int: ...

    @property
    def seed(self) -> int: ...

def probe_tree(puzzle: Puzzle, search: Search, options: ProbeOptions) -> ProbeResult:
    """
    Estimate the tree below the roots by random probes; runs without the GIL.
    """

class ExactTables:
    """
    The candidate lists of a puzzle and an order, as core/device/exact_lane.hpp says.
    """

    def __init__(self, **fields: object) -> None:
        """Takes every field by name."""

    @property
    def words(self) -> numpy.typing.NDArray[numpy.uint32]: ...

    @property
    def heads(self) -> numpy.typing.NDArray[numpy.uint16]: ...

    @property
    def rows(self) -> numpy.typing.NDArray[numpy.uint16]: ...

    @property
    def levels(self) -> numpy.typing.NDArray[numpy.uint8]: ...

    @property
    def further(self) -> numpy.typing.NDArray[numpy.uint8]: ...

    @property
    def full(self) -> numpy.typing.NDArray[numpy.uint32]: ...

    @property
    def color_bits(self) -> int: ...

    @property
    def top_bits(self) -> int: ...

    @property
    def spread_bits(self) -> int: ...

class ExactJobs:
    """Jobs of the exact GPU engine, and what they may spend in a round."""

    def __init__(self, **fields: object) -> None:
        """Takes every field by name."""

    @property
    def paths(self) -> numpy.typing.NDArray[numpy.uint16]: ...

    @property
    def answers(self) -> numpy.typing.NDArray[numpy.uint16]: ...

    @property
    def bases(self) -> numpy.typing.NDArray[numpy.int32]: ...

    @property
    def depths(self) -> numpy.typing.NDArray[numpy.int32]: ...

    @property
    def nodes(self) -> numpy.typing.NDArray[numpy.uint32]: ...

    @property
    def found(self) -> numpy.typing.NDArray[numpy.uint32]: ...

    @property
    def start(self) -> int: ...

    @property
    def budget(self) -> int: ...

class WideExactTables:
    """
    The candidate lists of a puzzle and an order, as core/device/exact_lane.hpp says.
    """

    def __init__(self, **fields: object) -> None:
        """Takes every field by name."""

    @property
    def words(self) -> numpy.typing.NDArray[numpy.uint64]: ...

    @property
    def heads(self) -> numpy.typing.NDArray[numpy.uint32]: ...

    @property
    def rows(self) -> numpy.typing.NDArray[numpy.uint16]: ...

    @property
    def levels(self) -> numpy.typing.NDArray[numpy.uint8]: ...

    @property
    def further(self) -> numpy.typing.NDArray[numpy.uint8]: ...

    @property
    def full(self) -> numpy.typing.NDArray[numpy.uint32]: ...

    @property
    def color_bits(self) -> int: ...

    @property
    def top_bits(self) -> int: ...

    @property
    def spread_bits(self) -> int: ...

class WideExactJobs:
    """Jobs of the exact GPU engine, and what they may spend in a round."""

    def __init__(self, **fields: object) -> None:
        """Takes every field by name."""

    @property
    def paths(self) -> numpy.typing.NDArray[numpy.uint32]: ...

    @property
    def answers(self) -> numpy.typing.NDArray[numpy.uint32]: ...

    @property
    def bases(self) -> numpy.typing.NDArray[numpy.int32]: ...

    @property
    def depths(self) -> numpy.typing.NDArray[numpy.int32]: ...

    @property
    def nodes(self) -> numpy.typing.NDArray[numpy.uint32]: ...

    @property
    def found(self) -> numpy.typing.NDArray[numpy.uint32]: ...

    @property
    def start(self) -> int: ...

    @property
    def budget(self) -> int: ...

class ExactNames:
    """
    What the candidates stand for, as core/src/device/exact_roots.hpp says.
    """

    def __init__(self, **fields: object) -> None:
        """Takes every field by name."""

    @property
    def candidates(self) -> numpy.typing.NDArray[numpy.int16]: ...

    @property
    def kinds(self) -> numpy.typing.NDArray[numpy.int16]: ...

    @property
    def copies(self) -> numpy.typing.NDArray[numpy.uint16]: ...

    @property
    def order(self) -> numpy.typing.NDArray[numpy.int16]: ...

    @property
    def look_of(self) -> numpy.typing.NDArray[numpy.int16]: ...

    @property
    def hints(self) -> numpy.typing.NDArray[numpy.int16]: ...

    @property
    def first_names(self) -> numpy.typing.NDArray[numpy.uint32]: ...

    @property
    def names(self) -> numpy.typing.NDArray[numpy.int16]: ...

@overload
def exact_roots(tables: ExactTables, names: ExactNames, paths: Annotated[NDArray[numpy.uint16], dict(shape=(None, None), order='C', device='cpu', writable=False)], bases: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], depths: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[numpy.typing.NDArray[numpy.int16], numpy.typing.NDArray[numpy.uint32], numpy.typing.NDArray[numpy.uint16], numpy.typing.NDArray[numpy.int16], int]: ...

@overload
def exact_roots(tables: WideExactTables, names: ExactNames, paths: Annotated[NDArray[numpy.uint32], dict(shape=(None, None), order='C', device='cpu', writable=False)], bases: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], depths: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[numpy.typing.NDArray[numpy.int16], numpy.typing.NDArray[numpy.uint32], numpy.typing.NDArray[numpy.uint16], numpy.typing.NDArray[numpy.int16], int]:
    """
    The roots that jobs have left: rows of placements; of each root its row, how many cells it keeps of it and its last placement; and how many roots needed a new placement.
    """

@overload
def exact_jobs(tables: ExactTables, names: ExactNames, rows: Annotated[NDArray[numpy.int16], dict(shape=(None, None), order='C', device='cpu', writable=False)], row: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], kept: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)], last: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[numpy.typing.NDArray[numpy.uint16], numpy.typing.NDArray[numpy.int32], numpy.typing.NDArray[numpy.int32], int]: ...

@overload
def exact_jobs(tables: WideExactTables, names: ExactNames, rows: Annotated[NDArray[numpy.int16], dict(shape=(None, None), order='C', device='cpu', writable=False)], row: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], kept: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)], last: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[numpy.typing.NDArray[numpy.uint32], numpy.typing.NDArray[numpy.int32], numpy.typing.NDArray[numpy.int32], int]:
    """
    The jobs that search roots: paths, bases and depths; and how many placements of these roots they make again.
    """

def run_exact_lanes_tiny(tables: ExactTables, jobs: ExactJobs) -> None:
    """Run jobs of the exact GPU engine one after the other on the CPU."""

def run_exact_lanes_small(tables: ExactTables, jobs: ExactJobs) -> None:
    """Run jobs of the exact GPU engine one after the other on the CPU."""

def run_exact_lanes_medium(tables: ExactTables, jobs: ExactJobs) -> None:
    """Run jobs of the exact GPU engine one after the other on the CPU."""

def run_exact_lanes_large(tables: WideExactTables, jobs: WideExactJobs) -> None:
    """Run jobs of the exact GPU engine one after the other on the CPU."""

class ColorPairOptions:
    """Options of the color pair engine."""

    def __init__(self, **fields: object) -> None:
        """Takes every field by name."""

    @property
    def opposite(self) -> bool: ...

    @property
    def preemption(self) -> bool: ...

    @property
    def remaining(self) -> bool: ...

    @property
    def patterns(self) -> bool: ...

    @property
    def backjumping(self) -> bool: ...

    @property
    def value_order(self) -> bool: ...

    @property
    def heuristic(self) -> str: ...

    @property
    def shaving(self) -> int: ...

    @property
    def seed(self) -> int: ...

    @property
    def threads(self) -> int: ...

def colorpair(puzzle: Puzzle, search: Search, options: ColorPairOptions, control: Control) -> SearchResult:
    """Filtering by color pairs; runs without the GIL."""

class DomainOptions:
    """Options of the search over domains."""

    def __init__(self, **fields: object) -> None:
        """Takes every field by name."""

    @property
    def order(self) -> numpy.typing.NDArray[numpy.int16]: ...

    @property
    def dynamic(self) -> str: ...

    @property
    def fixpoint(self) -> bool: ...

    @property
    def edges(self) -> bool: ...

    @property
    def pieces(self) -> bool: ...

    @property
    def distinct(self) -> bool: ...

    @property
    def counts(self) -> bool: ...

    @property
    def force_counts(self) -> bool: ...

    @property
    def by_piece(self) -> bool: ...

    @property
    def alldifferent(self) -> bool: ...

    @property
    def gacolor_from(self) -> int: ...

    @property
    def shaving(self) -> int: ...

    @property
    def refute(self) -> int: ...

    @property
    def seed(self) -> int: ...

    @property
    def threads(self) -> int: ...

def search_domains(puzzle: Puzzle, search: Search, options: DomainOptions, control: Control) -> SearchResult:
    """Search over domains; runs without the GIL."""

class ProbsatResult:
    """What local search over clauses found."""

    @property
    def satisfied(self) -> bool: ...

    @property
    def refuted(self) -> bool: ...

    @property
    def flips(self) -> int: ...

    @property
    def fewest(self) -> int: ...

    @property
    def assignment(self) -> numpy.typing.NDArray[numpy.int8]: ...

class ProbsatOptions:
    """Options of probSAT."""

    def __init__(self, **fields: object) -> None:
        """Takes every field by name."""

    @property
    def base(self) -> float: ...

    @property
    def restart(self) -> int: ...

    @property
    def flip_limit(self) -> int: ...

    @property
    def seed(self) -> int: ...

def probsat(literals: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], variables: int, options: ProbsatOptions, control: Control) -> ProbsatResult:
    """Local search over clauses, each ended by 0; runs without the GIL."""

class CliqueReport:
    """What a search for cliques found."""

    @property
    def finished(self) -> bool: ...

    @property
    def selections(self) -> int: ...

    @property
    def nodes(self) -> int: ...

    @property
    def largest(self) -> int: ...

class CliqueGraph:
    """Placements in cells, a node each, and what decides who is adjacent."""

    def __init__(self, **fields: object) -> None:
        """Takes every field by name."""

    @property
    def width(self) -> int: ...

    @property
    def height(self) -> int: ...

    @property
    def cell(self) -> numpy.typing.NDArray[numpy.int32]: ...

    @property
    def piece(self) -> numpy.typing.NDArray[numpy.int32]: ...

    @property
    def rank(self) -> numpy.typing.NDArray[numpy.int32]: ...

    @property
    def sides(self) -> numpy.typing.NDArray[numpy.uint8]: ...

    @property
    def placement(self) -> numpy.typing.NDArray[numpy.int16]: ...

class CliqueOptions:
    """How far the heuristic and the exact search go."""

    def __init__(self, **fields: object) -> None:
        """Takes every field by name."""

    @property
    def selections(self) -> int: ...

    @property
    def exact(self) -> bool: ...

    @property
    def partial(self) -> bool: ...

    @property
    def count(self) -> bool: ...

    @property
    def node_limit(self) -> int: ...

    @property
    def seed(self) -> int: ...

def find_cliques(graph: CliqueGraph, options: CliqueOptions, control: Control) -> CliqueReport:
    """
    Cliques with a node for each cell, heuristically, then exactly; runs without the GIL.
    """

class LocalSearch:
    """A complete board under local search, and the best one it has met."""

    def __init__(self, puzzle: Puzzle, *, fixed: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], seed: int, control: Control) -> None: ...

    @property
    def board(self) -> numpy.typing.NDArray[numpy.int16]: ...

    @property
    def best(self) -> numpy.typing.NDArray[numpy.int16]: ...

    @property
    def score(self) -> int: ...

    @property
    def best_score(self) -> int: ...

    @property
    def evaluations(self) -> int: ...

    @property
    def moves(self) -> int: ...

    def place(self, board: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """Go on from a complete board."""

    def scatter(self) -> None:
        """Go on from a random board."""

    def reassign(self, *, k: int, steps: int) -> None:
        """Reassign k cells that do not touch, so many times."""

    def alternate(self) -> None:
        """Reassign black and white cells in turns until neither gains."""

    def descend(self) -> None:
        """Make the best exchange until none gains."""

    def search_tabu(self, *, steps: int, tenure: int) -> None:
        """Make the best exchange that is not tabu, so many times."""

    def anneal(self, *, steps: int, temperature: float, focus: float) -> None:
        """Simulated annealing at one temperature."""

    def accept_late(self, *, steps: int, length: int, focus: float) -> None:
        """Late acceptance with a memory of that length."""

class FillingResult:
    """Boards with a region filled, and the roots not searched."""

    @property
    def boards(self) -> numpy.typing.NDArray[numpy.int16]: ...

    @property
    def remaining(self) -> numpy.typing.NDArray[numpy.int16]: ...

    @property
    def nodes(self) -> int: ...

class RegionOptions:
    """The cells to fill, and how well."""

    def __init__(self, **fields: object) -> None:
        """Takes every field by name."""

    @property
    def cells(self) -> numpy.typing.NDArray[numpy.int16]: ...

    @property
    def most_breaks(self) -> int: ...

    @property
    def improve(self) -> bool: ...

    @property
    def want(self) -> int: ...

    @property
    def node_limit(self) -> int: ...

    @property
    def seed(self) -> int: ...

def fill_region(puzzle: Puzzle, roots: Annotated[NDArray[numpy.int16], dict(shape=(None, None), order='C', device='cpu', writable=False)], options: RegionOptions, control: Control) -> FillingResult:
    """
    Fill some cells of partial boards with few breaks; runs without the GIL.
    """

class Puzzle:
    """A puzzle, compiled once and shared by all engines and threads."""

    def __init__(self, width: int, height: int, pieces: Annotated[NDArray[numpy.uint8], dict(shape=(None, 4), order='C', device='cpu', writable=False)], *, framed: bool, turnable: bool) -> None: ...

    @property
    def width(self) -> int: ...

    @property
    def height(self) -> int: ...

    @property
    def cells(self) -> int: ...

class Control:
    """
    How Python and a running engine talk: counters, the board shown, and callbacks.
    """

    def __init__(self, shared: numpy.typing.NDArray[numpy.int64], window: numpy.typing.NDArray[numpy.int16], *, found: Callable[[numpy.typing.NDArray[numpy.int16]], bool] | None, counted: Callable[[int], bool] | None) -> None:
        """
        Callbacks return False when that is enough; without one the search goes on.
        """

class Search:
    """
    The roots to search, which boards are answers, and how many are wanted.
    """

    def __init__(self, **fields: object) -> None:
        """Takes every field by name."""

    @property
    def roots(self) -> numpy.typing.NDArray[numpy.int16]: ...

    @property
    def labelled(self) -> bool: ...

    @property
    def boards(self) -> bool: ...

    @property
    def want(self) -> int: ...

    @property
    def node_limit(self) -> int: ...

class BreakResult:
    """The roots that a search did not finish, and what it counted."""

    @property
    def remaining(self) -> numpy.typing.NDArray[numpy.int16]: ...

    @property
    def nodes(self) -> int: ...

    @property
    def arrivals(self) -> int: ...

    @property
    def dropped(self) -> bool: ...

class BreakRules:
    """Where a search may break edges."""

    def __init__(self, **fields: object) -> None:
        """Takes every field by name."""

    @property
    def allowed(self) -> list[int]: ...

    @property
    def quota(self) -> list[int]: ...

    @property
    def burnt(self) -> list[int]: ...

    @property
    def frame_from(self) -> int: ...

    @property
    def double_breaks(self) -> bool: ...

    @property
    def ledger_cells(self) -> int: ...

    @property
    def is_region(self) -> bool: ...

class BreakOptions:
    """Options of the break-tolerant search."""

    def __init__(self, **fields: object) -> None:
        """Takes every field by name."""

    @property
    def order(self) -> numpy.typing.NDArray[numpy.int16]: ...

    @property
    def rules(self) -> BreakRules: ...

    @property
    def improve(self) -> bool: ...

    @property
    def most_breaks(self) -> int: ...

    @property
    def seed(self) -> int: ...

    @property
    def drop_index(self) -> int: ...

    @property
    def drop_nodes(self) -> int: ...

    @property
    def endgame_cells(self) -> int: ...

    @property
    def endgame_nodes(self) -> int: ...

    @property
    def wider_cells(self) -> list[int]: ...

def search_with_breaks(puzzle: Puzzle, search: Search, options: BreakOptions, control: Control) -> BreakResult:
    """Depth-first search that tolerates breaks; runs without the GIL."""

class CompletionResult:
    """A completed board (empty: there is none) and its breaks."""

    @property
    def board(self) -> numpy.typing.NDArray[numpy.int16]: ...

    @property
    def breaks(self) -> int: ...

    @property
    def nodes(self) -> int: ...

    @property
    def is_exact(self) -> bool: ...

class CompletionOptions:
    """Options of exact completion."""

    def __init__(self, **fields: object) -> None:
        """Takes every field by name."""

    @property
    def most_breaks(self) -> int: ...

    @property
    def node_limit(self) -> int: ...

    @property
    def seed(self) -> int: ...

def complete(puzzle: Puzzle, board: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], options: CompletionOptions, control: Control) -> CompletionResult:
    """Complete a partial board with the fewest breaks; runs without the GIL."""

class PolishOptions:
    """Options of repair."""

    def __init__(self, **fields: object) -> None:
        """Takes every field by name."""

    @property
    def fixed(self) -> numpy.typing.NDArray[numpy.int16]: ...

    @property
    def free_cells(self) -> int: ...

    @property
    def patch_nodes(self) -> int: ...

    @property
    def patches(self) -> int: ...

    @property
    def seed(self) -> int: ...

def polish(puzzle: Puzzle, board: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], options: PolishOptions, control: Control) -> CompletionResult:
    """Repair a complete board patch by patch; runs without the GIL."""

class BeamBoards:
    """The complete boards of a beam, best first."""

    @property
    def boards(self) -> numpy.typing.NDArray[numpy.int16]: ...

    @property
    def finished(self) -> bool: ...

    @property
    def sizes(self) -> numpy.typing.NDArray[numpy.int64]: ...

    @property
    def parents(self) -> numpy.typing.NDArray[numpy.uint32]: ...

    @property
    def terms(self) -> numpy.typing.NDArray[numpy.float32]: ...

class BeamOptions:
    """Options of beam search."""

    def __init__(self, **fields: object) -> None:
        """Takes every field by name."""

    @property
    def order(self) -> numpy.typing.NDArray[numpy.int16]: ...

    @property
    def width(self) -> int: ...

    @property
    def price(self) -> float: ...

    @property
    def open(self) -> list[float]: ...

    @property
    def pairs(self) -> list[float]: ...

    @property
    def chains(self) -> list[float]: ...

    @property
    def temperature(self) -> float: ...

    @property
    def seed(self) -> int: ...

    @property
    def keep(self) -> int: ...

    @property
    def node_limit(self) -> int: ...

    @property
    def threads(self) -> int: ...

    @property
    def trace(self) -> bool: ...

def beam(puzzle: Puzzle, root: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], options: BeamOptions, control: Control) -> BeamBoards:
    """
    One pass of a beam over the empty cells of a root; runs without the GIL.
    """
