"""Markdown of a report as one self-contained HTML page, its plots inside."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from pathlib import Path


def page(title: str, markdown: str, folder: Path, pictures: Sequence[Path]) -> str:
    """The report as one self-contained HTML page."""
    body: list[str] = []
    rows: list[str] = []
    for line in [*markdown.splitlines(), ""]:
        if line.startswith("|"):
            rows.append(line)
            continue
        if rows:
            body.append(_html_table(rows))
            rows = []
        if line.startswith("#"):
            level = len(line) - len(line.lstrip("#"))
            body.append(f"<h{level}>{_inline(line.lstrip('# '))}</h{level}>")
        elif line and not line.startswith("!["):
            body.append(f"<p>{_inline(line)}</p>")
    body += [_svg(folder / picture.name) for picture in pictures]
    style = "body{font:15px system-ui;margin:2em auto;max-width:75em}table{border-collapse:collapse}td,th{padding:.2em .7em;border-bottom:1px solid #ccc;text-align:right}td:first-child,th:first-child{text-align:left}svg{max-width:100%}"
    return f"<!doctype html><meta charset='utf-8'><title>{html.escape(title)}</title><style>{style}</style>{''.join(body)}\n"


def _svg(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    return text[text.index("<svg") :]


def _html_table(rows: Sequence[str]) -> str:
    split = [[_inline(cell.strip()) for cell in row.strip("|").split("|")] for row in rows]
    head = "".join(f"<th>{cell}</th>" for cell in split[0])
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in split[2:])
    return f"<table><tr>{head}</tr>{body}</table>"


def _inline(text: str) -> str:
    escaped = html.escape(text)
    escaped = re.sub(r"`([^`]*)`", r"<code>\1</code>", escaped)
    escaped = re.sub(r"\*\*([^*]*)\*\*", r"<b>\1</b>", escaped)
    return re.sub(r"\*([^*]*)\*", r"<i>\1</i>", escaped)
