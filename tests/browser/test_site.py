"""The documentation, built strictly and opened in a browser."""

from __future__ import annotations

import functools
import subprocess
import sys
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

pytest.importorskip("mkdocs", reason="MkDocs is not installed")
ROOT = Path(__file__).parents[2]
PROBLEMS = """() => [
  ...[...document.images].filter(image => !image.naturalWidth).map(image => "broken image " + image.src),
  ...(document.documentElement.scrollWidth > innerWidth ? ["wider than the window"] : []),
]"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    words = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    built = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield folder, f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("width", [1280, 390])
def test_every_page_has_its_images_and_fits_the_window(browser, site, width):
    folder, url = site
    page = browser.new_page(viewport={"width": width, "height": 800})
    missing = []
    page.on("response", lambda response: missing.append(response.url) if response.status >= 400 else None)
    pages = sorted(folder.rglob("index.html"))
    problems = {}
    for path in pages:
        name = path.parent.relative_to(folder)
        page.goto(f"{url}/{name}/", wait_until="load")
        if found := page.evaluate(PROBLEMS):
            problems[str(name)] = found
    page.close()
    assert len(pages) > 30
    assert (problems, missing) == ({}, [])


@pytest.mark.parametrize("path", ["tutorial", "gallery", "reference/api", "generators-and-hardness"])
def test_copying_takes_neither_prompts_nor_output(browser, site, path):
    _, url = site
    context = browser.new_context()
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin=url)
    page = context.new_page()
    page.goto(f"{url}/{path}/")
    page.wait_for_selector(".highlight button")
    copied = []
    for button in page.locator(".highlight:has(.gp) button").all():
        button.click()
        copied += page.evaluate("navigator.clipboard.readText()").splitlines()
    context.close()
    lines = [line for line in copied if line.strip()]
    assert lines
    if path == "reference/api":
        compile("\n".join(copied), path, "exec")
    else:
        assert [line for line in lines if not line.startswith(("edgematch ", "    --"))] == []
