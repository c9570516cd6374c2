"""The best boards of the package, scored by the model and by a second scorer that reads only the URL."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import parse_qs

import pytest

from edgematch.catalog.records import ScoreRecord, score_records
from edgematch.errors import FormatError

RECORDS = score_records()


def scored_from_url(url: str) -> int:
    """Count equal neighbours among the letters of a viewer's URL: four per cell, north, east, south, west."""
    fields = parse_qs(url.split("#", 1)[1])
    width, height, sides = int(fields["board_w"][0]), int(fields["board_h"][0]), fields["board_edges"][0]
    assert len(sides) == 4 * width * height

    def side(row: int, column: int, number: int) -> str:
        return sides[4 * (row * width + column) + number]

    across = sum(side(r, c, 1) == side(r, c + 1, 3) for r in range(height) for c in range(width - 1))
    down = sum(side(r, c, 2) == side(r + 1, c, 0) for r in range(height - 1) for c in range(width))
    return across + down


@pytest.mark.parametrize("record", RECORDS, ids=[record.puzzle for record in RECORDS])
def test_a_record_has_the_score_it_claims(record: ScoreRecord) -> None:
    assert record.loaded().score == scored_from_url(record.board) == record.score


def test_each_puzzle_has_one_record() -> None:
    assert len({record.puzzle for record in RECORDS}) == len(RECORDS)
    assert {"eternity2-start", "eternity2-clues"} <= {record.puzzle for record in RECORDS}


def test_a_wrong_score_and_missing_hints_are_refused() -> None:
    by_name = {record.puzzle: record for record in RECORDS}
    with pytest.raises(FormatError, match="not 480"):
        replace(by_name["eternity2-start"], score=480).loaded()
    with pytest.raises(FormatError, match="hints"):
        replace(by_name["eternity2-start"], puzzle="eternity2-clues").loaded()
