"""Boards and puzzles as one HTML page that needs nothing from outside: styles, script and pictures are in it.

The page gives score, breaks, faults and hints next to each picture. Numbers and breaks are switched on and off by style
alone, so the page works without scripts too; the script only describes the cell one points at.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from edgematch.errors import OptionError
from edgematch.model import Board, Puzzle
from edgematch.model.grid import EAST, cell_name
from edgematch.render.scene import Scene, Subject, plain, scene
from edgematch.render.svg import definitions, document, drawing

TOGGLES = (
    "<div class='toggles'><label><input type='checkbox' id='numbers'> numbers</label>"
    "<label><input type='checkbox' id='breaks' checked> breaks</label></div>"
)


def html(subjects: Subject | Sequence[Subject], *, title: str = "", links: Sequence[str] = ()) -> str:
    """A self-contained page of boards and puzzles.

    `links` gives, in the same order, a URL where each can be seen elsewhere; fewer or none will do.
    """
    several = [subjects] if isinstance(subjects, Board | Puzzle) else list(subjects)
    urls = [_checked(link) for link in links] + [""] * (len(several) - len(links))
    if not several or len(links) > len(several):
        raise OptionError(f"{len(several)} pictures and {len(links)} links given; a page needs a picture for each link")
    scenes = [scene(subject) for subject in several]
    heading = escape(plain(title or scenes[0].puzzle.name or "edgematch"))
    articles = map(_article, several, scenes, urls)
    return (
        "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<title>{heading}</title><style>\n{_asset('page.css')}</style></head>\n<body>"
        f"<svg width='0' height='0' style='position:absolute' aria-hidden='true'>{definitions(*scenes)}</svg>"
        f"<header><h1>{heading}</h1>{TOGGLES}</header>\n<main>{''.join(articles)}</main>"
        f"<script>\n{_asset('page.js')}</script></body></html>\n"
    )


def _asset(name: str) -> str:
    from importlib.resources import files  # slow to import, and needed for pages alone

    return files("edgematch.render").joinpath(name).read_text(encoding="utf-8")


def _checked(link: str) -> str:
    if link and not link.startswith(("https://", "http://")):
        raise OptionError(f"a link starts with https:// or http://, not {link[:40]!r}")
    return link


def _article(subject: Subject, shown: Scene, link: str) -> str:
    drawn = drawing(shown, numbers=True, breaks=True, hints=True, rulers=True)
    picture = document(
        shown, drawn, size=None, rulers=True, attributes=f" role='img' aria-label='{escape(shown.caption)}'"
    )
    facts = _board_facts(subject, shown) if isinstance(subject, Board) else _puzzle_facts(subject)
    seen = f"<p><a href='{escape(link)}' rel='noreferrer'>open in a viewer</a></p>" if link else ""
    return (
        f"<article><figure>{picture}<figcaption>{escape(shown.caption)}</figcaption></figure>"
        f"<section>{facts}{seen}</section></article>\n"
    )


def _puzzle_facts(puzzle: Puzzle) -> str:
    return f"<h2>{escape(plain(puzzle.name) or 'puzzle')}</h2>" + _table(
        {
            "size": f"{puzzle.width} x {puzzle.height}",
            "pieces": puzzle.cells,
            "colors": puzzle.colors,
            "frame": "grey" if puzzle.framed else "none",
            "pieces may be turned": "yes" if puzzle.turnable else "no",
            "hints": len(puzzle.hints),
        }
    )


def _board_facts(board: Board, shown: Scene) -> str:
    puzzle = board.puzzle
    facts: dict[str, object] = {"breaks": board.breaks, "cells filled": f"{board.count} of {puzzle.cells}"}
    if puzzle.hints:
        facts["hints kept"] = f"{len(board.hints_kept())} of {len(puzzle.hints)}"
    faults = board.faults()
    return (
        f"<h2>{escape(plain(puzzle.name) or 'board')}</h2>"
        f"<div class='score'>{board.score} <small>of {puzzle.edges} edges match</small></div>"
        f"<meter min='0' max='{puzzle.edges}' value='{board.score}'></meter>{_table(facts)}"
        + _listed("breaks", [_break(shown, cell, side) for cell, side in shown.broken])
        + _listed("faults", [f"<li>{escape(fault)}</li>" for fault in faults])
    )


def _break(shown: Scene, cell: int, side: int) -> str:
    """A broken edge as an item of the list: where it is, and which colors meet."""
    other = int(shown.puzzle.neighbours()[cell, side])
    way = "→" if side == EAST else "↓"
    ours, theirs = shown.sides[cell, side], shown.sides[other, (side + 2) % 4]
    names = [cell_name(one, shown.width) for one in (cell, other)]
    words = f"{names[0]} {way} {names[1]}: {ours} meets {theirs}"
    return f"<li tabindex='0' data-cells='{cell} {other}'>{words}</li>"


def _table(facts: dict[str, object]) -> str:
    rows = "".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in facts.items())
    return f"<dl>{rows}</dl>"


def _listed(name: str, items: Iterable[str]) -> str:
    inside = "".join(items)
    return f"<h3>{name}</h3><ol class='{name}'>{inside}</ol>" if inside else ""
