from collections import Counter

from edgematch.generate.coloring import covering, even_shares
from edgematch.generate.seeded import Seeded


def test_the_stream_of_a_seed_never_changes():
    stream = Seeded("a", 7)
    assert [stream.word() for _ in range(3)] == [9781367221878382036, 7580104806277290154, 1557654783699677072]
    assert Seeded(1).shuffled(range(8)) == [0, 7, 4, 2, 6, 3, 1, 5]


def test_splitmix_agrees_with_its_published_first_words():
    stream = Seeded(0)
    stream._state = 1234567
    assert [stream.word() for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_below_is_even_and_in_range():
    stream = Seeded("below")
    counts = Counter(stream.below(6) for _ in range(12_000))
    assert sorted(counts) == list(range(6))
    assert all(abs(n - 2000) < 200 for n in counts.values())


def test_parts_of_a_seed_make_streams_of_their_own():
    firsts = {Seeded(*seed).word() for seed in ((1,), (2,), (1, 0), (0, 1), ("x", 1), (10,))}
    assert len(firsts) == 6


def test_covering_shows_every_color_even_when_there_is_barely_room():
    for seed in range(200):
        assert sorted(covering(Seeded(seed), 7, colors=7)) == list(range(1, 8))
        assert set(covering(Seeded(seed), 9, colors=7)) == set(range(1, 8))


def test_covering_is_uniform_among_the_sequences_that_show_every_color():
    drawn = Counter(tuple(covering(Seeded("uniform", seed), 4, colors=3)) for seed in range(7200))
    assert len(drawn) == 36  # 3! * S(4, 3) sequences of 4 show all of 3 colors
    assert all(abs(n - 200) < 70 for n in drawn.values())  # five standard deviations


def test_even_shares_differ_by_one_at_most_and_later_colors_have_more():
    assert Counter(even_shares(420, 17)) == {c: 24 + (c > 5) for c in range(1, 18)}
    assert even_shares(0, 0) == []
