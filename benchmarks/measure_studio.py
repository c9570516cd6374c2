"""Measure the page of the studio in a real Chromium: the time to the first 16x16 board, and frames under updates.

python benchmarks/measure_studio.py [--seconds 10] [--loads 5]

The first board is counted as painted when a pixel in its middle has a color, from the start of the navigation; the
first load of a fresh server and the median of further loads, each in a browser context of its own, are reported.
Then a full 16x16 board is exchanged 20 times per second while animation frames are counted.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import time

from playwright.sync_api import sync_playwright

import edgematch as em

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
COUNT_FRAMES = """async ([placements, seconds, pause]) => {
  const { state, setBoard } = window.edgematch, Board = state.board.constructor, puzzle = state.board.puzzle;
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


def load(browser, url):
    """A fresh page, and the seconds until it had painted its first board."""
    page = browser.new_context(viewport={"width": 1280, "height": 860}).new_page()
    page.add_init_script(f"({NOTE_FIRST_BOARD})()")
    page.goto(url)
    return page, page.wait_for_function("() => window.firstBoard").json_value()


def main():
    words = argparse.ArgumentParser()
    words.add_argument("--seconds", type=float, default=10)
    words.add_argument("--loads", type=int, default=5)
    asked = words.parse_args()
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    command = [sys.executable, "-m", "edgematch", "studio", "--port", "0", "--no-browser"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    url = server.stdout.readline().strip()
    board = em.best("eternity2", nodes=300_000).best
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
            times = [load(browser, url)[1] for _ in range(1 + asked.loads)]
            page, _ = load(browser, url)
            page.select_option("#catalog", "eternity2")
            page.wait_for_function("() => document.title.startsWith('eternity2 ')")
            time.sleep(1)
            arguments = [board.placements.tolist(), asked.seconds, 1000 / UPDATES_PER_SECOND]
            result = page.evaluate(COUNT_FRAMES, arguments)
            browser.close()
    finally:
        server.terminate()
        server.wait()
    result = {
        "seconds_to_first_board": round(times[0], 2),
        "seconds_to_first_board_median": round(statistics.median(times[1:]), 2),
        **{key: round(value, 1) for key, value in result.items()},
    }
    machine = f"{os.cpu_count()} cores, {platform.machine()}, load {os.getloadavg()[0]:.1f}"
    print(json.dumps({"date": time.strftime("%Y-%m-%d"), "machine": machine, **result}))


if __name__ == "__main__":
    main()
