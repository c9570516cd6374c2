"""The REST interface and the events of searches."""

from __future__ import annotations

import json
import time

import pytest
from websockets.sync.client import connect

import edgematch as em
from edgematch import catalog, formats


def events(url, number, *, most=2000):
    with connect(f"{url.replace('http', 'ws')}/api/searches/{number}/events", origin=url) as socket:
        for _ in range(most):
            event = json.loads(socket.recv(timeout=40))
            yield event
            if event["event"] in ("done", "failed") or event.get("done"):
                return


def end_of(url, search):
    last = list(events(url, search["id"]))[-1]
    return last.get("done") or last


def test_open_understands_names_urls_and_texts(client):
    puzzle = catalog.get("clue1")
    assert client.post("/api/open", content="clue1").json()["puzzle"]["catalog"] == "clue1"
    assert client.post("/api/open", content=formats.dump(puzzle, "plain")).json()["puzzle"]["width"] == 6
    board = client.post("/api/open", content=formats.dump(puzzle.start(), "native")).json()
    assert board["kind"] == "board"


@pytest.mark.parametrize("text", ["", "nothing", "/etc/passwd", "../../etc/passwd", "\0", "[[[[" * 1000, "2 2\n1 2 3"])
def test_what_cannot_be_read_is_refused_with_a_reason(client, text):
    answer = client.post("/api/open", content=text)
    assert answer.status_code == 400
    assert answer.json()["error"]


def test_a_search_reports_its_answers(client, url):
    job = {"puzzle": "demo-4x4", "goal": "all", "solver": "backtrack", "seconds": 20}
    done = end_of(url, client.post("/api/searches", json=job).json())
    assert (done["status"], done["count"], len(done["boards"])) == ("all-found", 4, 4)
    assert all(board["score"] == 24 for board in done["boards"])


def test_a_search_is_stopped_and_resumed(client, url):
    job = {"puzzle": "clue3", "goal": "count", "solver": "backtrack", "seconds": 25}
    search = client.post("/api/searches", json=job).json()
    time.sleep(1)
    client.post(f"/api/searches/{search['id']}/stop")
    done = end_of(url, search)
    assert (done["stop"], done["remaining"] > 0) == ("cancelled", True)
    again = client.post(f"/api/searches/{search['id']}/resume", json={"seconds": 2}).json()
    later = end_of(url, again)
    assert later["nodes"] > 0
    assert later["stop"] == "limit"


def test_a_solver_that_refuses_is_a_failed_search(client, url):
    job = {"puzzle": "demo-4x4", "goal": "best", "solver": "backtrack", "seconds": 5}
    assert "cannot take this task" in end_of(url, client.post("/api/searches", json=job).json())["message"]


def test_whoever_comes_late_gets_a_summary(client, url):
    job = {"puzzle": "demo-4x4", "goal": "all", "solver": "plain", "seconds": 20}
    search = client.post("/api/searches", json=job).json()
    end_of(url, search)
    (summary,) = events(url, search["id"])
    assert (summary["event"], summary["done"]["count"]) == ("summary", 4)


def test_levels_are_unique_and_ordered_by_tree_size(client):
    sizes = [
        client.post("/api/generate", json={"level": level}).json()["nodes"] for level in ("easy", "medium", "hard")
    ]
    assert sizes == sorted(sizes)


@pytest.mark.parametrize("kind", ["svg", "png", "pdf", "native", "bucas", "plain"])
def test_exports(client, kind):
    placements = None if kind in ("pdf", "plain") else [-1] * 16
    answer = client.post("/api/export", json={"puzzle": "demo-4x4", "placements": placements, "format": kind})
    assert answer.status_code == 200, answer.text
    assert len(answer.content) > 50


@pytest.mark.parametrize("name", ["demo-5x5", "demo-6x4", "demo-fixed"])
def test_every_format_that_the_page_offers_is_written_and_read_again(client, name):
    board = em.solve(name).answers[0]
    scored = client.post("/api/score", json={"puzzle": name, "placements": board.placements.tolist()}).json()
    assert len(scored["formats"]) >= 5
    for kind in scored["formats"]:
        job = {"puzzle": name, "placements": board.placements.tolist(), "format": kind}
        text = client.post("/api/export", json=job).text
        opened = client.post("/api/read", json={"text": text, "puzzle": name})
        assert opened.status_code == 200, (kind, opened.text)
        assert opened.json()["board"]["score"] == board.score, kind


def test_a_board_without_pieces_needs_its_puzzle(client):
    text = formats.dump(em.solve("demo-5x5").answers[0], "owen")
    for puzzle in (None, "eternity2"):
        answer = client.post("/api/read", json={"text": text, "puzzle": puzzle})
        assert answer.status_code == 400
        assert "remedy: open its puzzle first, then this board" in answer.json()["error"]
    unknown = client.post("/api/open", content="no such puzzle").json()["error"]
    assert "choose a puzzle from the list" in unknown
    assert "--from" not in unknown


def test_records_are_listed_and_opened(client):
    (start,) = [one for one in client.get("/api/records").json() if one["puzzle"] == "eternity2-start"]
    opened = client.get("/api/records/eternity2-start").json()
    assert (opened["board"]["score"], opened["puzzle"]["catalog"]) == (start["score"], "eternity2-start")
    assert client.get("/api/records/meta2010/meta_10x10").json()["board"]["complete"]
    assert "unknown record" in client.get("/api/records/none").json()["error"]


@pytest.mark.parametrize("method", ["backtracking", "filtering"])
def test_the_steps_of_a_search_end_in_a_solution(client, method):
    steps = client.post("/api/learn", json={"puzzle": "demo-4x4", "method": method}).json()
    assert steps[-1]["kind"] == "solved"
    scored = client.post("/api/score", json={"puzzle": "demo-4x4", "placements": steps[-1]["placements"]}).json()
    assert scored["board"]["score"] == 24


def test_the_steps_of_a_beam_keep_its_width(client):
    steps = client.post("/api/learn", json={"puzzle": "demo-4x4", "method": "beam", "width": 5}).json()
    assert max(len(step.get("layer", [])) for step in steps) == 5


def test_analysis(client):
    report = client.post("/api/analyse", json={"puzzle": "demo-5x5"}).json()
    assert report["edges"] == 40


def test_solvers_come_with_their_options(client):
    solvers = {one["name"]: one for one in client.get("/api/solvers").json()}
    assert any(option["name"] == "order" for option in solvers["backtrack"]["options"])


def test_without_the_extra_the_message_says_what_to_install(monkeypatch):
    import importlib.util

    from edgematch import studio
    from edgematch.errors import MissingDependency

    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "uvicorn" else found(name))
    with pytest.raises(MissingDependency, match=r"pip install 'edgematch\[studio\]'\); missing: uvicorn"):
        studio.require()
