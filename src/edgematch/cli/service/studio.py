"""`edgematch studio`: the local web page."""

from __future__ import annotations

from typing import Annotated

import typer

from edgematch.cli import arguments as arg

app = arg.VerbApp()

EPILOG = """Examples:

`edgematch studio`

`edgematch studio --port 0 --no-browser` &nbsp; prints the URL of the page first

`edgematch studio --store sqlite:///boards.db` &nbsp; shows the boards of this store"""


@app.command(epilog=EPILOG)
def studio(
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="The port; 0 takes any free one.")] = 8712,
    host: Annotated[
        str, typer.Option("--host", help="The host to listen on; one that others can reach requires a token.")
    ] = "127.0.0.1",
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")] = True,
    read_only: Annotated[
        bool, typer.Option("--read-only", help="Show and convert, but run no search and keep no board.")
    ] = False,
    store: Annotated[
        str | None, typer.Option("--store", metavar="URL", help="The store of boards; default: your own.")
    ] = None,
    most_seconds: Annotated[float, typer.Option("--most-seconds", min=1, help="The longest search.")] = 3600,
) -> None:
    """Open a local page to see, play, watch, race and analyse puzzles."""
    from edgematch import studio as package

    package.require()
    from edgematch.studio.server import serve

    serve(
        host, port, open_browser=browser, read_only=read_only, most_seconds=most_seconds, store=store, tell=typer.echo
    )
