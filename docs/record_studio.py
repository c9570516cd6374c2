"""Screenshots of every view of the studio for `docs/studio.md`, taken in Chromium: light, dark and on a phone.

python docs/record_studio.py [VIEW ...]

Each view is brought into a state that shows what it is for, on a store made for the purpose.
"""

from __future__ import annotations

import io
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

import edgematch as em
from edgematch import campaign, store

FIGURES = Path(__file__).parent / "figures"
PAINTS = 160
"""Colors of the palette of a screenshot: enough for the motifs and the edges of letters."""

CAMPAIGN_SECONDS = 40

SCREENS = {
    "light": {"viewport": {"width": 1280, "height": 860}, "color_scheme": "light"},
    "dark": {"viewport": {"width": 1280, "height": 860}, "color_scheme": "dark"},
    "phone": {"viewport": {"width": 390, "height": 844}, "color_scheme": "light", "has_touch": True},
}


def choose(page: Page, name: str) -> None:
    """Open a puzzle of the catalog."""
    page.select_option("#catalog", name)
    page.wait_for_function("name => document.title.startsWith(`${name} `)", arg=name)
    page.wait_for_timeout(400)


def board(page: Page) -> None:
    """One cell described."""
    page.click(".stage canvas", position={"x": 150, "y": 150})


def play(page: Page) -> None:
    """A game under way, with the heat map."""
    choose(page, "demo-6x6")
    page.click("text=Heat map")
    page.focus("main canvas")
    for row in ("     ", "  "):
        for key in row:
            page.keyboard.press(key)
            page.keyboard.press("ArrowRight")
        page.keyboard.press(" ")
        for key in ("ArrowDown", *["ArrowLeft"] * 5):
            page.keyboard.press(key)
    page.eval_on_selector("main canvas", "canvas => canvas.blur()")


def solve(page: Page) -> None:
    """A search for the highest score that has found some boards."""
    choose(page, "eternity2-clues")
    page.select_option("select[aria-label=Goal]", "best")
    page.select_option("main select[aria-label=Solver]", "hunt")
    page.fill("input[aria-label=Seconds]", "12")
    page.click("button.main")
    page.wait_for_selector("text=/best score/", timeout=60000)


def race(page: Page) -> None:
    """A race that is over."""
    choose(page, "demo-6x6")
    page.click("text=Start the race")
    page.wait_for_selector("#race-table", timeout=60000)


def learn(page: Page) -> None:
    """Filtering before its first dead end."""
    choose(page, "demo-4x4")
    page.select_option("select[aria-label=Method]", "filtering")
    page.wait_for_timeout(1500)
    page.fill("input[aria-label=Step]", "14")
    page.eval_on_selector("input[aria-label=Step]", "slider => slider.blur()")


def analyse(page: Page) -> None:
    """The report on Eternity II."""
    choose(page, "eternity2")
    page.wait_for_selector("text=Report on eternity2", timeout=60000)


def as_opened(page: Page) -> None:
    """The view as it opens."""
    page.wait_for_timeout(1500)


VIEWS = {
    "start": as_opened, "board": board, "play": play, "solve": solve, "race": race, "learn": learn,
    "analyse": analyse, "boards": as_opened, "campaigns": as_opened,
}  # fmt: skip


def fill(url: str) -> None:
    """Some boards, and a campaign that is under way, for the store."""
    with store.open_store(url) as kept:
        for name in ("demo-6x6", "demo-10x10", "clue2", "eternity2-clues"):
            for seed in range(2):
                kept.boards.add(em.best(name, solver="beam", nodes=30_000 << seed, seed=seed).best, found_by="example")
        campaign.plan(kept, "example", em.load_puzzle("clue3"), goal="count", solver="backtrack", jobs=200)
    command = [sys.executable, "-m", "edgematch", "campaign", "run", "example", "--workers", "2", "--store", url]
    working = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603 - our own
    time.sleep(CAMPAIGN_SECONDS)
    working.send_signal(signal.SIGINT)
    working.wait()


def save(picture: bytes, path: Path) -> None:
    """Write a screenshot with a palette, a third of its size."""
    Image.open(io.BytesIO(picture)).convert("RGB").quantize(PAINTS, dither=Image.Dither.NONE).save(path, optimize=True)


def main() -> None:
    """Take all screenshots, or those of the views named."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        url = f"sqlite:///{folder}/boards.db"
        fill(url)
        command = [sys.executable, "-m", "edgematch", "studio", "--port", "0", "--no-browser", "--store", url]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603 - our own command
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for screen, options in SCREENS.items():
            for name in sys.argv[1:] or VIEWS:
                page = browser.new_context(**options).new_page()
                page.goto(address if name == "start" else f"{address}#/{name}")
                page.wait_for_selector("main *")
                page.wait_for_timeout(800)
                VIEWS[name](page)
                page.evaluate("scrollTo(0, 0)")
                page.wait_for_timeout(500)
                save(page.screenshot(), FIGURES / f"studio-{name}-{screen}.png")
                page.context.close()
        browser.close()
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
