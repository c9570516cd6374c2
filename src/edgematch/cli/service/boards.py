"""`edgematch boards`: the boards of a store."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from edgematch import catalog, formats, render
from edgematch.catalog import collections
from edgematch.cli import arguments as arg
from edgematch.cli.output import board_summary, echo_board, print_json, print_rows
from edgematch.cli.run_search import load_puzzle
from edgematch.errors import EdgeMatchError, OptionError
from edgematch.files import write_whole
from edgematch.formats import AS_WRITTEN, Reading
from edgematch.model import Puzzle
from edgematch.search.progress import plural
from edgematch.store import open_store

app = arg.VerbApp(group=True)

MOST_IN_GALLERY = 200

EPILOG = """Examples:

`edgematch boards add board.json --store boards.db --found-by me`

`edgematch boards list --min-score 20 --store boards.db`

`edgematch boards export gallery.html --store boards.db` &nbsp; pictures; .jsonl for a program, .txt for URLs

`edgematch boards import gallery.jsonl --store other.db` &nbsp; what `boards export gallery.jsonl` wrote"""

OfPuzzle = Annotated[
    str | None, typer.Option("--puzzle", help="Only boards of this puzzle: its name, or the beginning of its digest.")
]
MinScore = Annotated[int | None, typer.Option("--min-score", min=0, help="Only boards of this score or more.")]
HintsKept = Annotated[
    int | None, typer.Option("--hints", min=0, help="Only boards that keep this many hints of their puzzle or more.")
]
OfCampaign = Annotated[str | None, typer.Option("--campaign", help="Only boards that this campaign found.")]


@app.callback(epilog=EPILOG)
def boards() -> None:
    """Keep boards in a store: list, show, add, export, import."""


@app.command("list")
def list_(
    puzzle: OfPuzzle = None,
    min_score: MinScore = None,
    hints: HintsKept = None,
    campaign: OfCampaign = None,
    limit: Annotated[int, typer.Option("--limit", min=1, help="At most this many.")] = 50,
    store: arg.StoreUrl = None,
    format: arg.Format = arg.OutputFormat.text,
) -> None:
    """List the boards of a store, the highest score first."""
    wanted = _stored(puzzle)
    with open_store(store, create=False) as kept:
        found = kept.boards.list(puzzle=wanted, min_score=min_score, hints=hints, campaign=campaign, limit=limit)
        total = kept.boards.count(puzzle=wanted, min_score=min_score, hints=hints, campaign=campaign)
    print_rows([one.to_dict() for one in found], format, _line)
    if total > len(found):
        typer.echo(f"{len(found)} of {plural(total, 'board')} shown; --limit shows more", err=True)
    elif not total:
        typer.echo("no board passes these filters", err=True)


def _stored(puzzle: str | None) -> str | Puzzle | None:
    """What the store is asked for: a file of a public collection is the puzzle in it."""
    return catalog.load_puzzle(puzzle) if puzzle and collections.is_name(puzzle) else puzzle


def _line(row: dict[str, Any]) -> str:
    hints = f", {row['hints_kept']} of {row['hints']} hints" if row["hints"] else ""
    who = " by ".join(filter(None, (row["solver"], row["found_by"])))
    score = f"{row['score']:>4} of {row['edges']}"
    return f"{row['id']}  {score}{hints}  {row['puzzle']}  {row['found_at'][:16].replace('T', ' ')}  {who}".rstrip()


@app.command("show")
def show(
    board: Annotated[str, typer.Argument(metavar="ID", help="The id of a board, or the beginning of it.")],
    store: arg.StoreUrl = None,
    format: arg.Format = arg.OutputFormat.text,
) -> None:
    """Show a board of a store."""
    with open_store(store, create=False) as kept:
        found = kept.boards.get(board)
    if format is arg.OutputFormat.text:
        echo_board(found.board, _line(found.to_dict()))
    else:
        print_json(found.to_dict() | board_summary(found.board))


@app.command("add")
def add(
    files: Annotated[list[str], typer.Argument(metavar="BOARD...", help="Paths, URLs or -.")],
    puzzle: arg.PuzzleOption = None,
    found_by: Annotated[str, typer.Option("--found-by", help="Who found them.")] = "",
    solver: Annotated[str, typer.Option("--solver", help="What found them.")] = "",
    reading: Reading = AS_WRITTEN,
    store: arg.StoreUrl = None,
) -> None:
    """Add boards to a store; each is kept once, and one with faults is refused before any is added."""
    known = None if puzzle is None else load_puzzle(puzzle, reading=reading.without_format())
    several = [catalog.load_board(file, known, reading=reading) for file in files]
    with open_store(store) as kept:
        new = kept.boards.add(several, found_by=found_by, solver=solver)
    typer.echo(f"{plural(new, 'new board')}, {len(several) - new} already there")


@app.command("export")
def export(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A page (.html), JSON lines (.jsonl) or URLs (.txt).")],
    puzzle: OfPuzzle = None,
    min_score: MinScore = None,
    hints: HintsKept = None,
    campaign: OfCampaign = None,
    limit: Annotated[int | None, typer.Option("--limit", min=1, help="At most this many.")] = None,
    store: arg.StoreUrl = None,
) -> None:
    """Write boards to a file: a gallery as HTML, JSON lines that `boards import` reads, or URLs of a viewer."""
    kind = file.suffix.lower()
    if kind not in (".html", ".jsonl", ".txt"):
        raise OptionError(f"boards are written to a file ending in .html, .jsonl or .txt, not to {file}")
    most = min(limit or MOST_IN_GALLERY, MOST_IN_GALLERY) if kind == ".html" else limit
    wanted = _stored(puzzle)
    with open_store(store, create=False) as kept:
        found = kept.boards.list(puzzle=wanted, min_score=min_score, hints=hints, campaign=campaign, limit=most)
    if not found:
        raise OptionError("no board passes these filters; nothing was written")
    if kind == ".html":
        links = [one.url or "" for one in found]
        content = render.html([one.board for one in found], title=puzzle or "Boards of the store", links=links)
    elif kind == ".jsonl":
        content = "".join(_exported(one.board, one.found_by, one.solver) for one in found)
    else:
        found = [one for one in found if one.url]
        content = "".join(f"{one.url}\n" for one in found)
    write_whole(file, content)
    typer.echo(f"{plural(len(found), 'board')} written to {file}", err=True)


def _exported(board: Any, found_by: str, solver: str) -> str:
    import json

    document = json.loads(formats.dump(board, "native"))
    return json.dumps({"board": document, "found_by": found_by, "solver": solver}) + "\n"


@app.command("import")
def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="JSON lines that `boards export` wrote.")],
    store: arg.StoreUrl = None,
) -> None:
    """Add the boards of a file that `boards export` wrote; every board is scored again."""
    rows = list(_imported(file))
    with open_store(store) as kept:
        new = sum(kept.boards.add(board, found_by=found_by, solver=solver) for board, found_by, solver in rows)
    typer.echo(f"{plural(new, 'new board')}, {len(rows) - new} already there")


def _imported(file: Path) -> Any:
    import json

    from edgematch.errors import FormatError
    from edgematch.files import file_error
    from edgematch.model import Board

    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as bad:
        raise file_error(bad, file) from None
    for number, line in enumerate(lines, start=1):
        place = f"{file}:{number}"
        try:
            row = json.loads(line)
            board = formats.parse(json.dumps(row["board"]), "native")
            if not isinstance(board, Board) or board.faults():
                raise FormatError("a puzzle, or a board with faults")
            yield board, str(row.get("found_by", "")), str(row.get("solver", ""))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError, EdgeMatchError) as bad:
            reason = bad if isinstance(bad, EdgeMatchError) else "no JSON object with a field 'board'"
            raise FormatError(
                f"this line holds no board: {reason}", source=place, remedy="give a file that `boards export` wrote"
            ) from None
