"""What a hostile page, a hostile file or a careless script may send: refused or bounded, and the server stays alive."""

from __future__ import annotations

import contextlib
import socket
import time

import httpx
import pytest
from tests.unit.studio.conftest import start
from websockets.exceptions import InvalidStatus, WebSocketException
from websockets.sync.client import connect

from edgematch.studio.security import MOST_BODY
from edgematch.studio.server import is_loopback


def alive(client):
    return client.get("/api/puzzles").status_code == 200


def test_other_hosts_are_refused(client):
    assert client.get("/", headers={"host": "evil.example"}).status_code == 421
    assert client.get("/", headers={"host": "127.0.0.1:1"}).status_code == 421


def test_other_origins_are_refused(client, url):
    answer = client.post("/api/open", content="clue1", headers={"origin": "https://evil.example"})
    assert answer.status_code == 403
    assert client.post("/api/open", content="clue1", headers={"origin": url}).status_code == 200


def test_websockets_of_other_origins_are_refused(client, url):
    job = {"puzzle": "demo-4x4", "goal": "first", "solver": "backtrack", "seconds": 5}
    number = client.post("/api/searches", json=job).json()["id"]
    address = f"{url.replace('http', 'ws')}/api/searches/{number}/events"
    for origin in ("https://evil.example", None):
        with pytest.raises(InvalidStatus), connect(address, origin=origin):
            pass


def test_no_path_leads_out_of_the_page(client):
    for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/static//etc/passwd", "/static/..%2f..%2fcli"):
        answer = client.get(path)
        assert answer.status_code == 404, path
        assert "import" not in answer.text


def test_large_bodies_are_refused(client):
    assert client.post("/api/open", content=b"x" * (MOST_BODY + 1)).status_code == 413

    def endless():
        for _ in range(100):
            yield b"x" * (1 << 20)

    with contextlib.suppress(httpx.TransportError):  # the server may close before all is sent
        assert client.post("/api/open", content=endless()).status_code == 413
    assert alive(client)


def test_names_never_become_markup(client):
    text = '{"name": "<script>alert(1)</script>"'
    answer = client.post("/api/open", content=text)
    assert answer.headers["content-type"].startswith("application/json")
    puzzle = client.post("/api/open", content="demo-4x4").json()["puzzle"] | {"name": "<script>alert(1)</script>"}
    picture = client.post("/api/export", json={"puzzle": puzzle, "format": "svg"})
    assert "<script>" not in picture.text


def test_pages_may_load_nothing_from_elsewhere(client):
    policy = client.get("/").headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


def test_running_searches_are_bounded(client):
    job = {"puzzle": "eternity2", "goal": "first", "solver": "backtrack", "seconds": 1e8}
    started = []
    for _ in range(8):
        answer = client.post("/api/searches", json=job)
        if answer.status_code != 200:
            break
        started.append(answer.json())
    assert answer.status_code == 400
    assert "running already" in answer.json()["error"]
    assert all(search["seconds"] <= 30 for search in started)
    for search in started:
        client.post(f"/api/searches/{search['id']}/stop")


def test_a_thousand_websockets_do_not_stop_the_server(client, url):
    job = {"puzzle": "eternity2", "goal": "first", "solver": "backtrack", "seconds": 20}
    number = client.post("/api/searches", json=job).json()["id"]
    address, opened, refused = f"{url.replace('http', 'ws')}/api/searches/{number}/events", 0, 0
    with contextlib.ExitStack() as sockets:
        for _ in range(1000):
            try:
                sockets.enter_context(connect(address, origin=url, open_timeout=5))
                opened += 1
            except (OSError, WebSocketException):
                refused += 1
                if refused > 20:
                    break
    assert refused > 0
    assert opened <= 64
    client.post(f"/api/searches/{number}/stop")
    assert alive(client)


WRONG_PUZZLES = [None, 7, {}, {"width": 1e300}, {"width": 10**9, "height": 10**9, "pieces": []}, "no such name"]


