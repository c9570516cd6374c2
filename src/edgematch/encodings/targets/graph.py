"""Graphs: the DIMACS form of the clique challenges."""

from __future__ import annotations

from collections.abc import Iterator

from edgematch.encodings.clique import CliqueGraph
from edgematch.encodings.document import Document, placed
from edgematch.model import Puzzle

EXACT_NODES = 20_000
"""Up to this many nodes edges are counted; beyond, the size is estimated and the file is probably refused."""


def clq(puzzle: Puzzle, *, labelled: bool) -> Document:
    """The graph whose cliques with a node for each cell are the solutions; nodes are numbered from 1."""
    graph = CliqueGraph.of(puzzle, labelled=labelled)
    nodes = len(graph)
    edges = graph.count_edges() if nodes <= EXACT_NODES else graph.estimate_edges()

    def text() -> Iterator[str]:
        yield f"c {puzzle.name or 'puzzle'}: a clique of {puzzle.cells} nodes is a solution\np edge {nodes} {edges}\n"
        for node, row in graph.rows():
            yield "".join(f"e {node + 1} {other + 1}\n" for other in row.tolist())

    possible = nodes * (nodes - 1) / 2
    facts = {"nodes": nodes, "edges": edges, "density": round(edges / possible, 4) if possible else 1.0}
    expected = edges * (2 * len(str(nodes)) + 4)

    def meanings() -> Iterator[str]:
        return placed(graph.choices, range(1, nodes + 1), kept=graph.kept)

    return Document("clq", puzzle, facts, expected, text, meanings)
