import struct
import sys

import pytest

from edgematch.errors import MissingDependency
from edgematch.render import png


def test_png_has_the_size_asked_for(marked):
    pytest.importorskip("resvg_py")
    picture = png(marked, size=300, numbers=True, caption=True)
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    assert max(struct.unpack(">II", picture[16:24])) == 300


def test_png_shows_motifs_where_they_are(large):
    pytest.importorskip("resvg_py")
    image = pytest.importorskip("PIL.Image")
    from io import BytesIO

    from edgematch.render.motifs import motif

    size = 16 * 100 + 32  # one pixel a unit
    picture = image.open(BytesIO(png(large, size=size))).convert("RGB")
    for cell in (17, 40, 200):
        row, column = divmod(cell, 16)
        # just below the middle of the north side of a cell nothing but the ground may be near the apex
        red, green, blue = picture.getpixel((16 + column * 100 + 50, 16 + row * 100 + 47))
        assert f"#{red:02x}{green:02x}{blue:02x}" == motif(int(large.sides[cell, 0])).hue.ground


def test_a_missing_package_names_the_remedy(large, monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(MissingDependency, match=r"pip install 'edgematch\[png\]'"):
        png(large)
