"""The studio driven as a person would: paste, play, search, race, reload, drop, narrow screens."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import edgematch as em
from edgematch import catalog, formats

pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]


def choose(page, name):
    page.select_option("#catalog", name)
    page.wait_for_function("name => document.title.startsWith(name)", arg=name)


def view(page, name):
    page.click(f"nav >> text={name}")
    page.wait_for_selector(f"nav a[aria-current] >> text={name}")


def solution(name):
    return em.solve(catalog.get(name)).answers[0]


def test_a_viewers_url_is_pasted_and_scored(page):
    board = solution("clue2").place({0: -1})
    page.fill("#paste", formats.dump(board, "bucas"))
    page.click("text=Open")
    page.wait_for_function(
        "score => document.querySelector('#score')?.textContent.startsWith(score)", arg=str(board.score)
    )
    page.click("canvas", position={"x": 400, "y": 200})
    assert page.locator("text=/^Cell [A-Z]/").count() == 1


def test_a_record_board_reads_its_score(page):
    from edgematch.catalog import collections

    file = collections.find("records/boards")
    if file is None:
        pytest.skip("no reference data: records (set EDGEMATCH_DATA)")
    record = max(json.loads(file.read_text()), key=lambda one: one["score"])
    page.fill("#paste", record["url"])
    page.click("text=Open")
    page.wait_for_function(
        "score => document.querySelector('#score')?.textContent.startsWith(score)", arg=str(record["score"])
    )


def test_a_4x4_is_played_to_the_end_by_mouse(page):
    choose(page, "demo-4x4")
    view(page, "Play")
    board = solution("demo-4x4")
    canvas = page.locator("main canvas").first
    for cell in range(16):
        placement = board[cell]
        page.click(f"button[aria-label^='piece {placement // 4 + 1}:']")
        place = page.evaluate(
            "cell => { const box = document.querySelector('main canvas').getBoundingClientRect(), tall = box.height,"
            " size = Math.min(box.width, tall) / (4 + 1.1); return [box.width / 2 + (cell % 4 - 1.5) * size,"
            " tall / 2 + (Math.floor(cell / 4) - 1.5) * size]; }", cell,
        )  # fmt: skip
        canvas.click(position={"x": place[0], "y": place[1]})
        for _ in range(4):
            if page.evaluate("() => window.edgematch.state.board.placements")[cell] == placement:
                break
            canvas.click(position={"x": place[0], "y": place[1]})
    page.wait_for_selector("text=/Solved in/")


def test_a_4x4_is_played_to_the_end_by_keyboard(page):
    choose(page, "demo-4x4")
    view(page, "Play")
    board = solution("demo-4x4")
    page.focus("main canvas")
    for cell in range(16):
        for _ in range(70):
            if page.evaluate("() => window.edgematch.state.board.placements")[cell] == board[cell]:
                break
            page.keyboard.press(" ")
        if cell % 4 < 3:
            page.keyboard.press("ArrowRight")
        else:
            for key in ("ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowLeft"):
                page.keyboard.press(key)
    page.wait_for_selector("text=/Solved in/")
    page.keyboard.press("u")
    assert "24 of" not in page.inner_text("#play-score")


def test_help_says_whether_a_board_can_be_completed(page):
    choose(page, "demo-4x4")
    view(page, "Play")
    page.click("text=Can this still be completed?")
    page.wait_for_selector("text=Yes: this board can be completed.")
    page.click("button:has-text('Hint')")
    page.wait_for_selector("text=/A piece was placed/")
    assert sum(p >= 0 for p in page.evaluate("() => window.edgematch.state.board.placements")) == 1


def test_a_fresh_puzzle_of_a_level(page):
    view(page, "Play")
    page.select_option("select[aria-label=Level]", "medium")
    page.click("text=New puzzle")
    page.wait_for_selector("text=/medium puzzle with one solution/")
    assert page.evaluate("() => window.edgematch.state.board.puzzle.width") == 5


def test_a_search_is_started_watched_and_stopped(page):
    choose(page, "eternity2")
    view(page, "Solve")
    page.click("button.main")
    page.wait_for_function("() => document.querySelector('#search-facts')?.textContent.includes('nodes per second')")
    page.click("button:has-text('Stop')")
    page.wait_for_selector("text=Not answered within the limits")
    assert page.is_enabled("button:has-text('Resume')")


def test_a_page_loaded_again_finds_its_search(page):
    choose(page, "eternity2")
    view(page, "Solve")
    page.click("button.main")
    page.wait_for_function("() => document.querySelector('#search-facts')?.textContent.includes('nodes per second')")
    page.reload()
    page.wait_for_function("() => document.querySelector('#search-facts')?.textContent.includes('nodes per second')")
    page.click("button:has-text('Stop')")
    page.wait_for_selector("text=Not answered within the limits")


def test_two_solvers_race(page):
    choose(page, "demo-5x5")
    view(page, "Race")
    page.click("text=Start the race")
    page.wait_for_selector("#race-table")
    assert page.locator("#race-table tbody tr").count() == 2
    assert page.inner_text("#race-state").endswith("wins.")


def test_a_search_step_by_step(page):
    choose(page, "demo-4x4")
    view(page, "Learn")
    for method in ("backtracking", "filtering", "beam"):
        page.select_option("select[aria-label=Method]", method)
        page.click("button.main")
        page.wait_for_selector("text=/Step \\d+ of/")
        page.fill("input[aria-label=Step]", page.get_attribute("input[aria-label=Step]", "max"))
        assert "solution" in page.inner_text("#learn-text") or "best board" in page.inner_text("#learn-text")


def test_the_report_of_a_puzzle(page):
    choose(page, "demo-6x6")
    view(page, "Analyse")
    page.wait_for_selector("text=Report on demo-6x6")


def test_a_broken_file_is_explained(page, tmp_path):
    file = tmp_path / "broken.txt"
    file.write_text("3 3\n1 2 x 4\n")
    page.set_input_files("#file", str(file))
    page.wait_for_selector("#message:not([hidden])")
    assert len(page.inner_text("#message")) > 20
    assert page.is_visible("#score")


def test_a_file_is_dropped(page, tmp_path):
    text = formats.dump(catalog.get("demo-6x4"), "plain")
    data = page.evaluate_handle(
        "text => { const data = new DataTransfer(); data.items.add(new File([text], 'puzzle.txt')); return data; }",
        text,
    )
    page.dispatch_event("main", "drop", {"dataTransfer": data})
    page.wait_for_function(
        "() => window.edgematch.state.board.puzzle.width === 6 && window.edgematch.state.board.puzzle.height === 4"
    )


def test_a_link_opens_the_same_board_in_another_tab(page, browser):
    board = solution("demo-5x5")
    page.fill("#paste", formats.dump(board, "native"))
    page.click("text=Open")
    page.wait_for_function("() => document.querySelector('#score')?.textContent.startsWith('40')")
    page.click("button:has-text('Link')")
    page.wait_for_function("() => location.hash.startsWith('#board=')")
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_function("() => document.querySelector('#score')?.textContent.startsWith('40')")
    other.close()


def test_a_puzzle_name_never_becomes_markup(page):
    puzzle = catalog.get("demo-4x4").replace(name="<img src=x onerror=document.title='gotcha'>")
    page.fill("#paste", formats.dump(puzzle, "native"))
    page.click("text=Open")
    page.wait_for_selector("dd:has-text('<img src=x')")
    assert page.locator("main img").count() == 0
    assert page.title() != "gotcha"


def test_a_phone_shows_no_sideways_scrolling(browser, address):
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("#score")
    for name in ("Board", "Play", "Solve", "Race", "Learn"):
        view(page, name)
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), name
    context.close()


AXE = Path("node_modules/axe-core/axe.min.js")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_no_serious_violation(page, theme):
    if not AXE.exists():
        pytest.skip("axe-core is not installed (npm install --no-save axe-core)")
    choose(page, "demo-4x4")
    if page.evaluate("() => document.documentElement.dataset.theme") != theme:
        page.click("#theme")
    for name in ("Board", "Play", "Solve", "Race", "Learn", "Analyse"):
        view(page, name)
        page.wait_for_timeout(300)
        page.evaluate(f"(() => {{ {AXE.read_text(encoding='utf-8')} }})()")
        found = page.evaluate(
            "async () => (await axe.run()).violations.filter(v => ['serious', 'critical'].includes(v.impact))"
        )
        assert [(one["id"], [node["html"][:120] for node in one["nodes"][:3]]) for one in found] == [], name
