"""The web application: one page, a REST interface below `/api`, and a WebSocket per watched search.

The interface is described at `/api/docs` (OpenAPI). Errors of the package become status 400 with their message.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
from collections.abc import AsyncIterator, Callable
from dataclasses import asdict, dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

from fastapi import FastAPI, HTTPException, Request, Response, WebSocket, WebSocketDisconnect
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse
from fastapi.staticfiles import StaticFiles

from edgematch import analyse, catalog, formats, generate, render
from edgematch.catalog.records import ScoreRecord, score_records
from edgematch.errors import EdgeMatchError, OptionError, UnknownName
from edgematch.model import Board
from edgematch.options import describe_options
from edgematch.search import SOLVERS, Can
from edgematch.studio import learn, levels
from edgematch.studio.background import Queue, in_thread
from edgematch.studio.campaigns import add_campaigns
from edgematch.studio.documents import (
    board_document,
    open_text,
    opened_document,
    puzzle_document,
    read_board,
    read_puzzle,
)
from edgematch.studio.notebook import motif_documents
from edgematch.studio.requests import (
    BoardRequest,
    ExportRequest,
    GenerateRequest,
    LearnRequest,
    PuzzleRequest,
    ReadRequest,
    ResumeRequest,
    SearchRequest,
)
from edgematch.studio.searches import Searches
from edgematch.studio.security import App, Guard
from edgematch.studio.stored import add_boards, opener
from edgematch.studio.worker import GOALS

STATIC = Path(__file__).parent / "static"
FIRST_BOARD = "eternity2-start"
"""The record that the page opens with."""

MOST_SAID = 1000
"""Characters of what is said about a malformed request."""

PICTURES = {"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf"}


@dataclass(frozen=True)
class Settings:
    """What a studio may do: the names it answers to, its token, and its bounds."""

    hosts: tuple[str, ...]
    token: str = ""
    is_read_only: bool = False
    most_seconds: float = 3600.0
    store: str | None = None
    """The URL of the store; None is the user's own."""

    def allow(self, what: str) -> None:
        """Refuse in a read-only studio."""
        if self.is_read_only:
            raise HTTPException(403, f"this studio is read-only: it {what}")


def create_app(settings: Settings) -> App:
    """The application behind its guard."""
    searches, queue = Searches(most_seconds=settings.most_seconds), Queue()

    @contextlib.asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        warming = asyncio.create_task(in_thread(_prepare_first_page))
        yield
        await warming
        queue.close()
        await searches.close()

    app = FastAPI(title="edgematch studio", version=version("edgematch"), lifespan=lifespan, docs_url=None, redoc_url=None,
                  openapi_url="/api/openapi.json")  # fmt: skip

    @app.exception_handler(EdgeMatchError)
    async def refused(_: Request, problem: Exception) -> Response:
        return JSONResponse({"error": str(problem)}, status_code=400)

    @app.exception_handler(RequestValidationError)
    async def malformed(_: Request, problem: Exception) -> Response:
        assert isinstance(problem, RequestValidationError)
        faults = "; ".join(f"{one['loc'][-1]}: {one['msg']}" for one in problem.errors())
        return JSONResponse({"error": faults[:MOST_SAID]}, status_code=422)

    _add_boards_to_open(app)
    _add_lists(app)
    _add_pictures(app, queue)
    _add_tools(app, queue)
    _add_searches(app, searches, allow=partial(settings.allow, "runs no search"))
    store = opener(settings.store, is_read_only=settings.is_read_only)
    add_boards(app, store, allow=partial(settings.allow, "keeps no board"))
    add_campaigns(app, store, allow=partial(settings.allow, "changes no campaign"))

    @app.get("/", include_in_schema=False)
    async def page() -> Response:
        return FileResponse(STATIC / "index.html", headers={"cache-control": "no-cache"})

    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    return Guard(app, settings.hosts, settings.token)


