"""The clique graph: its four rules, the counts of the paper, cliques as boards."""

from __future__ import annotations

import pytest
from tests.data import reference

from edgematch import catalog
from edgematch.encodings.clique import CliqueGraph
from edgematch.search import ALL, solve
from edgematch.testing.zoo import ZOO


@pytest.mark.parametrize("kind", ["square", "duplicates", "symmetric", "not-turnable"])
def test_each_answer_is_one_clique(kind):
    puzzle = ZOO[kind]()
    graph = CliqueGraph.of(puzzle, labelled=False)
    nodes = [graph.conflicts(node) for node in range(len(graph))]
    cliques = []

    def grow(clique, free):
        if len(clique) == puzzle.cells:
            cliques.append(clique)
            return
        cell = len(clique)
        for node in [n for n in free if graph.cells[n] == cell]:
            grow([*clique, node], [n for n in free if not nodes[node][n]])

    grow([], list(range(len(graph))))
    boards = [graph.decode(clique).canonical() for clique in cliques]
    assert sorted(b.placements.tolist() for b in boards) == sorted(
        b.placements.tolist() for b in solve(puzzle, ALL, solver="plain").answers
    )


@pytest.mark.data
def test_counts_of_table_1():
    """Owen's set 2 is the paper's set; two of its edge counts are one above ours."""
    paper = {3: (30, 291), 4: (138, 6707), 5: (478, 86184), 6: (1290, 674512)}
    for size, (nodes, edges) in paper.items():
        puzzle = catalog.load_puzzle(str(reference("owen", "set2", f"{size:02}x{size:02}.txt")))
        graph = CliqueGraph.of(puzzle.anchored())
        assert len(graph) == nodes
        assert edges - graph.count_edges() in (0, 1)
