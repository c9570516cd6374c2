"""Markdown of a report as one self-contained HTML page: its plots inside, its tables sorted by a click on a column."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from pathlib import Path

STYLE = """body{font:15px system-ui;margin:2em auto;max-width:75em}table{border-collapse:collapse}
td,th{padding:.2em .7em;box-shadow:0 1px #ccc;text-align:right}td:first-child,th:first-child{text-align:left}
svg{max-width:100%}th button{font:inherit;font-weight:bold;background:none;border-width:0;padding:0;cursor:pointer}
th[aria-sort=ascending] button::after{content:" \\2191"}th[aria-sort=descending] button::after{content:" \\2193"}"""
SORT = """document.querySelectorAll("th button").forEach(button => button.addEventListener("click", () => {
  const head = button.parentElement, body = head.closest("table").tBodies[0];
  const up = head.getAttribute("aria-sort") !== "ascending";
  for (const other of head.parentElement.children) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", up ? "ascending" : "descending");
  const key = row => row.cells[head.cellIndex].dataset.key;
  const number = text => text === undefined || text === "" ? NaN : Number(text);
  const rows = [...body.rows].map(row => [number(key(row)), row.cells[head.cellIndex].textContent, row]);
  rows.sort((a, b) => {
    if (isNaN(a[0]) !== isNaN(b[0])) return isNaN(a[0]) ? 1 : -1;
    const order = isNaN(a[0]) ? a[1].localeCompare(b[1], undefined, {numeric: true}) : a[0] - b[0];
    return up ? order : -order;
  });
  body.append(...rows.map(row => row[2]));
}));"""


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
    head = f"<!doctype html><meta charset='utf-8'><title>{html.escape(title)}</title><style>{STYLE}</style>"
    return f"{head}{''.join(body)}<script>{SORT}</script>\n"


def _svg(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    return text[text.index("<svg") :]


def _html_table(rows: Sequence[str]) -> str:
    split = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    head = "".join(f"<th><button>{_inline(cell)}</button></th>" for cell in split[0])
    lines = ("".join(f'<td data-key="{sort_key(cell)}">{_inline(cell)}</td>' for cell in row) for row in split[2:])
    return (
        f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(f'<tr>{line}</tr>' for line in lines)}</tbody></table>"
    )


def sort_key(cell: str) -> str:
    """The number that a cell is sorted by: the first in it; more than any where it is only known to be larger.

    A cell that begins with a word has none, and is sorted by its text.
    """
    found = re.match(r"[*`]*(> ?)?(-?[0-9][0-9,]*(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?)(?![0-9a-zA-Z_])", cell)
    if found is None:
        return ""
    value = float(found[2].replace(",", ""))
    return f"{value + 1e12 if found[1] else value:g}"


def _inline(text: str) -> str:
    escaped = html.escape(text)
    escaped = re.sub(r"`([^`]*)`", r"<code>\1</code>", escaped)
    escaped = re.sub(r"\*\*([^*]*)\*\*", r"<b>\1</b>", escaped)
    return re.sub(r"\*([^*]*)\*", r"<i>\1</i>", escaped)
