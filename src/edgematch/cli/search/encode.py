"""`edgematch encode`: write a puzzle as a formula, program, model or graph for external solvers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from edgematch.cli import arguments as arg
from edgematch.cli.run_search import load_puzzle
from edgematch.encodings import targets
from edgematch.encodings.cardinality import MANYS, ONES
from edgematch.encodings.document import MAX_BYTES, write
from edgematch.encodings.sat import ENCODINGS, FRAMES, SatOptions
from edgematch.formats import AS_WRITTEN, Reading

app = arg.VerbApp()

EPILOG = """Examples:

`edgematch encode clue1 --to cnf -o clue1.cnf`

`edgematch encode demo-4x4 --to lp --feasibility -o demo.lp`

`edgematch encode demo-4x4 --to clq --anchored --labelled -o demo.clq`"""


@app.command(epilog=EPILOG)
def encode(
    puzzle: arg.PuzzleArgument,
    to: Annotated[str, typer.Option("--to", help=f"What to write: {', '.join(targets.TARGETS)}.")],
    output: Annotated[Path, typer.Option(*arg.OUT, help="The file to write, with its map next to it.")],
    encoding: Annotated[str, typer.Option(help=f"Clauses: {', '.join(ENCODINGS)}.")] = "primal-dual",
    one: Annotated[str, typer.Option(help=f"Clauses: how exactly-one is written: {', '.join(ONES)}.")] = "ladder",
    many: Annotated[str, typer.Option(help=f"Clauses: how exactly-k is written: {', '.join(MANYS)}.")] = "seqcounter",
    pd3: Annotated[bool, typer.Option("--pd3/--no-pd3", help="Clauses: the redundant counts of colors.")] = True,
    frame: Annotated[
        str, typer.Option(help=f"Clauses: how placements that the frame excludes are treated: {', '.join(FRAMES)}.")
    ] = "left-out",
    feasibility: Annotated[bool, typer.Option("--feasibility", help="Linear programs: no breaks at all.")] = False,
    misfits: Annotated[
        bool, typer.Option("--misfits", help="Linear programs: keep variables that the frame rules out.")
    ] = False,
    labelled: arg.Labelled = False,
    anchored: arg.Anchored = False,
    reading: Reading = AS_WRITTEN,
    hints: arg.Hints = None,
    max_bytes: Annotated[int, typer.Option(help="Refuse to write more than this.")] = MAX_BYTES,
) -> None:
    """Write a PUZZLE for a SAT, MaxSAT, pseudo-Boolean, MILP, clique, CP or ASP solver, with a map of its variables."""
    subject = load_puzzle(puzzle, hints=hints, reading=reading)
    options = targets.EncodeOptions(
        SatOptions(encoding, one, many, pd3, frame), feasibility=feasibility, misfits=misfits, labelled=labelled
    )
    document = targets.encode(subject.anchored() if anchored else subject, to, options)
    variables = write(document, output, max_bytes=max_bytes)
    facts = ", ".join(f"{value:,} {name}" for name, value in document.facts.items())
    typer.echo(f"{output}: {facts}; {output.stat().st_size:,} bytes, map in {variables.name}")
