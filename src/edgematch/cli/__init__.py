"""The command line: one file a verb, each registering itself; results on stdout, progress on stderr.

Exit codes: 0 answered, 1 not answered within the limits, 2 bad usage or bad input, 3 proved impossible.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import sys
import warnings
from typing import Annotated, Any

import typer

from edgematch.errors import DeprecatedName, EdgeMatchError

HELP = """Edge-matching puzzles: solve, count, score, draw, convert, generate and analyse Eternity II and its family.

A PUZZLE is a name of the catalog (`edgematch puzzles`), a path, an address of a viewer, or - for standard input."""

BAD_INPUT = 2
INTERRUPTED = 130


def build() -> typer.Typer:
    """The application with the verbs of this folder."""
    app = typer.Typer(
        help=HELP, no_args_is_help=True, rich_markup_mode="markdown", pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )  # fmt: skip

    @app.callback()
    def common(
        version: Annotated[
            bool, typer.Option("--version", help="Print the version and exit.", is_eager=True, callback=_print_version)
        ] = False,
    ) -> None:
        pass

    for module in sorted(pkgutil.walk_packages(__path__, f"{__name__}."), key=lambda m: m.name.rpartition(".")[2]):
        stem = module.name.rpartition(".")[2]
        if not module.ispkg and not stem.startswith("_"):
            importlib.import_module(module.name).register(app)
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
        else:
            ordinary(message, category, *place, **more)

    warnings.showwarning = show
    warnings.simplefilter("once", DeprecatedName)


def main() -> None:
    """Run the command line; what the package refuses becomes a message and exit code 2, never a traceback."""
    _print_deprecations()
    try:
        build()()
    except EdgeMatchError as error:
        typer.echo(f"error: {error}", err=True)
        sys.exit(BAD_INPUT)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
