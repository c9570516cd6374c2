from xml.etree import ElementTree as ET

import pytest

from edgematch.errors import OptionError
from edgematch.model import Puzzle
from edgematch.render import svg

SPACE = "{http://www.w3.org/2000/svg}"


def parts(document, name):
    return list(ET.fromstring(document).iter(SPACE + name))


def uses(document, name):
    return [use for use in parts(document, "use") if use.get("href") == f"#{name}" and "x" in use.attrib]


def test_large_board_is_small_and_complete(large):
    document = svg(large)
    assert len(document) < 200_000
    cells = [g for g in parts(document, "g") if g.get("class") == "cell"]
    assert len(cells) == 256
    assert all(len(cell.findall(SPACE + "use")) == 4 for cell in cells)


def test_every_reference_has_its_definition(large, marked):
    for subject in (large, marked, marked.puzzle):
        root = ET.fromstring(svg(subject, numbers=True, caption=True))
        known = {element.get("id") for element in root.iter()}
        assert {use.get("href")[1:] for use in root.iter(SPACE + "use")} <= known


def test_breaks_hints_and_empty_cells_are_marked(marked):
    document = svg(marked)
    assert marked.breaks > 0
    assert len(uses(document, "emx")) + len(uses(document, "emy")) == marked.breaks
    assert len(uses(document, "emh")) == 1
    assert len(uses(document, "emu")) == 1
    assert document.count("#emo'") == 2
    plain = svg(marked, breaks=False, hints=False)
    assert not any(uses(plain, name) for name in ("emx", "emy", "emh", "emu"))


def test_a_break_is_drawn_on_its_edge():
    board = Puzzle(2, 1, [(1, 1, 1, 1), (2, 2, 2, 2)]).empty().place({0: 0, 1: 4})
    (crack,) = uses(svg(board), "emx")
    assert (crack.get("x"), crack.get("y")) == ("16", "16")
    upright = Puzzle(1, 2, [(1, 1, 1, 1), (2, 2, 2, 2)]).empty().place({0: 0, 1: 4})
    assert len(uses(svg(upright), "emy")) == 1


def test_sides_are_drawn_where_the_turned_piece_shows_them():
    board = Puzzle(1, 1, [(1, 2, 3, 4)]).empty().place({0: 1})
    drawn = [
        use.get("href") for cell in parts(svg(board), "g") if cell.get("class") for use in cell.iter(SPACE + "use")
    ]
    assert drawn == ["#em4n", "#em1e", "#em2s", "#em3w"]


def test_numbers_are_those_of_the_pieces_from_1(marked):
    shown = [int(text.text) for text in parts(svg(marked, numbers=True), "text")]
    assert shown == [placement // 4 + 1 for _, placement in marked.placed()]


def test_names_are_escaped_and_control_characters_dropped(marked):
    document = svg(marked, caption=True)
    (caption,) = parts(document, "text")
    assert caption.text.startswith("a <script>alert('x')</script> & ?[31m?: ")
    assert "<script" not in document


def test_a_caption_may_be_ones_own(large):
    assert parts(svg(large, caption="hello"), "text")[0].text == "hello"
    assert not parts(svg(large), "text")


def test_size_is_the_longer_side(large, marked):
    for subject, size in ((large, 900), (marked, 640), (marked.puzzle, 333)):
        root = ET.fromstring(svg(subject, size=size))
        assert max(int(root.get("width")), int(root.get("height"))) == size
    for wrong in (0, 15, 10**6):
        with pytest.raises(OptionError, match="pixels"):
            svg(large, size=wrong)


def test_a_puzzle_is_a_tray_of_all_its_pieces(marked):
    document = svg(marked.puzzle, numbers=True)
    assert [int(text.text) for text in parts(document, "text")] == list(range(1, 21))
    assert len(uses(document, "emh")) == 2
    assert not uses(document, "emx")


def test_the_same_board_gives_the_same_picture(large, marked):
    assert svg(large) == svg(large)
    assert svg(marked) != svg(marked.without([0]))


def test_every_color_can_be_drawn():
    pieces = [[(4 * piece + side) % 255 + 1 for side in range(4)] for piece in range(64)]
    document = svg(Puzzle(8, 8, pieces))
    assert {f"em{color}n" for color in range(1, 256)} <= {g.get("id") for g in parts(document, "g")}


def test_marks_are_heavier_where_cells_are_small(large, marked):
    def weight(document):
        (crack,) = [g for g in parts(document, "g") if g.get("id") == "emx"]
        return max(float(line.get("stroke-width")) for line in crack)

    assert weight(svg(large)) > weight(svg(marked))


def test_rulers_name_rows_and_columns(marked):
    labels = [text.text for text in parts(svg(marked, rulers=True), "text")]
    assert labels == ["1", "2", "3", "4", "5", "A", "B", "C", "D"]
    assert not parts(svg(marked.puzzle, rulers=True), "text"), "pieces in a tray have no places"


def test_the_caption_explains_the_marks_there_are(marked, large):
    assert "cracked line: break" in parts(svg(marked, caption=True), "text")[0].text
    assert "cracked" not in parts(svg(large, caption=True), "text")[0].text
