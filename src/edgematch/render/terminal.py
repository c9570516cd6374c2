"""What the terminal can show: color or not, how many columns and lines, and whether it can show images.

Kitty, WezTerm, Ghostty and iTerm say by their environment that they show images; a terminal that knows sixel says so
when it is asked. Images need the `png` extra, sixel also Pillow; where one is missing the picture is made of
characters.
"""

from __future__ import annotations

import base64
import contextlib
import io
import os
import shutil
import sys
from collections.abc import Callable
from typing import IO

from edgematch.errors import MissingDependency
from edgematch.render.png import png
from edgematch.render.scene import Subject
from edgematch.render.text import text

CHUNK = 4096
"""Bytes of an image that the kitty protocol takes at once."""

ATTRIBUTES = "\x1b[c"
"""Asks a terminal what it can do; 4 in its answer is sixel."""

ANSWER_SECONDS = 0.3
IMAGE_PIXELS = 800


def wants_color(stream: IO[str] | None = None) -> bool:
    """Whether a stream is a terminal that shows colors and whose user wants them.

    `NO_COLOR` (any value) and `TERM=dumb` turn colors off, `FORCE_COLOR` turns them on in a pipe too.
    """
    stream = sys.stdout if stream is None else stream
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def window() -> tuple[int, int]:
    """The columns and lines of the terminal; 80 and 24 where there is none."""
    size = shutil.get_terminal_size((80, 24))
    return size.columns, size.lines


def show(subject: Subject, *, color: bool | None = None, stream: IO[str] | None = None) -> str:
    """The picture of a board or puzzle for the terminal of a stream, sized for its window.

    An image where the terminal can show one, else half blocks in color, else characters; `color` overrides the choice.
    In a pipe the picture is not bounded.
    """
    stream = sys.stdout if stream is None else stream
    colored = wants_color(stream) if color is None else color
    if not stream.isatty():
        return text(subject, color=colored)
    if colored and color is None and (encoder := image_encoder(stream)) is not None:
        with contextlib.suppress(MissingDependency):
            return encoder(png(subject, size=IMAGE_PIXELS, rulers=True, caption=True))
    columns, lines = window()
    return text(subject, color=colored, width=columns, height=lines - 1)


def image_encoder(stream: IO[str]) -> Callable[[bytes], str] | None:
    """What turns PNG bytes into the escape codes of this terminal; None where it shows no images."""
    program, term = os.environ.get("TERM_PROGRAM", ""), os.environ.get("TERM", "")
    if os.environ.get("TMUX") or term.startswith(("screen", "dumb")):
        return None
    if "kitty" in term or "KITTY_WINDOW_ID" in os.environ or program in ("ghostty", "WezTerm"):
        return kitty
    if program == "iTerm.app" or os.environ.get("LC_TERMINAL") == "iTerm2":
        return iterm
    return sixel if _knows_sixel(stream) else None


def kitty(image: bytes) -> str:
    """The image in the graphics protocol of kitty."""
    data = base64.standard_b64encode(image).decode()
    parts = [data[at : at + CHUNK] for at in range(0, len(data), CHUNK)]
    heads = ["a=T,f=100," if number == 0 else "" for number in range(len(parts))]
    return "".join(
        f"\x1b_G{head}m={int(number < len(parts) - 1)};{part}\x1b\\"
        for number, (head, part) in enumerate(zip(heads, parts, strict=True))
    )


def iterm(image: bytes) -> str:
    """The image in the inline image protocol of iTerm."""
    data = base64.standard_b64encode(image).decode()
    return f"\x1b]1337;File=inline=1;size={len(image)}:{data}\x07"


def sixel(image: bytes) -> str:
    """The image as sixels: bands of six rows, one pass per color."""
    try:
        from PIL import Image
    except ImportError as error:
        raise MissingDependency("sixel images need Pillow: pip install 'edgematch[plot]'") from error
    picture = Image.open(io.BytesIO(image)).convert("RGB").quantize(64)
    palette = picture.getpalette() or []
    width, height = picture.size
    pixels = picture.tobytes()
    out = [f'\x1bPq"1;1;{width};{height}']
    for color in range(len(palette) // 3):
        red, green, blue = (round(value * 100 / 255) for value in palette[3 * color : 3 * color + 3])
        out.append(f"#{color};2;{red};{green};{blue}")
    for top in range(0, height, 6):
        band = [pixels[row * width : (row + 1) * width] for row in range(top, min(top + 6, height))]
        passes = [f"#{color}{_sixel_row(band, color)}" for color in sorted(set().union(*band))]
        out.append("$".join(passes) + "-")
    return "".join(out) + "\x1b\\"


def _sixel_row(band: list[bytes], color: int) -> str:
    """One color of a band of up to six rows, runs of equal columns shortened."""
    columns = [sum(1 << bit for bit, row in enumerate(band) if row[x] == color) for x in range(len(band[0]))]
    parts, at = [], 0
    while at < len(columns):
        end = at
        while end < len(columns) and columns[end] == columns[at]:
            end += 1
        sign = chr(63 + columns[at])
        parts.append(sign * (end - at) if end - at < 4 else f"!{end - at}{sign}")
        at = end
    return "".join(parts)


def _knows_sixel(stream: IO[str]) -> bool:
    """Whether the terminal answers that it shows sixels; one that does not answer in time does not."""
    if not (stream.isatty() and sys.stdin.isatty()):
        return False
    try:
        import termios
        import tty

        handle = sys.stdin.fileno()
        before = termios.tcgetattr(handle)
    except (ImportError, OSError, ValueError):
        return False
    try:
        tty.setcbreak(handle)
        stream.write(ATTRIBUTES)
        stream.flush()
        answer = _answer(handle)
    finally:
        termios.tcsetattr(handle, termios.TCSADRAIN, before)
    return "4" in answer.removeprefix("\x1b[?").removesuffix("c").split(";")


def _answer(handle: int) -> str:
    """What the terminal sends until the end of its answer, or until time is up."""
    import select

    answer = ""
    while not answer.endswith("c") and select.select([handle], [], [], ANSWER_SECONDS)[0]:
        answer += os.read(handle, 64).decode("ascii", "replace")
    return answer