def _add_boards_to_open(app: FastAPI) -> None:
    """Puzzles and boards: those that are known, and those that come as a text."""

    @app.get("/api/puzzles")
    async def puzzles() -> list[dict[str, Any]]:
        """The named puzzles of the catalog: name, what it is, width and height."""
        return [
            {"name": e.name, "about": e.about, "width": e.puzzle.width, "height": e.puzzle.height}
            for e in catalog.describe()
        ]

    @app.post("/api/open")
    async def open_(request: Request) -> dict[str, Any]:
        """Open a name, a URL of a viewer or the content of a file; the body is the text itself."""
        text = (await request.body()).decode("utf-8", errors="replace")
        return await in_thread(open_text, text)

    @app.post("/api/read")
    async def read(body: ReadRequest) -> dict[str, Any]:
        """Open a text as `/api/open` does; boards that do not say what their pieces look like are of the puzzle."""
        return await in_thread(open_text, body.text, None if body.puzzle is None else read_puzzle(body.puzzle))

    @app.post("/api/score")
    async def score(body: BoardRequest) -> dict[str, Any]:
        """A board scored by the model, with every fault, and the file formats that can hold it."""
        found = read_puzzle(body.puzzle)
        board = read_board(found, body.placements)
        holding = formats.holding(board) if board.count else formats.holding(found)
        return {"puzzle": puzzle_document(found), "board": board_document(board), "formats": holding}

    @app.get("/api/records")
    async def records() -> list[dict[str, Any]]:
        """The best boards found with this package: puzzle, score and how each was found."""
        return [_record(one) for one in score_records()]

    @app.get("/api/records/{puzzle:path}")
    async def record(puzzle: str) -> dict[str, Any]:
        """The record board of a puzzle, as `/api/open` returns it."""
        return await in_thread(_record_board, puzzle)


def _add_lists(app: FastAPI) -> None:
    """What the page offers to choose from: solvers, formats and models."""

    @app.get("/api/solvers")
    async def solvers() -> list[dict[str, Any]]:
        """Every solver: what it can do, what is missing to run it, its options with default, range and help."""
        return [_solver(name) for name in SOLVERS.names()]

    @app.get("/api/formats")
    async def known_formats() -> list[dict[str, Any]]:
        """Every file format: what it is, what it holds, its suffix."""
        return [
            {
                "name": one.name,
                "about": one.about,
                "holds": one.kinds(),
                "suffix": one.suffixes[0] if one.suffixes else ".txt",
            }
            for one in formats.every()
        ]

    @app.get("/api/models")
    async def models() -> list[dict[str, Any]]:
        """Every generation model with its options."""
        return [
            {"name": name, "summary": generate.document(name).partition("\n")[0],
             "options": _options(generate.find(name).Options)}
            for name in generate.names()
        ]  # fmt: skip


def _prepare_first_page() -> None:
    """Read what the first page asks for, so that whoever opens it does not wait for imports."""
    _record_board(FIRST_BOARD)
    motif_documents(22)
    catalog.describe()
    formats.every()


def _record(one: ScoreRecord) -> dict[str, Any]:
    return {key: value for key, value in asdict(one).items() if key != "board"}


@functools.cache
def _record_board(puzzle: str) -> dict[str, Any]:
    found = next((one for one in score_records() if one.puzzle == puzzle), None)
    if found is None:
        raise UnknownName("record", puzzle, [one.puzzle for one in score_records()])
    board = found.loaded()
    if puzzle in catalog.names():
        board = Board(catalog.get(puzzle), board.placements)
    return {**opened_document(board), "record": _record(found)}


@functools.cache
def _solver(name: str) -> dict[str, Any]:
    cls = SOLVERS.find(name)
    return {
        "name": name,
        "summary": SOLVERS.document(name).partition("\n")[0],
        "can": [flag.name.lower() for flag in Can if cls.can & flag and flag.name],
        "variants": list(cls.variants),
        "missing": cls().missing_dependency(),
        "options": _options(cls.Options),
    }


def _options(options: type) -> list[dict[str, str]]:
    return [dict(zip(("name", "default", "allowed", "help"), row, strict=True)) for row in describe_options(options)]


def _add_pictures(app: FastAPI, queue: Queue) -> None:
    """What the page draws with, and files to download."""

    @app.get("/api/motifs")
    async def motifs(colors: int) -> list[dict[str, Any]]:
        """For each color from 0 on the paints and outlines of a north side in a cell 100 units wide."""
        if not 0 <= colors <= 255:
            raise OptionError("colors must be 0 to 255")
        return motif_documents(colors)

    @app.post("/api/export")
    async def export(body: ExportRequest) -> Response:
        """A board, or a puzzle where no placements are given, as a picture, a sheet to print, or a file."""
        found = read_puzzle(body.puzzle)
        subject = found if body.placements is None else read_board(found, body.placements)
        if body.format == "pdf":
            return Response(await queue.run(render.sheet, found), media_type=PICTURES["pdf"])
        if body.format in PICTURES:
            data = await queue.run(render.svg if body.format == "svg" else render.png, subject)
            return Response(data, media_type=PICTURES[body.format])
        return Response(formats.dump(subject, body.format), media_type="text/plain; charset=utf-8")


