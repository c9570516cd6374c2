"""The boards of the store in the studio."""

from __future__ import annotations

import contextlib

import pytest
from tests.unit.studio.conftest import start

import edgematch as em

pytest.importorskip("sqlalchemy", reason="the store is not installed")


@contextlib.contextmanager
def studio(*arguments):
    """A client of a server of its own."""
    import httpx

    process, address = start(*arguments)
    try:
        with httpx.Client(base_url=address.rstrip("/"), timeout=60) as client:
            yield client
    finally:
        process.terminate()
        process.wait(10)
        process.stdout.close()


def request(board):
    return {"puzzle": board.puzzle.name, "placements": board.placements.tolist()}


def test_boards_are_kept_listed_and_opened(tmp_path):
    solved = em.solve("demo-4x4").answers[0]
    with studio("--store", f"sqlite:///{tmp_path}/boards.db") as client:
        assert client.get("/api/boards").json()["total"] == 0
        for board, is_new in ((solved, True), (solved.place({0: -1}), True), (solved, False)):
            assert client.post("/api/boards", json=request(board)).json()["new"] is is_new
        page = client.get("/api/boards", params={"puzzle": "demo-4x4"}).json()
        assert [one["score"] for one in page["boards"]] == [24, 22]
        assert page["store"] == "the store boards.db"
        newest = client.get("/api/boards", params={"newest": True, "limit": 1}).json()["boards"]
        assert [one["score"] for one in newest] == [22]
        assert client.get("/api/boards", params={"min_score": 23}).json()["total"] == 1
        assert client.get(f"/api/boards/{page['boards'][0]['id']}").json()["board"]["score"] == 24
        assert client.get("/api/boards/nothing").status_code == 400
        assert client.get("/api/boards", params={"limit": 10**6}).status_code == 422


def test_a_read_only_studio_keeps_no_board_and_makes_no_store(tmp_path):
    with studio("--read-only", "--store", f"sqlite:///{tmp_path}/none.db") as client:
        assert client.post("/api/boards", json=request(em.solve("demo-4x4").answers[0])).status_code == 403
        assert client.get("/api/boards").status_code == 400
    assert not (tmp_path / "none.db").exists()


def test_a_campaign_is_shown_paused_and_resumed(tmp_path):
    from edgematch import campaign, store

    url = f"sqlite:///{tmp_path}/boards.db"
    with store.open_store(url) as kept:
        campaign.plan(kept, "four", em.load_puzzle("demo-5x5"), goal="count", solver="backtrack", jobs=5)
    with studio("--store", url) as client:
        assert [one["name"] for one in client.get("/api/campaigns").json()] == ["four"]
        shown = client.get("/api/campaigns/four").json()
        assert (shown["state"], shown["done"], shown["workers_list"]) == ("ready", 0, [])
        assert client.post("/api/campaigns/four/pause").json()["state"] == "paused"
        assert client.post("/api/campaigns/four/resume").json()["state"] == "ready"
        assert client.post("/api/campaigns/four/burn").status_code == 422
        assert client.get("/api/campaigns/five").status_code == 400
    with studio("--store", url, "--read-only") as client:
        assert client.post("/api/campaigns/four/pause").status_code == 403
