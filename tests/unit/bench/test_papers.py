"""The figures of the papers: complete, consistent with themselves, and under the names that our rows have."""

from __future__ import annotations

import math

import pytest

from edgematch.bench import load_suite, suite_names
from edgematch.bench.instances import load
from edgematch.bench.papers import load_paper, paper_names
from edgematch.search import COUNT, Run, Task

BENOIST48 = (
    [f"E_7_{k}" for k in range(1, 5)]
    + ["E_8_1"]
    + [f"E_9_{k}" for k in range(1, 18)]
    + [f"E_10_{k}" for k in range(1, 27)]
)


def rows_of(suite) -> set[str]:
    """The rows of a suite, those of files that are not on this machine too."""
    return {suite.row(instance) for instance in (*suite.listed, *suite.instances)}


@pytest.mark.parametrize("name", paper_names())
def test_every_paper_says_where_it_is_from_and_is_used(name):
    paper = load_paper(name)
    assert paper.source
    assert paper.unit
    assert name in {load_suite(suite).paper for suite in suite_names()}
    for column in paper.columns.values():
        assert all(cell.strip() for cell in column.values())


@pytest.mark.parametrize("name", [name for name in suite_names() if load_suite(name).paper])
def test_every_published_row_is_a_row_of_ours(name):
    suite = load_suite(name)
    paper, rows = load_paper(suite.paper), rows_of(suite)
    for title, column in paper.columns.items():
        assert column.keys() <= rows | set(paper.summary), title


@pytest.mark.parametrize("column", ["Benoist", "MAC", "SAT(PD)", "ZLA"])
def test_the_means_of_zla_table_1_are_those_of_its_rows(column):
    """PLA-ONION is left out: it has a zero."""
    paper = load_paper("zla-table1")
    rows = [paper.number(column, row) for row in BENOIST48]
    mean = math.exp(sum(map(math.log, rows)) / len(rows))
    assert round(mean, 2) == paper.number(column, "geometric mean")


def test_table_1_of_ansotegui_is_its_equation_2():
    """log10 of 4! (4(n-2))! 4^((n-2)^2) ((n-2)^2)! cf^-4(n-1) cm^-2(n-1)(n-2), worked out here by whole numbers."""
    (column,) = load_paper("ansotegui-table1").columns.values()
    assert len(column) == 40
    for row, cell in column.items():
        size, colors = row.split()
        n, (inner, frame) = int(size.partition("x")[0]), map(int, colors.split(":"))
        cells = (n - 2) ** 2
        ways = 24 * math.factorial(4 * (n - 2)) * 4**cells * math.factorial(cells)
        expected = math.log10(ways) - math.log10(frame ** (4 * (n - 1)) * inner ** (2 * (n - 1) * (n - 2)))
        assert round(expected) == int(cell), row


def test_sizes_in_table_1_of_salassa_follow_from_the_size_of_the_board():
    """One corner piece is pinned in the graphs; the MILP has a variable per piece, cell and turn, and per edge."""
    columns = load_paper("salassa-table1").columns
    for row, cell in columns["clique nodes / edges / density"].items():
        n = int(row[0])
        nodes, edges, density = (float(part.strip(" %")) for part in cell.split("/"))
        assert nodes == 1 + 3 * 3 + (4 * (n - 2)) ** 2 + 4 * (n - 2) ** 4
        assert 100 * edges / (nodes * (nodes - 1) / 2) == pytest.approx(density, abs=0.06)
    for row, cell in columns["MILP variables / constraints"].items():
        n = int(row[0])
        edges = 2 * n * (n - 1)
        variables, constraints = map(int, cell.split("/"))
        assert variables == 4 * n**4 + edges
        assert (constraints - 2 * n * n - 4 * n) % (2 * edges) == 0


def test_numbers_of_cells():
    paper = load_paper("benoist-table2")
    assert paper.number("choco 4edges", "E_10_16") == 15595
    assert load_paper("salassa-table3").number("greedy 1 row", "10x10") == 161.10
    assert load_paper("salassa-table1").number("MILP variables / constraints", "3x3") is None
    assert load_paper("zla-table1").number("PLA-ONION", "E_10_17") is None
    assert load_paper("zla-table2").number("Minion", "7x7 7:2") is None


@pytest.mark.parametrize("name", [name for name in suite_names() if load_suite(name).methods])
def test_methods_are_columns_of_the_paper_and_solvers_of_the_suite(name):
    suite = load_suite(name)
    assert suite.methods.keys() <= load_paper(suite.paper).columns.keys()
    assert set(suite.methods.values()) <= set(suite.solvers)


def nodes_of(solver: str, puzzle: str) -> int:
    return Run(solver, Task(load(puzzle), COUNT)).outcome.stats.nodes


@pytest.mark.parametrize("name", ["benoist-table2", "choco"])
def test_basiccp_fills_surrounded_cells_first(name):
    """The patterns of section 5.1 belong to BasicCP: without them its trees are up to 4.2 times the paper's."""
    basic, puzzle = load_suite(name).methods["BasicCP O(1)"], "benoist?colors=8@7x7#1"
    assert [nodes_of(basic + more, puzzle) for more in ("", "&patterns=false")] == [36387, 60323]


@pytest.mark.data
@pytest.mark.parametrize("row", ["E_9_4", "E_10_16"])
def test_the_trees_of_basiccp_are_about_as_large_as_the_papers(row):
    suite = load_suite("benoist-table2")
    (puzzle,) = [instance for instance in suite.instances if suite.row(instance) == row] or [None]
    if puzzle is None:
        pytest.skip("the files of benoist48 are not here")
    published = load_paper("benoist-table2").columns["BasicCP O(1)"][row]
    nodes = float(published.rpartition(",")[2])
    assert 0.5 < nodes_of(suite.methods["BasicCP O(1)"], puzzle) / nodes <= 1