def _add_tools(app: FastAPI, queue: Queue) -> None:
    """Generation, analysis and step-by-step traces."""

    @app.post("/api/generate")
    async def make(body: GenerateRequest) -> dict[str, Any]:
        """A fresh puzzle: of a model, or with one solution at a level of difficulty (`easy`, `medium`, `hard`)."""
        if body.level:
            leveled = await queue.run(levels.make_level, body.level, seed=body.seed)
            return {"puzzle": puzzle_document(leveled.puzzle), "nodes": leveled.nodes, "level": body.level}
        model = generate.configure(body.model)
        known = {row["name"] for row in _options(type(model).Options)} | {"hints", "where"}
        if wrong := sorted(set(body.options) - known):
            raise OptionError(f"model {model.name} has no option {', '.join(wrong)}; it has {', '.join(sorted(known))}")
        work = partial(generate.make, body.model, body.width, body.height, seed=body.seed, **body.options)
        made = await queue.run(work)
        return {"puzzle": puzzle_document(made.puzzle), "model": made.model}

    @app.post("/api/analyse")
    async def analysed(body: PuzzleRequest) -> dict[str, Any]:
        """Everything cheap to know about a puzzle."""
        report = await queue.run(analyse.report, read_puzzle(body.puzzle))
        return report.to_dict()

    @app.post("/api/learn")
    async def steps(body: LearnRequest) -> list[learn.Step]:
        """The first steps of a search on a small puzzle."""
        return await queue.run(learn.trace, read_puzzle(body.puzzle), body.method, width=body.width)


def _add_searches(app: FastAPI, searches: Searches, *, allow: Callable[[], None]) -> None:
    """Start, watch, stop and resume searches; `allow` refuses in a read-only studio."""

    @app.get("/api/searches")
    async def every() -> list[dict[str, Any]]:
        """The searches of this server, the oldest first."""
        return [search.summary() for search in searches.all()]

    @app.post("/api/searches")
    async def start(body: SearchRequest) -> dict[str, Any]:
        """Start a search; follow it at the WebSocket `/api/searches/NUMBER/events`."""
        allow()
        puzzle = read_puzzle(body.puzzle)
        if body.goal not in GOALS:
            raise OptionError(f"the goal must be one of {', '.join(GOALS)}")
        for placements in [*body.roots, *([body.start] if body.start else [])]:
            read_board(puzzle, placements)
        return (await searches.start(body.model_dump())).summary()

    @app.get("/api/searches/{number}")
    async def one(number: int) -> dict[str, Any]:
        """One search: what was asked, its latest progress, and its end."""
        return searches.get(number).summary()

    @app.post("/api/searches/{number}/stop")
    async def stop(number: int) -> dict[str, Any]:
        """Stop a search; what it found and what is left are kept."""
        allow()
        return (await searches.stop(number)).summary()

    @app.post("/api/searches/{number}/resume")
    async def resume(number: int, body: ResumeRequest) -> dict[str, Any]:
        """Start a search of what a stopped one left."""
        allow()
        return (await searches.resume(number, body.seconds)).summary()

    @app.websocket("/api/searches/{number}/events")
    async def events(socket: WebSocket, number: int) -> None:
        try:
            async with searches.listen(number) as queue:
                await socket.accept()
                await _send_events(socket, queue)
        except EdgeMatchError as problem:
            await socket.close(1013, str(problem)[:120])


async def _send_events(socket: WebSocket, queue: asyncio.Queue[dict[str, Any]]) -> None:
    """Send events until the search or the page ends."""
    gone = asyncio.create_task(socket.receive())
    try:
        while not gone.done():
            event = asyncio.create_task(queue.get())
            await asyncio.wait({gone, event}, return_when=asyncio.FIRST_COMPLETED)
            if not event.done():
                event.cancel()
                return
            await socket.send_json(event.result())
            if event.result()["event"] in ("done", "failed"):
                await socket.close()
                return
    except (WebSocketDisconnect, RuntimeError):
        return
    finally:
        gone.cancel()
