"""`edgematch encode`: write a puzzle as a formula, program, model or graph for solvers of other people."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from edgematch import catalog
from edgematch.cli import _arguments as arg
from edgematch.encodings import targets
from edgematch.encodings.cardinality import MANYS, ONES
from edgematch.encodings.document import MAX_BYTES, write
from edgematch.encodings.sat import ENCODINGS, FRAMES, SatOptions

EPILOG = """Examples:

`edgematch encode clue1 --to cnf -o clue1.cnf; cadical clue1.cnf > clue1.out; edgematch decode clue1.cnf clue1.out`

`edgematch encode puzzle.txt --to lp --feasibility -o puzzle.lp`

`edgematch encode puzzle.txt --to clq --anchored --labelled -o puzzle.clq`"""


def encode(
    puzzle: arg.PuzzleArgument,
    to: Annotated[str, typer.Option("--to", help=f"What to write: {', '.join(targets.TARGETS)}.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="The file to write; its map is written beside it.")],
    encoding: Annotated[str, typer.Option(help=f"Clauses: {', '.join(ENCODINGS)}.")] = "primal-dual",
    one: Annotated[str, typer.Option(help=f"Clauses: how exactly-one is written: {', '.join(ONES)}.")] = "ladder",
    many: Annotated[str, typer.Option(help=f"Clauses: how exactly-k is written: {', '.join(MANYS)}.")] = "seqcounter",
    pd3: Annotated[bool, typer.Option("--pd3/--no-pd3", help="Clauses: the redundant counts of colors.")] = True,
    frame: Annotated[
        str, typer.Option(help=f"Clauses: what the frame rules out: {', '.join(FRAMES)} (as unit clauses).")
    ] = "left-out",
    feasibility: Annotated[bool, typer.Option("--feasibility", help="Linear programs: no breaks at all.")] = False,
    misfits: Annotated[
        bool, typer.Option("--misfits", help="Linear programs: keep variables that the frame rules out.")
    ] = False,
    labelled: arg.Labelled = False,
    anchored: arg.Anchored = False,
    not_turnable: arg.NotTurnable = False,
    hints: arg.Hints = None,
    max_bytes: Annotated[int, typer.Option(help="Refuse to write more than this.")] = MAX_BYTES,
) -> None:
    """Write a PUZZLE for a SAT, MaxSAT, pseudo-Boolean, MILP, clique, CP or ASP solver, with a map of its variables."""
    thing = catalog.load_puzzle(puzzle, turnable=False if not_turnable else None)
    if hints is not None:
        from edgematch import formats

        thing = formats.with_hints(thing, hints)
    wishes = targets.EncodeOptions(
        SatOptions(encoding, one, many, pd3, frame), feasibility=feasibility, misfits=misfits, labelled=labelled
    )
    document = targets.encode(thing.anchored() if anchored else thing, to, wishes)
    beside = write(document, output, max_bytes=max_bytes)
    facts = ", ".join(f"{value:,} {name}" for name, value in document.facts.items())
    typer.echo(f"{output}: {facts}; {output.stat().st_size:,} bytes, map in {beside.name}")


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command(epilog=EPILOG)(encode)
