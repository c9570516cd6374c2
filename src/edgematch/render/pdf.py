"""A PDF writer with just what a print sheet needs: pages in millimetres, filled polygons, lines, and short labels.

Drawing happens in millimetres from the top left, y downwards; a page turns that into PDF's points from the bottom left.
A stamp is something drawn once and used many times, like a motif.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field

from edgematch.render.shapes import Layer

POINTS = 72 / 25.4
"""Points in a millimetre."""

DIGIT = 0.556
"""The width of a digit of Helvetica in parts of the font size."""

Matrix = tuple[float, float, float, float, float, float]


def paint(hexed: str, operator: str = "rg") -> str:
    """The operator that chooses a color: `rg` to fill, `RG` to draw lines."""
    red, green, blue = (int(hexed[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return f"{red:.3f} {green:.3f} {blue:.3f} {operator}"


def fill(hexed: str, layer: Layer) -> str:
    """Polygons filled by the even-odd rule."""
    outlines = []
    for polygon in layer:
        (x, y), *rest = polygon
        outlines.append(f"{x:.3f} {y:.3f} m " + " ".join(f"{x:.3f} {y:.3f} l" for x, y in rest) + " h")
    return f"{paint(hexed)} {' '.join(outlines)} f*"


def lines(segments: list[tuple[float, float, float, float]], *, hexed: str, width: float, dash: str = "[] 0 d") -> str:
    """Straight lines."""
    strokes = " ".join(f"{x0:.3f} {y0:.3f} m {x1:.3f} {y1:.3f} l" for x0, y0, x1, y1 in segments)
    return f"{paint(hexed, 'RG')} {width:.3f} w {dash} {strokes} S"


def label(words: str, x: float, y: float, *, size: float, hexed: str) -> str:
    """A line of text that starts at `x` and stands on `y`; what Latin-1 lacks is a question mark."""
    safe = "".join(c if c.isprintable() else " " for c in words).encode("latin-1", "replace").decode("latin-1")
    for sign in "\\()":
        safe = safe.replace(sign, "\\" + sign)
    return f"BT {paint(hexed)} /F1 {size:.3f} Tf 1 0 0 -1 {x:.3f} {y:.3f} Tm ({safe}) Tj ET"


def stamped(name: str, matrix: Matrix) -> str:
    """One use of a stamp, placed by a matrix."""
    return f"q {' '.join(f'{value:.5f}' for value in matrix)} cm /{name} Do Q"


@dataclass
class Document:
    """Pages and stamps, to be written out as bytes; the same content gives the same bytes."""

    width: float
    height: float
    stamps: dict[str, str] = field(default_factory=dict)
    pages: list[str] = field(default_factory=list)

    def to_bytes(self) -> bytes:
        """The finished file."""
        return _file(self._objects())

    def _objects(self) -> list[bytes]:
        """The objects in the order of their numbers: catalog, page tree, font, stamps, then two a page."""
        first_page = 4 + len(self.stamps)
        numbers = [first_page + 2 * i for i in range(len(self.pages))]
        kids = " ".join(f"{number} 0 R" for number in numbers)
        stamps = " ".join(f"/{name} {4 + i} 0 R" for i, name in enumerate(self.stamps))
        media = f"/MediaBox [0 0 {self.width * POINTS:.2f} {self.height * POINTS:.2f}]"
        resources = f"/Resources << /Font << /F1 3 0 R >> /XObject << {stamps} >> >>"
        head = [
            "<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
            f"<< /Type /Pages /Kids [{kids}] /Count {len(self.pages)} {media} {resources} >>",
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
        ]
        form = "/Type /XObject /Subtype /Form /BBox [0 0 100 100]"
        upright = f"{POINTS:.6f} 0 0 {-POINTS:.6f} 0 {self.height * POINTS:.4f} cm\n"
        objects = [part.encode("latin-1") for part in head]
        objects += [_stream(content, form) for content in self.stamps.values()]
        for number, content in zip(numbers, self.pages, strict=True):
            objects.append(f"<< /Type /Page /Parent 2 0 R /Contents {number + 1} 0 R >>".encode())
            objects.append(_stream(upright + content))
        return objects


def _stream(content: str, entries: str = "") -> bytes:
    packed = zlib.compress(content.encode("latin-1"), 9)
    head = f"<< {entries} /Length {len(packed)} /Filter /FlateDecode >>\nstream\n"
    return head.encode() + packed + b"\nendstream"


def _file(objects: list[bytes]) -> bytes:
    out = bytearray(b"%PDF-1.5\n%\xe2\xe3\xcf\xd3\n")
    offsets = []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start, count = len(out), len(objects) + 1
    out += b"xref\n0 %d\n0000000000 65535 f \n" % count
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (count, start)
    return bytes(out)
