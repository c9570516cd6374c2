"""What puzzles and boards can do without knowing how: draw themselves and write themselves to a file.

The model knows no picture and no format. The package sets both when it is imported.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import ClassVar

from edgematch.errors import ModelError


class Drawable:
    """A value with a picture and a file."""

    painter: ClassVar[Callable[..., str] | None] = None
    writer: ClassVar[Callable[..., None] | None] = None

    def svg(
        self,
        *,
        size: int | None = None,
        numbers: bool = False,
        breaks: bool = True,
        hints: bool = True,
        rulers: bool = False,
        caption: bool | str = False,
    ) -> str:
        """The picture as an SVG document; `size` is its longer side in pixels.

        `numbers` writes the numbers of the pieces, from 1; `rulers` name rows and columns; `caption` sums it up below.
        """
        if Drawable.painter is None:
            raise ModelError("import edgematch before drawing")
        return Drawable.painter(
            self, size=size, numbers=numbers, breaks=breaks, hints=hints, rulers=rulers, caption=caption
        )

    def save(self, path: str | os.PathLike[str], *, format: str | None = None) -> None:  # noqa: A002 - the word users know
        """Write it to a file, in the format named or what the suffix stands for, pictures included."""
        if Drawable.writer is None:
            raise ModelError("import edgematch before saving")
        Drawable.writer(self, os.fspath(path), format=format)

    def _repr_svg_(self) -> str | None:
        return self.svg() if Drawable.painter else None
