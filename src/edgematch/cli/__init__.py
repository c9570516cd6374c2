"""The command line: one file per verb, loaded when it is used; results on stdout, progress on stderr.

Exit codes: 0 answered, 1 not answered within the limits, 2 bad usage or bad input, 3 proved impossible,
130 interrupted.
"""

from __future__ import annotations

import importlib
import io
import os
import signal
import sys
import warnings
from pathlib import Path
from typing import Annotated, Any, NamedTuple, NoReturn

import typer

from edgematch.cli.arguments import Command, Group
from edgematch.errors import DeprecatedName, EdgeMatchError, OptionError, ReadingNote

HELP = """Edge-matching puzzles: solve, count, score, draw, convert, generate and analyse Eternity II and its family.

A PUZZLE is a name (`edgematch puzzles`, `edgematch data list`), a path, a URL of a viewer, or - for standard input.
`edgematch demo` is a first try, `edgematch VERB --help` has examples."""

BAD_INPUT = 2
INTERRUPTED = 130


class Verb(NamedTuple):
    """Where a verb is implemented, and its line in the list of verbs."""

    module: str
    help: str


VERBS = {
    "add": Verb("search.add", "Add up the searches of the parts of one puzzle."),
    "analyse": Verb("puzzle.analyse", "Report on a PUZZLE, find its backbone, or measure hardness over colors."),
    "bench": Verb("service.bench", "Run suites of measurements, report them, compare solvers or commits."),
    "best": Verb("search.best", "Find a board of PUZZLE with as many matched edges as possible."),
    "boards": Verb("service.boards", "Keep boards in a store: list, show, add, export, import."),
    "campaign": Verb("service.campaign", "Run one search on many workers, kept in a store, added up exactly."),
    "convert": Verb("puzzle.convert", "Convert a PUZZLE or BOARD to another format."),
    "count": Verb("search.count", "Count the solutions of a PUZZLE."),
    "data": Verb("service.data", "List, download and find public collections of puzzles."),
    "decode": Verb("search.decode", "Turn the output of an external solver into a board and score it."),
    "demo": Verb("puzzle.demo", "Solve a clue puzzle of Eternity II, print it, and draw it."),
    "doctor": Verb("service.doctor", "Report what works on this machine, what is missing, and how to add it."),
    "encode": Verb("search.encode", "Write a PUZZLE for a SAT, MaxSAT, MILP, clique, CP or ASP solver."),
    "generate": Verb("puzzle.generate", "Generate puzzles of a MODEL, or look-alikes of a puzzle."),
    "perft": Verb("search.perft", "Count the partial boards of a PUZZLE by depth."),
    "polish": Verb("search.polish", "Fill some cells of a BOARD optimally."),
    "puzzles": Verb("puzzle.puzzles", "List the puzzles of the catalog."),
    "score": Verb("puzzle.score", "Score BOARDs and list what is wrong with them."),
    "show": Verb("puzzle.show", "Show a PUZZLE or a BOARD."),
    "solve": Verb("search.solve", "Find solutions of a PUZZLE."),
    "solvers": Verb("search.solvers", "List the solvers, or describe one."),
    "split": Verb("search.split", "Split the search of a PUZZLE into parts that can run anywhere."),
    "studio": Verb("service.studio", "Open a local page to see, play, watch, race and analyse puzzles."),
    "tune": Verb("search.tune", "Compare settings of a recipe on a PUZZLE, or fit the weights of a beam."),
}  # fmt: skip


PANELS = {"puzzle": "Puzzles and boards", "search": "Searches", "service": "Collections, measurements, services"}
"""The headings under which the help lists verbs, by the folder of their module."""


class Verbs(Group):
    """The verbs of `VERBS`: listed by their line, imported only when one is run or asked for its help."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - the signature of the base class
        """All verbs, in alphabetical order."""
        return sorted(VERBS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002 - the signature of the base class
        """The entry of a verb in the list."""
        if cmd_name not in VERBS:
            return None
        module, line = VERBS[cmd_name]
        return Command(cmd_name, help=line, rich_help_panel=PANELS[module.partition(".")[0]])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The verb that is to run, imported now."""
        name, command, rest = super().resolve_command(ctx, args)
        return name, load_verb(name) if name in VERBS else command, rest


def load_verb(name: str) -> Any:
    """The command of a verb; its module holds it as `app`."""
    command = typer.main.get_command(importlib.import_module(f"{__name__}.{VERBS[name].module}").app)
    command.name = name
    return command


def build() -> typer.Typer:
    """The application."""
    app = typer.Typer(
        cls=Verbs, help=HELP, no_args_is_help=True, rich_markup_mode="markdown", pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )  # fmt: skip

    @app.callback()
    def common(
        version: Annotated[
            bool, typer.Option("--version", help="Print the version and exit.", is_eager=True, callback=_print_version)
        ] = False,
    ) -> None:
        pass

    return app


def _print_version(wanted: bool) -> None:
    if wanted:
        from edgematch import __version__

        typer.echo(f"edgematch {__version__}")
        raise typer.Exit


def _print_deprecations() -> None:
    """Show each former name that is used as one line on stderr, once."""
    ordinary = warnings.showwarning

    def show(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> None:
        if issubclass(category, DeprecatedName):
            typer.echo(f"warning: {message}", err=True)
        elif issubclass(category, ReadingNote):
            typer.echo(f"note: {message}", err=True)
        else:
            ordinary(message, category, *place, **more)

    warnings.showwarning = show
    warnings.simplefilter("once", DeprecatedName)
    warnings.simplefilter("always", ReadingNote)


def _interrupt_once(number: int, frame: object) -> None:  # noqa: ARG001 - the signature that signals need
    """The first Ctrl-C interrupts; further ones must not disturb the end of the process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise KeyboardInterrupt


def _check_cpu_level() -> None:
    """Refuse a value of EDGEMATCH_CPU that this processor does not have."""
    if os.environ.get("EDGEMATCH_CPU"):
        from edgematch import native

        try:
            native.cpu_level()
        except ValueError as problem:
            raise OptionError(str(problem)) from None


def _prepare_streams() -> None:
    """Open standard streams that are closed, and let them take characters that their encoding lacks.

    Names of files may be no text, and a terminal may know ASCII only: such characters are written escaped.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode))  # noqa: SIM115 - open as long as the process
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _fail(message: str) -> NoReturn:
    typer.echo(f"error: {message}", err=True)
    _forget_output()
    sys.exit(BAD_INPUT)


def _forget_output() -> None:
    """Point standard output to nowhere, so that the end of the process does not try to write to it again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main() -> None:
    """Run the command line; what the package refuses becomes a message and exit code 2, never a traceback."""
    signal.signal(signal.SIGINT, _interrupt_once)
    _prepare_streams()
    _print_deprecations()
    try:
        _check_cpu_level()
        build()()
    except EdgeMatchError as error:
        _fail(str(error))
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except SystemExit as end:
        if not isinstance(end.__context__, BrokenPipeError):
            raise
        _forget_output()
        sys.exit(0)  # Typer says 1, which here is the code of a search without an answer
    except OSError as error:
        _fail(f"{error.filename or 'standard output'}: {error.strerror or error}")
    except MemoryError:
        _fail("there is not enough memory for this")
