"""A real browser (Debian's Chromium, found by path) on a real server."""

from __future__ import annotations

import shutil

import pytest
from tests.unit.studio.conftest import start

sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--disable-quic",
]  # fmt: skip


@pytest.fixture(scope="session")
def store_url(tmp_path_factory):
    return f"sqlite:///{tmp_path_factory.mktemp('studio') / 'boards.db'}"


@pytest.fixture(scope="session")
def address(store_url):
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed")
    process, url = start("--most-seconds", "60", "--store", store_url)
    yield url
    process.terminate()
    process.wait(10)
    process.stdout.close()


@pytest.fixture(scope="session")
def browser(address):
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def page(browser, address):
    context = browser.new_context(viewport={"width": 1280, "height": 860})
    page = context.new_page()
    problems = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    page.goto(address)
    page.wait_for_selector("#score")
    yield page
    context.close()
    assert [text for text in problems if "400" not in text] == []
