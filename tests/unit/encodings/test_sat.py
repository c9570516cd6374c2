"""The SAT encodings, looked at without any solver of ours: models, counts, assumptions, and the way back."""

from __future__ import annotations

import itertools

import pytest

from edgematch.encodings.cardinality import MANYS, ONES, Counter
from edgematch.encodings.cnf import Cnf
from edgematch.encodings.sat import ENCODINGS, SatOptions, encode
from edgematch.encodings.simplify import simplify
from edgematch.errors import OptionError
from edgematch.generate import make
from edgematch.search import ALL, Goal, Task, solve
from edgematch.testing.zoo import ZOO

pysat = pytest.importorskip("pysat.solvers", reason="python-sat is not installed")


def boards(model, root):
    """All boards below a root, by blocking clauses."""
    found = []
    with pysat.Solver("glucose4", bootstrap_with=list(model.cnf.clauses())) as engine:
        while engine.solve(assumptions=model.assumptions(root)):
            found.append(model.decode(engine.get_model()))
            engine.add_clause(model.block(found[-1]))
    return found


@pytest.mark.parametrize(
    "kind", ["square", "duplicates", "strip", "symmetric", "not-turnable", "hints", "odd", "misfit"]
)
@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("frame", ["left-out", "units"])
def test_models_are_the_answers(kind, encoding, frame):
    puzzle = ZOO[kind]()
    found = boards(encode(puzzle, SatOptions(encoding, frame=frame)), puzzle.start())
    expected = solve(puzzle, ALL, solver="plain").answers
    assert {board.canonical() for board in found} == set(expected)
    assert len(found) == len(expected)


def test_labelled_models_distinguish_identical_pieces():
    puzzle = ZOO["duplicates"]()
    found = boards(encode(puzzle, labelled=True), puzzle.start())
    assert set(found) == set(solve(puzzle, Goal(want=None, labelled=True), solver="plain").answers)


def test_the_dual_encoding_refuses_labels():
    with pytest.raises(OptionError, match="identical pieces"):
        encode(ZOO["duplicates"](), SatOptions("dual"), labelled=True)


def test_roots_are_assumptions():
    puzzle = ZOO["square"]()
    roots = solve(puzzle, ALL, solver="plain", nodes=3).remaining
    model = encode(puzzle)
    found = [board.canonical() for root in roots for board in boards(model, root)]
    assert set(found) == set(solve(Task(puzzle, ALL, roots=roots), solver="plain").answers)


@pytest.mark.parametrize("one", ONES)
@pytest.mark.parametrize("count", [1, 2, 3, 4, 6])
def test_exactly_one_has_one_model_a_literal(one, count):
    counter = Counter(count, one=one)
    part = counter.exactly("x", list(range(1, count + 1)), 1)
    assert projections(Cnf(counter.top, (part,)), count) == {frozenset({i}) for i in range(1, count + 1)}


@pytest.mark.parametrize("many", MANYS)
@pytest.mark.parametrize("bound", range(6))
def test_exactly_and_at_most_count(many, bound):
    counter = Counter(5, many=many)
    subsets = [frozenset(s) for n in range(6) for s in itertools.combinations(range(1, 6), n)]
    exact = counter.exactly("x", [1, 2, 3, 4, 5], bound)
    assert projections(Cnf(counter.top, (exact,)), 5) == {s for s in subsets if len(s) == bound}
    most = counter.at_most("x", [1, 2, 3, 4, 5], bound)
    assert projections(Cnf(counter.top, (most,)), 5) == {s for s in subsets if len(s) <= bound}


def projections(cnf, count):
    """The sets of the first variables that can be true together."""
    with pysat.Solver("glucose4", bootstrap_with=list(cnf.clauses())) as engine:
        signs = itertools.product((1, -1), repeat=count)
        rows = [[s * v for s, v in zip(sign, range(1, count + 1), strict=True)] for sign in signs]
        return {frozenset(x for x in row if x > 0) for row in rows if engine.solve(assumptions=row)}


def test_sizes_are_those_of_the_paper_before_preprocessing():
    """7x7 with 6 colors: 49 cells, 49 pieces, 4 turns; P4 alone rules out all that the frame does."""
    puzzle = make("one-set", 7, colors=6, seed=1).puzzle
    model = encode(puzzle, SatOptions("primal", "pairwise", frame="units"))
    parts = model.cnf.part_sizes()
    assert len(model.choices) == sum(int(puzzle.periods[p]) for p in set(puzzle.kinds.tolist())) * 49
    assert parts["P4"].clauses == len(model.choices) - int(model.choices.fitting.sum())
    assert parts["P3"].clauses == len(model.choices) * 4 * 84 * 2 // (4 * 49)
    small = encode(puzzle, SatOptions("primal", "pairwise")).cnf.size()
    assert small.variables < model.cnf.size().variables


def test_color_counts_by_adders_have_the_size_of_the_papers_part_pd3():
    """Table 3 at 7x7 with 6 colors: PD3 adds 868 variables, 5,925 clauses and 21,171 literals, after SatELite."""
    puzzle = make("one-set", 7, colors=6, seed=1).puzzle
    written = encode(puzzle, SatOptions("primal-dual", many="adder", frame="units"), labelled=True).cnf
    bare = encode(puzzle, SatOptions("primal-dual", pd3=False, frame="units"), labelled=True).cnf
    assert written.size().variables - bare.size().variables == 6 * 2 * 81
    sizes = [simplify(list(cnf.clauses())).after for cnf in (written, bare)]
    shares = [a - b for a, b in zip(*sizes, strict=True)]
    for ours, papers in zip(shares, (868, 5925, 21171), strict=True):
        assert 0.9 * papers < ours < 1.05 * papers


def test_chunks_hold_the_same_clauses():
    cnf = encode(ZOO["small"]()).cnf
    size = cnf.size()
    clauses = list(cnf.clauses())
    assert (len(clauses), sum(map(len, clauses))) == (size.clauses, size.literals)
    assert max(abs(x) for clause in clauses for x in clause) <= size.variables
    assert (cnf.flat() == 0).sum() == size.clauses
