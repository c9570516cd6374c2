"""Motifs differ in shape, and where the shape is the same in hue, whatever eyes one has."""

from itertools import combinations, pairwise

import numpy as np
import pytest

from edgematch.errors import OptionError
from edgematch.model import MAX_COLOR
from edgematch.render.motifs import FIRST_HUES, GREY_PAINT, HUES, motif
from edgematch.render.shapes import FIGURES, REACH, half, spun

# Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB.
VISION = {
    "full": np.eye(3),
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
}
COLORS = range(1, MAX_COLOR + 1)


def lab(paints, vision):
    """The paints in CIE Lab, as seen with that vision."""
    srgb = np.array([[int(paint[i : i + 2], 16) / 255 for i in (1, 3, 5)] for paint in paints])
    linear = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)
    seen = np.clip(linear @ np.array(VISION[vision]).T, 0, 1)
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    xyz = seen @ to_xyz.T / [0.95047, 1, 1.08883]
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.stack([116 * f[:, 1] - 16, 500 * (f[:, 0] - f[:, 1]), 200 * (f[:, 1] - f[:, 2])], axis=1)


def apart(first, second, vision):
    """How far the hues of two motifs lie apart: in their grounds or in their bodies, whichever is more."""
    seen = lab([first.hue.ground, second.hue.ground, first.hue.body, second.hue.body], vision)
    return max(np.linalg.norm(seen[0] - seen[1]), np.linalg.norm(seen[2] - seen[3]))


def covers(layer, x, y):
    """Which of the points a layer covers, by the even-odd rule."""
    inside = np.zeros(x.shape, dtype=bool)
    for polygon in layer:
        for (x0, y0), (x1, y1) in pairwise((*polygon, polygon[0])):
            if y0 != y1:
                crossing = (y0 > y) != (y1 > y)
                inside ^= crossing & (x < x0 + (x1 - x0) * (y - y0) / (y1 - y0))
    return inside


def raster(figure, pixels=25):
    """A figure on a few pixels, as it appears on a 16x16 board: 0 ground, 1 body, 2 detail."""
    step = 2 * REACH / pixels
    x, y = np.meshgrid(*[(np.arange(pixels) + 0.5) * step - REACH] * 2)
    body, detail = FIGURES[figure]
    return np.where(covers(detail, x, y), 2, covers(body, x, y).astype(int))


@pytest.mark.parametrize("figure", FIGURES)
def test_figures_join_to_a_whole_and_stay_in_their_triangles(figure):
    picture = raster(figure, pixels=100)
    assert (picture == np.rot90(picture, 2)).mean() > 0.98  # points on an outline may fall either way
    for layer in FIGURES[figure]:
        assert all(abs(x) + abs(y) <= REACH for polygon in layer for x, y in polygon)


@pytest.mark.parametrize("figure", FIGURES)
def test_halves_cover_just_what_the_figure_covers_on_their_side(figure):
    x, y = np.meshgrid(np.arange(-49.5, 50), np.arange(0.5, 50))
    for layer in FIGURES[figure]:
        assert (covers(half(layer), x, y) == covers(layer, x, y)).mean() > 0.999
        assert all(py >= 0 for polygon in half(layer) for _, py in polygon)


def test_figures_differ_in_outline_at_the_size_of_a_screen():
    outlines = {figure: raster(figure) > 0 for figure in FIGURES}
    differing = {(a, b): int((outlines[a] != outlines[b]).sum()) for a, b in combinations(FIGURES, 2)}
    closest = min(differing, key=differing.get)
    assert differing[closest] >= 24, closest
    assert all(outline[:, 6:19].mean() > 0.1 for outline in outlines.values())


def test_first_colors_have_a_figure_and_a_hue_each():
    motifs = [motif(color) for color in range(1, 23)]
    assert len({m.figure for m in motifs}) == len({m.hue for m in motifs}) == 22 == len(FIRST_HUES) == len(FIGURES)


@pytest.mark.parametrize("vision", VISION)
def test_motifs_of_one_figure_differ_in_hue_for_all_eyes(vision):
    for figure in FIGURES:
        same = [motif(color) for color in COLORS if motif(color).figure == figure]
        assert len(same) >= 11
        assert min(apart(a, b, vision) for a, b in combinations(same, 2)) > 15


@pytest.mark.parametrize("vision", VISION)
def test_figures_stand_out_from_their_ground_for_all_eyes(vision):
    ground, body = (lab([getattr(hue, part) for hue in HUES], vision) for part in ("ground", "body"))
    assert np.linalg.norm(ground - body, axis=1).min() > 30
    assert np.abs(ground - body)[:, 0].min() > 25  # in lightness alone too


def test_no_two_colors_share_a_motif_and_none_is_grey():
    assert len({(m.figure, m.hue) for m in map(motif, COLORS)}) == MAX_COLOR
    assert GREY_PAINT not in {hue.ground for hue in HUES}
    assert motif(0).layers == ()


@pytest.mark.parametrize("color", [-1, MAX_COLOR + 1])
def test_other_numbers_have_no_motif(color):
    with pytest.raises(OptionError, match="0 to 255"):
        motif(color)


def test_four_quarter_turns_are_none():
    polygon = ((1.0, 2.0), (3.0, 4.0), (5.0, -6.0))
    assert spun(polygon, 4) == polygon
    assert spun(((1.0, 0.0),), 1) == ((0.0, 1.0),)
