"""Record a command that draws on a terminal as an animated SVG: `python docs/record_terminal.py OUT.svg COMMAND...`.

The command runs in a pseudo-terminal. Half-block characters become the pixels of a small image, all other characters
become text. Needs `pyte` and `pillow`, which nothing else here does.
"""

from __future__ import annotations

import base64
import codecs
import fcntl
import io
import os
import pty
import struct
import sys
import termios
import time
from html import escape
from pathlib import Path

import pyte
from PIL import Image

COLUMNS, ROWS = 100, 54
CELL_WIDTH, CELL_HEIGHT = 7, 14
FRAMES = 14
HOLD_SECONDS = 0.6
LAST_HOLDS = 5
BACKGROUND, FOREGROUND = "#101216", "#e6e6e6"
LOWER_HALF, UPPER_HALF = "\u2584", "\u2580"


def record(command: list[str]) -> list[tuple[float, str]]:
    """What the command writes to its terminal, with times."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
        os.execvp(command[0], command)  # noqa: S606 - the command of the caller
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    start, parts = time.monotonic(), []
    decoder = codecs.getincrementaldecoder("utf-8")()  # a read may end inside a character
    while True:
        try:
            data = os.read(terminal, 1 << 16)
        except OSError:  # the command has ended
            break
        if not data:
            break
        parts.append((time.monotonic() - start, decoder.decode(data)))
    os.waitpid(pid, 0)
    return parts


def color(name: str, default: str) -> str:
    """A color of the terminal as HTML writes it."""
    return default if name == "default" else f"#{name}" if len(name) == 6 else name


def draw(screen: pyte.Screen) -> str:
    """The screen as SVG: an image of its half blocks, and its text."""
    image = Image.new("RGB", (COLUMNS, 2 * ROWS), BACKGROUND)
    lines = []
    for y in range(ROWS):
        text = ""
        for x in range(COLUMNS):
            cell = screen.buffer[y][x]
            front, back = color(cell.fg, FOREGROUND), color(cell.bg, BACKGROUND)
            is_block = cell.data in (UPPER_HALF, LOWER_HALF)
            upper, lower = (front, back) if cell.data == UPPER_HALF else (back, front if is_block else back)
            image.putpixel((x, 2 * y), Image.new("RGB", (1, 1), upper).getpixel((0, 0)))
            image.putpixel((x, 2 * y + 1), Image.new("RGB", (1, 1), lower).getpixel((0, 0)))
            text += " " if is_block else cell.data
        if text.strip():
            place = f'y="{(y + 0.75) * CELL_HEIGHT:g}" textLength="{len(text.rstrip()) * CELL_WIDTH}"'
            lines.append(f'<text xml:space="preserve" {place}>{escape(text.rstrip())}</text>')
    png = io.BytesIO()
    image.quantize(64).save(png, "PNG", optimize=True)
    data = base64.b64encode(png.getvalue()).decode()
    size = f'width="{COLUMNS * CELL_WIDTH}" height="{ROWS * CELL_HEIGHT}"'
    return f'<image {size} preserveAspectRatio="none" href="data:image/png;base64,{data}"/>' + "".join(lines)


def frames(parts: list[tuple[float, str]]) -> list[str]:
    """The screens at regular times, from the first with a picture on, and the last one."""
    screen = pyte.Screen(COLUMNS, ROWS)
    stream = pyte.Stream(screen)
    every = parts[-1][0] / FRAMES
    drawn: list[str] = []
    due = every
    for at, text in parts:
        stream.feed(text)
        if at >= due:
            due += every
            drawn += [draw(screen)] if drawn or UPPER_HALF in "".join(screen.display) else []
    return [*drawn, draw(screen)]


def animate(drawn: list[str]) -> str:
    """One SVG that shows the frames in turn, the last one longest.

    It begins with the last frame, which is also what is shown where nothing moves.
    """
    shown = len(drawn) + LAST_HOLDS - 1
    total = shown * HOLD_SECONDS
    width, height = COLUMNS * CELL_WIDTH + 20, ROWS * CELL_HEIGHT + 20
    groups, rules = [], []
    for number, frame in enumerate(drawn):
        begin = 100 * number / shown
        end = 100.0 if number == len(drawn) - 1 else 100 * (number + 1) / shown
        rules.append(
            f"@keyframes f{number}{{0%{{visibility:hidden}}{begin:.2f}%{{visibility:visible}}"
            f"{end:.2f}%{{visibility:{'visible' if end == 100 else 'hidden'}}}}}"
            f"#f{number}{{animation:f{number} {total:g}s step-end -{HOLD_SECONDS * LAST_HOLDS:g}s infinite}}"
        )
        groups.append(f'<g id="f{number}" visibility="hidden" transform="translate(10 10)">{frame}</g>')
    groups[-1] = groups[-1].replace(' visibility="hidden"', "")
    style = f"text{{font:12px monospace;fill:{FOREGROUND}}}image{{image-rendering:pixelated}}" + "".join(rules)
    style += "@media (prefers-reduced-motion){g{animation:none!important}}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"><style>{style}</style>'
        f'<rect width="{width}" height="{height}" rx="8" fill="{BACKGROUND}"/>{"".join(groups)}</svg>\n'
    )


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(animate(frames(record(sys.argv[2:]))), encoding="utf-8")