@pytest.mark.parametrize("path", ["score", "export", "analyse", "learn", "searches"])
@pytest.mark.parametrize("puzzle", WRONG_PUZZLES, ids=str)
def test_wrong_puzzles_are_refused(client, path, puzzle):
    body = {"puzzle": puzzle, "placements": [], "format": "svg", "goal": "first", "solver": "backtrack"}
    assert client.post(f"/api/{path}", json=body).status_code == 400
    assert alive(client)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("score", {"puzzle": "clue1", "placements": "x"}),
        ("score", {"puzzle": "demo-4x4", "placements": [10**30] * 16}),
        ("export", {"puzzle": "clue1", "format": "../../etc/passwd"}),
        ("generate", {"level": "impossible"}),
        ("generate", {"model": "two-set", "width": 10**9}),
        ("generate", {"model": "two-set", "options": {"self": 1, "work": 2, "seed": 3}}),
        ("generate", {"model": "two-set", "options": {"inner": [[1]]}}),
        ("generate", {"model": "no such model"}),
        ("learn", {"puzzle": "eternity2"}),
        ("learn", {"puzzle": "demo-4x4", "width": 10**9}),
        ("searches", {"puzzle": "clue1", "goal": "everything", "solver": "backtrack"}),
        ("searches", {"puzzle": "clue1", "goal": "first", "solver": "backtrack", "threads": 10**9}),
    ],
)
def test_wrong_bodies_are_refused(client, path, body):
    assert client.post(f"/api/{path}", json=body).status_code in (400, 422)
    assert alive(client)


@pytest.mark.parametrize(
    "content", [b"[" * 100_000, b'{"puzzle":' * 100_000, b"\xff\xfe", b'{"seconds": 1e400}', b'"x']
)
@pytest.mark.parametrize("path", ["read", "score", "searches", "boards", "generate"])
def test_bodies_that_are_no_json_are_refused(client, path, content):
    answer = client.post(f"/api/{path}", content=content, headers={"content-type": "application/json"})
    assert answer.status_code in (200, 400, 422)
    if path != "generate":
        assert {"error", "detail"} & set(answer.json())


def test_a_number_beyond_all_bounds_is_no_server_error(client):
    content = b'{"puzzle": {"width": 1, "height": 1, "pieces": [[1e400, 0, 0, 0]]}, "seconds": 1e400, "goal": 7}'
    for path in ("score", "searches", "export"):
        answer = client.post(f"/api/{path}", content=content, headers={"content-type": "application/json"})
        assert answer.status_code == 422, path


def test_a_thousand_idle_connections_end_when_they_are_gone(client, url):
    host, port = url.removeprefix("http://").split(":")
    with contextlib.ExitStack() as sockets:
        for _ in range(1000):
            try:
                one = sockets.enter_context(socket.create_connection((host, int(port)), timeout=5))
                one.send(b"GET / HTTP/1.1\r\nX: ")
            except OSError:
                break
    for _ in range(100):  # until the server has seen that they are gone
        if alive(client):
            return
        time.sleep(0.1)
    pytest.fail("the server does not answer any more")


def test_other_machines_need_the_token():
    process, address = start("--host", "0.0.0.0")
    try:
        where, _, token = address.partition("?token=")
        assert len(token) > 20
        assert httpx.get(where).status_code == 401
        with httpx.Client() as client:
            assert client.get(address).status_code == 200
            assert client.get(where).status_code == 200, "the token is kept in a cookie"
            for wrong in ("wrong", "é", "\0", token[:-1]):
                assert client.get(where, params={"token": wrong}).status_code == 401
            assert client.get(where, headers={"cookie": "broken[=;;==, a=b"}).status_code == 401
    finally:
        process.terminate()
        process.wait(10)
        process.stdout.close()


def test_a_read_only_studio_runs_no_search():
    process, address = start("--read-only")
    try:
        job = {"puzzle": "demo-4x4", "goal": "first", "solver": "backtrack"}
        assert httpx.post(f"{address}api/searches", json=job).status_code == 403
    finally:
        process.terminate()
        process.wait(10)
        process.stdout.close()


def test_loopback_addresses():
    assert [is_loopback(host) for host in ("127.0.0.1", "::1", "localhost", "0.0.0.0", "192.168.1.2", "name")] == [
        True, True, True, False, False, False,
    ]  # fmt: skip
