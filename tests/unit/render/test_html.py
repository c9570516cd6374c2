from html.parser import HTMLParser

import pytest

from edgematch.errors import OptionError
from edgematch.render import html


class Page(HTMLParser):
    """Collects elements and checks that they nest."""

    VOID = frozenset({"meta", "input"})

    def __init__(self, text):
        super().__init__()
        self.open, self.seen, self.words = [], [], []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)

    def all(self, tag):
        return [attrs for name, attrs in self.seen if name == tag]


def test_page_needs_nothing_from_outside(large, marked):
    page = Page(html([large, marked, marked.puzzle]))
    for _, attrs in page.seen:
        assert "src" not in attrs
        assert attrs.get("href", "#").startswith("#")
    assert not page.all("link")
    assert len(page.all("article")) == 3
    assert len(page.all("script")) == 1  # a name with a script in it stays words


def test_page_shows_score_breaks_and_cells(marked):
    page = Page(html(marked))
    said = "".join(page.words)
    assert f"{marked.score} of {marked.puzzle.edges} edges match" in said.replace(" \n", " ")
    listed = [attrs["data-cells"] for attrs in page.all("li") if "data-cells" in attrs]
    assert listed == [f"{first} {second}" for first, second in marked.broken_edges()]
    assert "piece 9 turned 0" in said
    assert "cell B3: piece 9" in said


def test_numbers_and_breaks_can_be_switched(marked):
    page = Page(html(marked))
    assert {"numbers", "breaks"} <= {attrs.get("id") for attrs in page.all("input")}
    assert {"numbers", "breaks"} <= {attrs.get("class") for attrs in page.all("g")}


def test_faults_are_listed(large):
    wrong = large.place({5: 4 * 6})
    assert all(fault in "".join(Page(html(wrong)).words) for fault in wrong.faults())


def test_definitions_are_given_once(large):
    page = html([large] * 3)
    assert page.count("id='em1n'") == 1
    assert len(page) < 500_000


def test_links_are_shown_and_checked(large):
    address = "https://example.org/#a=1&b='<>"
    assert address in [attrs["href"] for attrs in Page(html(large, links=[address])).all("a")]
    with pytest.raises(OptionError, match="https"):
        html(large, links=["javascript:alert(1)"])
    with pytest.raises(OptionError, match="2 links"):
        html(large, links=[address, address])
    with pytest.raises(OptionError, match="0 pictures"):
        html([])
