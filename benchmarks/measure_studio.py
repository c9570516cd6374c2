"""Measure the page of the studio in a real Chromium: the time to the first 16x16 board, frames under updates, keys.

python benchmarks/measure_studio.py [--seconds 10] [--loads 5] [--record FILE]

The first board is counted as painted when a pixel in its middle has a color, from the start of the navigation; the
first load of a fresh server and the median of further loads, each in a browser context of its own, are reported.
Then a full board of 16x16, and one of 32x32, is exchanged 20 times per second while animation frames are counted; and
the time that a key takes in the Play view, with the heat map, is the mean over 20 keys. The figures are printed as one
JSON object; --record FILE appends them as a record, with the commit and the load of the machine.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

from append_record import append
from playwright.sync_api import sync_playwright

import edgematch as em
from edgematch import formats, generate

FLAGS = ["--no-sandbox", "--no-first-run", "--disable-background-networking", "--disable-sync", "--disable-quic"]
UPDATES_PER_SECOND = 20
NOTE_FIRST_BOARD = """() => {
  const look = () => {
    const canvas = document.querySelector(".stage canvas");
    const isDrawn = canvas?.width && canvas.getContext("2d").getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data[3];
    if (isDrawn) window.firstBoard = performance.now() / 1000; else requestAnimationFrame(look);
  };
  look();
}"""
COUNT_FRAMES = """async ([seconds, pause]) => {
  const { state, setBoard } = window.edgematch, Board = state.board.constructor, { puzzle, placements } = state.board;
  let frames = 0, updates = 0, isOver = false, last = performance.now(), longest = 0;
  const count = (now) => { frames++; longest = Math.max(longest, now - last); last = now; if (!isOver) requestAnimationFrame(count); };
  const began = performance.now();
  requestAnimationFrame(count);
  const timer = setInterval(() => {
    const next = [...placements], a = updates % next.length, b = (updates * 7 + 3) % next.length;
    [next[a], next[b]] = [next[b], next[a]];
    setBoard(new Board(puzzle, next));
    updates++;
  }, pause);
  await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
  isOver = true;
  clearInterval(timer);
  const passed = (performance.now() - began) / 1000;
  return { frames_per_second: frames / passed, updates_per_second: updates / passed, longest_frame_milliseconds: longest };
}"""
TIME_KEYS = """() => {
  const canvas = document.querySelector("main canvas"), began = performance.now(), keys = [" ", "ArrowRight"];
  for (let i = 0; i < 20; i++) canvas.dispatchEvent(new KeyboardEvent("keydown", { key: keys[i % 2], bubbles: true }));
  return (performance.now() - began) / 20;
}"""


def load(browser, url):
    """A fresh page, and the seconds until it had painted its first board."""
    page = browser.new_context(viewport={"width": 1280, "height": 860}).new_page()
    page.add_init_script(f"({NOTE_FIRST_BOARD})()")
    page.goto(url)
    return page, page.wait_for_function("() => window.firstBoard").json_value()


def show(page, content):
    """Paste a puzzle or board into the page."""
    text = formats.dump(content, "native")
    with page.expect_response("**/api/read"):
        page.evaluate(
            """text => { const data = new DataTransfer(); data.setData("text/plain", text); document.body.dispatchEvent(
            new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true })); }""",
            text,
        )
    width = getattr(content, "puzzle", content).width
    page.wait_for_function("width => window.edgematch.state.board.puzzle.width === width", arg=width)
    page.wait_for_timeout(1000)


def measured(browser, url, *, seconds, loads):
    """All figures of one server that has just started."""
    times = [load(browser, url)[1] for _ in range(1 + loads)]
    figures = {"seconds_to_first_board": times[0], "seconds_to_first_board_median": statistics.median(times[1:])}
    large = generate.make("two-set", 32, 32, seed=1)
    for name, board in (("16x16", em.best("eternity2", nodes=300_000).best), ("32x32", large.solution)):
        page, _ = load(browser, url)
        show(page, board)
        result = page.evaluate(COUNT_FRAMES, [seconds, 1000 / UPDATES_PER_SECOND])
        figures |= {f"{key}_{name}": value for key, value in result.items()}
        show(page, board.puzzle)
        page.click("nav >> text=Play")
        page.click("text=Heat map")
        figures[f"key_milliseconds_{name}"] = page.evaluate(TIME_KEYS)
        page.context.close()
    return {key: round(value, 2) for key, value in figures.items()}


def main():
    words = argparse.ArgumentParser()
    words.add_argument("--seconds", type=float, default=10)
    words.add_argument("--loads", type=int, default=5)
    words.add_argument("--record", type=Path, help="append the result to this file")
    asked = words.parse_args()
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    command = [sys.executable, "-m", "edgematch", "studio", "--port", "0", "--no-browser"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    url = server.stdout.readline().strip()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
            figures = measured(browser, url, seconds=asked.seconds, loads=asked.loads)
            version = browser.version
            browser.close()
    finally:
        server.terminate()
        server.wait()
    print(json.dumps(figures))
    if asked.record:
        append(asked.record, "studio", "page", "chromium", figures, chromium=version)


if __name__ == "__main__":
    main()
