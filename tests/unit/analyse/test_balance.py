import pytest

from edgematch import analyse, generate
from edgematch.errors import OptionError
from edgematch.model import Puzzle


def test_balance_distinguishes_frame_from_inside():
    puzzle = Puzzle(3, 2, [[0, 1, 3, 0], [0, 2, 4, 1], [0, 0, 3, 2], [3, 1, 0, 0], [4, 1, 0, 1], [3, 0, 0, 1]])
    balance = analyse.color_balance(puzzle)
    # The two sides of a 3x2 board's short ends lie along the frame as well.
    assert balance.frame.counts == {1: 6, 2: 2, 3: 4}
    assert balance.inner.counts == {4: 2}
    assert balance.shared == []
    assert balance.frame.spread == 2
    assert not balance.frame.is_even
    assert balance.inner.is_even


def test_uneven_colors_are_seen():
    even = analyse.color_balance(generate.make("eternity", 10, frame=6, inner=12).puzzle).inner
    drawn = analyse.color_balance(generate.make("benoist", 10, colors=13).puzzle).inner
    assert even.is_even
    assert even.gain < 1.01 < drawn.gain
    assert even.rarest < 1.2 < drawn.rarest
    assert even.chi2 < 0.3 < drawn.chi2
    assert drawn.to_dict()["sides"] == 288


def test_a_puzzle_without_a_frame_has_only_inner_colors():
    balance = analyse.color_balance(generate.make("tetravex", 3).puzzle)
    assert balance.frame.counts == {}
    assert balance.frame.gain == balance.frame.rarest == 1
    assert balance.inner.sides == 36


def test_the_criterion_names_every_reason_against_a_puzzle():
    assert analyse.eternity_style(generate.make("eternity", 6, frame=2, inner=6).puzzle).is_eternity
    assert analyse.eternity_style(generate.make("eternity", 16).puzzle).frame_is_rarer
    faults = " ".join(analyse.eternity_style(generate.make("one-set", 7, colors=3).puzzle).faults)
    for part in ("along the frame appear", "inside appear", "3 colors are used both", "copies", "self-symmetric"):
        assert part in faults
    assert "not a framed puzzle" in analyse.eternity_style(generate.make("tetravex", 3).puzzle).faults[0]


def test_symmetric_pieces_are_as_frequent_as_the_paper_says():
    expected = analyse.symmetric_pieces(16, 16, colors=14)
    assert expected.mean == pytest.approx(1)
    assert expected.variance == pytest.approx(1 - 1 / 196)
    assert expected.chance_of_any == pytest.approx(1 - (1 - 1 / 196) ** 196)
    assert expected.chance_of_more_than(0) == pytest.approx(expected.chance_of_any)
    assert expected.chance_of_more_than(196) == 0
    assert analyse.symmetric_pieces(4, 5, colors=2, framed=False).mean == 5
    with pytest.raises(OptionError):
        analyse.symmetric_pieces(4, 4, colors=0)


def test_measured_symmetric_pieces_agree_with_their_expectation():
    made = [generate.make("two-set", 8, inner=6, seed=s).puzzle for s in range(300)]
    measured = sum(int((p.periods < 4).sum()) for p in made) / len(made)
    expected = analyse.symmetric_pieces(8, 8, colors=6)
    assert abs(measured - expected.mean) < 5 * (expected.variance / len(made)) ** 0.5
