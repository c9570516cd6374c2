"""The studio driven as a person would: paste, play, search, race, reload, drop, narrow screens."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.unit.studio.conftest import start

import edgematch as em
from edgematch import catalog, formats

pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]


def choose(page, name):
    page.select_option("#catalog", name)
    page.wait_for_function("name => document.title.startsWith(`${name} - `)", arg=name)


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
    page.wait_for_selector("text=/medium puzzle with exactly one solution/")
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
    assert " wins: " in page.inner_text("#race-state")


def test_a_search_step_by_step(page):
    choose(page, "demo-4x4")
    view(page, "Learn")
    for method in ("backtracking", "filtering", "beam"):
        page.select_option("select[aria-label=Method]", method)
        page.click("button.main")
        page.wait_for_selector("button:has-text('Pause')")
        assert page.inner_text("main >> text=/Step \\d+ of/")
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
    page.wait_for_function("() => location.hash.startsWith('#/board/board=')")
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_function("() => document.querySelector('#score')?.textContent.startsWith('40')")
    other.close()


def test_a_puzzle_name_never_becomes_markup(page):
    puzzle = catalog.get("demo-4x4").replace(name="<img src=x onerror=document.title='gotcha'>")
    page.fill("#paste", formats.dump(puzzle, "native"))
    page.click("text=Open")
    page.wait_for_selector("h2:has-text('<img src=x')")
    assert page.locator("main img").count() == 0
    assert page.title() != "gotcha"


def test_a_phone_shows_no_sideways_scrolling(browser, address):
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("#score")
    for name in ("Board", "Play", "Solve", "Race", "Learn", "Boards", "Campaigns"):
        view(page, name)
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), name
    context.close()


AXE = Path("node_modules/axe-core/axe.min.js")


def serious(page, where):
    """Fail when axe-core finds a serious violation on the page as it is."""
    page.evaluate(f"(() => {{ {AXE.read_text(encoding='utf-8')} }})()")
    found = page.evaluate(
        "async () => (await axe.run()).violations.filter(v => ['serious', 'critical'].includes(v.impact))"
    )
    assert [(one["id"], [node["html"][:120] for node in one["nodes"][:3]]) for one in found] == [], where


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_no_serious_violation(page, theme):
    if not AXE.exists():
        pytest.skip("axe-core is not installed (npm install --no-save axe-core)")
    if page.evaluate("() => document.documentElement.dataset.theme") != theme:
        page.click("#theme")
    serious(page, "first screen")
    page.fill("#paste", "no such puzzle")
    page.press("#paste", "Enter")
    page.wait_for_selector("#message:not([hidden])")
    serious(page, "message")
    choose(page, "demo-4x4")
    for name in ("Board", "Play", "Solve", "Race", "Learn", "Analyse", "Boards", "Campaigns"):
        view(page, name)
        page.wait_for_timeout(300)
        serious(page, name)
    view(page, "Solve")
    page.select_option("select[aria-label=Goal]", "all")
    page.click("button.main")
    page.wait_for_selector("text=/All found/")
    serious(page, "answers")


def test_a_board_is_kept_and_found_in_the_gallery(page):
    page.fill("#paste", formats.dump(solution("demo-5x5"), "bucas"))
    page.click("text=Open")
    page.wait_for_function("() => document.querySelector('#score')?.textContent.startsWith('40')")
    page.click("text=Keep in the store")
    page.wait_for_selector("text=/(Kept|Already there): 40 of 40 edges match/")
    view(page, "Boards")
    page.click("#stored button[aria-label*='40 of 40']")
    page.wait_for_selector("nav a[aria-current] >> text=Board")
    page.wait_for_function("() => document.querySelector('#score')?.textContent.startsWith('40')")
    view(page, "Boards")
    page.fill("label:has-text('Score at least') input", "1000")
    page.press("label:has-text('Score at least') input", "Enter")
    page.wait_for_selector("text=/No board of this kind/")


def test_the_report_marks_the_puzzle_at_the_phase_transition(page):
    choose(page, "demo-6x6")
    view(page, "Analyse")
    label = page.locator("canvas[aria-label^='Expected solutions over inner colors']")
    label.wait_for(timeout=60000)
    inner = page.evaluate("() => new Set(window.edgematch.state.board.puzzle.pieces.flat()).size")
    assert 0 < int(label.get_attribute("aria-label").split("this puzzle has ")[1].split(":")[0]) < inner


def test_a_campaign_is_watched_and_paused(page, store_url):
    from edgematch import campaign, store

    with store.open_store(store_url) as kept:
        campaign.plan(kept, "shared", em.load_puzzle("demo-5x5"), goal="count", solver="backtrack", jobs=4)
    view(page, "Campaigns")
    page.focus("button[aria-label='Show shared']")
    with page.expect_response("**/api/campaigns"):
        pass
    page.wait_for_timeout(200)
    assert page.evaluate("() => document.activeElement.ariaLabel") == "Show shared", "kept over a refresh"
    page.keyboard.press("Enter")
    page.wait_for_selector("#campaign-name >> text=/^shared: demo-5x5, count/")
    page.click("text=Pause")
    page.wait_for_selector("#campaign-state >> text=/^paused/")
    page.click("text=Resume")
    page.wait_for_selector("#campaign-state >> text=/^ready/")


def test_an_answer_that_comes_too_late_does_not_replace_what_was_asked_for_since(page, store_url):
    from edgematch import campaign, store

    with store.open_store(store_url) as kept:
        kept.boards.add(solution("demo-4x4"), found_by="example")
        for name in ("early", "late"):
            campaign.plan(kept, name, em.load_puzzle("demo-5x5"), goal="count", solver="backtrack", jobs=4)
    late = []

    def hold(route):
        late.append(route)

    page.route("**/api/boards?*min_score=1&*", hold)
    page.route("**/api/campaigns/early", hold)
    least = page.locator("label:has-text('Score at least') input")
    view(page, "Boards")
    for score in ("1", "1000"):
        least.fill(score)
        least.press("Enter")
    page.wait_for_selector("#stored-total >> text=/^No board of this kind/")
    answer_late(page, late.pop())
    assert page.inner_text("#stored-total").startswith("No board of this kind")
    view(page, "Campaigns")
    for name in ("early", "late"):
        with page.expect_request(f"**/api/campaigns/{name}"):
            page.click(f"button[aria-label='Show {name}']")
    page.wait_for_selector("#campaign-name >> text=/^late:/")
    page.evaluate("() => Object.defineProperty(document, 'hidden', { value: true })")  # it is refreshed no more
    page.wait_for_timeout(500)
    answer_late(page, late[0])
    assert page.inner_text("#campaign-name").startswith("late:")


def answer_late(page, route):
    """Let a request that was held back go on, and the page do something with the answer."""
    with page.expect_response(route.request.url):
        route.continue_()
    page.wait_for_timeout(200)


def placements(page):
    return page.evaluate("() => window.edgematch.state.board.placements")


def center(page, cell, width=4):
    """The middle of a cell of the first board on the page, in pixels of the window."""
    return page.evaluate(
        "([cell, width]) => { const box = document.querySelector('main canvas').getBoundingClientRect(),"
        " size = (Math.min(box.width, box.height) - 48) / width; return [box.x + box.width / 2 +"
        " (cell % width + 0.5 - width / 2) * size, box.y + box.height / 2 + (Math.floor(cell / width) + 0.5 - width / 2) * size]; }",
        [cell, width],
    )  # fmt: skip


def paste(page, selector, text):
    """What Ctrl+V does with a text that another program copied."""
    page.eval_on_selector(
        selector,
        "(element, text) => { const data = new DataTransfer(); data.setData('text/plain', text); element.dispatchEvent("
        "new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })); }",
        text,
    )


def test_the_first_screen_says_what_this_is_and_where_to_go(page):
    page.wait_for_selector("text=/place every piece so that all sides match/")
    assert int(page.inner_text("#score").split()[0]) >= 467
    for link, title in (
        ("Play", "Pieces"),
        ("Learn", "A search, step by step"),
        ("Race solvers", "Choose two to four"),
    ):
        page.click("h1 a")
        page.click(f".steps a:has-text('{link}')")
        page.wait_for_selector(f"main >> text={title}")
    assert set(placements(page)) == {-1}


def test_a_list_of_pieces_is_pasted_into_the_box_and_anywhere(page):
    text = formats.dump(catalog.get("demo-6x4"), "plain")
    paste(page, "#paste", text)
    page.wait_for_function("() => window.edgematch.state.board.puzzle.width === 6")
    paste(page, "main", formats.dump(solution("demo-5x5"), "eternity2dev-url"))
    page.wait_for_function("() => document.querySelector('#score')?.textContent.startsWith('40')")


def test_a_board_without_pieces_is_one_of_the_open_puzzle(page):
    board = solution("demo-5x5")
    paste(page, "#paste", formats.dump(board, "owen"))
    page.wait_for_selector("#message >> text=/open its puzzle first/")
    choose(page, "demo-5x5")
    paste(page, "#paste", formats.dump(board, "owen"))
    page.wait_for_function("() => document.querySelector('#score')?.textContent.startsWith('40')")
    assert page.is_hidden("#message")


def test_pictures_and_files_are_saved(page):
    page.fill("#paste", formats.dump(solution("demo-5x5"), "bucas"))
    page.click("text=Open")
    page.wait_for_function("() => document.title.startsWith('demo-5x5 - ')")
    page.wait_for_selector("select[aria-label='Export format'] option[value=blackwood]", state="attached")
    for kind, suffix in (("svg", "svg"), ("png", "png"), ("pdf", "pdf"), ("bucas", "url"), ("native", "json")):
        page.select_option("select[aria-label='Export format']", kind)
        with page.expect_download() as download:
            page.click("text=Download")
        assert Path(download.value.path()).stat().st_size > 20, kind
        assert download.value.suggested_filename == f"demo-5x5.{suffix}"


def test_two_boards_are_compared_and_a_color_is_highlighted(page):
    board = solution("demo-5x5")
    page.fill("#paste", formats.dump(board, "native"))
    page.click("text=Open")
    page.wait_for_function("() => document.querySelector('#score')?.textContent.startsWith('40')")
    page.fill("input[aria-label='A second board to compare with']", formats.dump(board.place({0: -1, 7: -1}), "native"))
    page.click("button:has-text('Compare')")
    page.wait_for_selector("#compared >> text=/^2 cells differ/")
    page.click("text=Show the second board")
    page.wait_for_selector("canvas[aria-label*='23 of 25 cells filled']")
    page.click("text=Show the second board")
    page.wait_for_selector("canvas[aria-label*='25 of 25 cells filled']")
    page.fill("input[aria-label='A second board to compare with']", formats.dump(solution("demo-4x4"), "native"))
    page.click("button:has-text('Compare')")
    page.wait_for_selector("#message >> text=/Only boards of one size/")
    page.click("button[aria-label='color 2']")
    assert page.get_attribute("button[aria-label='color 2']", "aria-pressed") == "true"


def test_a_board_is_zoomed_and_moved(page):
    page.focus(".stage canvas")
    for _ in range(3):
        page.keyboard.press("+")
    assert page.inner_text(".zoom output") == "195 %"
    before = page.locator(".stage canvas").screenshot()
    for _ in range(9):
        page.keyboard.press("ArrowRight")
    page.wait_for_timeout(200)
    assert page.locator(".stage canvas").screenshot() != before
    page.wait_for_selector("text=/^Cell A9: /")
    page.keyboard.press("ArrowDown")
    page.wait_for_selector("text=/^Cell B9: /")
    page.click("text=Fit")
    assert page.inner_text(".zoom output") == "100 %"


def test_pieces_are_dragged_turned_by_the_wheel_and_taken_back(page):
    choose(page, "demo-4x4")
    view(page, "Play")
    page.hover("button[aria-label^='piece 5:']")
    page.mouse.down()
    page.mouse.move(*center(page, 5), steps=5)
    page.mouse.up()
    assert placements(page)[5] // 4 == 4
    turned = placements(page)[5]
    page.mouse.wheel(0, 100)
    page.wait_for_function("old => window.edgematch.state.board.placements[5] !== old", arg=turned)
    page.mouse.down()
    page.mouse.move(*center(page, 10), steps=5)
    page.mouse.up()
    assert (placements(page)[5], placements(page)[10] // 4) == (-1, 4)
    page.mouse.down()
    page.mouse.move(5, 5, steps=5)
    page.mouse.up()
    assert placements(page) == [-1] * 16
    page.click("text=Undo")
    page.click("text=Undo")
    assert placements(page)[5] // 4 == 4
    page.click("text=Redo")
    assert placements(page)[10] // 4 == 4


def test_a_game_goes_on_after_the_page_is_loaded_again(page):
    choose(page, "demo-4x4")
    view(page, "Play")
    page.focus("main canvas")
    page.keyboard.press(" ")
    page.wait_for_function("() => document.querySelector('#play-clock').textContent >= '0:02'")
    played = placements(page)
    page.click("nav >> text=Board")
    page.reload()
    choose(page, "demo-4x4")
    view(page, "Play")
    page.wait_for_selector("text=Your saved game goes on.")
    assert placements(page) == played
    assert page.inner_text("#play-clock") >= "0:02"


def test_the_tray_shows_what_fits_and_the_board_how_much(page):
    choose(page, "demo-4x4")
    view(page, "Play")
    page.select_option("select[aria-label='Which pieces']", "fits")
    assert page.locator(".tray button:visible").count() == 4
    page.click("button[aria-label='only pieces with color 1']")
    assert page.locator(".tray button:visible").count() < 4
    page.click("text=Heat map")
    assert page.is_visible("text=no piece fits")


def test_answers_are_kept_from_the_view_of_a_search(page):
    choose(page, "demo-4x4")
    view(page, "Solve")
    assert page.input_value("main select[aria-label=Solver]") == "auto"
    page.select_option("select[aria-label=Goal]", "all")
    page.click("button.main")
    page.wait_for_selector("text=/All found: 4 answers/")
    assert page.locator(".gallery button").count() == 4
    page.click("text=Keep in the store")
    page.wait_for_selector("text=/of 4 boards are new in the store/")


def test_a_search_is_watched_in_two_tabs(page):
    choose(page, "eternity2")
    view(page, "Solve")
    page.fill("input[aria-label=Seconds]", "60")
    page.click("button.main")
    page.wait_for_function("() => document.querySelector('#search-facts')?.textContent.includes('nodes per second')")
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_selector("h3:has-text('Searches of this server')")
    other.click("tr:has-text('running') >> text=Show")
    other.wait_for_function("() => document.querySelector('#search-facts')?.textContent.includes('nodes per second')")
    other.click("button:has-text('Stop')")
    page.wait_for_selector("text=Not answered within the limits")
    other.close()


def test_four_solvers_race_for_the_highest_score(page):
    choose(page, "demo-6x6")
    view(page, "Race")
    page.select_option("select[aria-label=Goal]", "best")
    page.click("text=Add a solver")
    page.click("text=Add a solver")
    assert page.is_disabled("text=Add a solver")
    chosen = [page.input_value(f"select[aria-label='Solver {number}']") for number in range(1, 5)]
    assert sorted(chosen) == ["beam", "breaks", "hunt", "localsearch"], "solvers that can do it, each once"
    page.fill("input[aria-label=Seconds]", "3")
    page.click("text=Start the race")
    page.wait_for_selector("#race-table", timeout=60000)
    assert page.locator("#race-table tbody tr").count() == 4
    assert page.locator("#race-table tr.best").count() == 1


def test_a_large_puzzle_is_replaced_by_a_small_one_to_learn(page):
    choose(page, "eternity2")
    view(page, "Learn")
    page.click("text=Open demo-4x4 instead")
    page.wait_for_selector("text=/Step 1 of/")


def test_a_damaged_link_is_explained(page, address):
    page.goto(f"{address}#board=abc")
    page.wait_for_selector("#message >> text=/This link to a board is damaged/")
    assert page.is_visible("#score")


def test_nothing_is_loaded_from_elsewhere(browser, address):
    page = browser.new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    page.wait_for_selector("#score")
    for name in ("Play", "Analyse", "Boards"):
        view(page, name)
        page.wait_for_timeout(300)
    assert [url for url in asked if not url.startswith((address, "blob:", "data:"))] == []
    page.close()


def test_a_notebook_draws_the_board_and_follows_it(page, tmp_path):
    pytest.importorskip("anywidget", reason="anywidget is not installed")
    board = solution("demo-5x5")
    shown = em.studio.widget(board.puzzle.start())
    state = {key: getattr(shown, key) for key in ("puzzle", "placements", "motifs", "options")}
    (tmp_path / "widget.js").write_text(str(shown._esm), encoding="utf-8")
    page.route("http://notebook/*", lambda route: route.fulfill(
        path=tmp_path / "widget.js", content_type="text/javascript", headers={"access-control-allow-origin": "*"}))  # fmt: skip
    page.goto("about:blank")
    label = page.evaluate(
        """async ([state, placements]) => {
      const changes = {}, model = { get: (name) => state[name], on: (name, run) => { changes[name] = run; } };
      const holder = document.body.appendChild(document.createElement("div"));
      (await import("http://notebook/widget.js")).default.render({ model, el: holder });
      const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      await frame();
      const first = holder.firstChild.getAttribute("aria-label");
      state.placements = placements;
      changes["change:placements"]();
      await frame();
      return [first, holder.firstChild.getAttribute("aria-label")];
    }""",
        [state, board.placements.tolist()],
    )
    assert "0 of 40 edges match" in label[0]
    assert "40 of 40 edges match" in label[1]


def test_a_token_opens_the_page_and_its_searches(browser):
    process, url = start("--host", "0.0.0.0", "--most-seconds", "20")
    try:
        page = browser.new_page()
        page.goto(url)
        page.wait_for_selector("#score")
        assert "token" not in page.url, "a link that is copied must not hold the token"
        choose(page, "demo-4x4")
        view(page, "Solve")
        page.click("button.main")
        page.wait_for_selector("text=/Answered: 1 answer/")
        page.close()
    finally:
        process.terminate()
        process.wait(10)
        process.stdout.close()


def touch(session, *paths):
    """Move one finger per path from its first to its last point."""
    for step in range(9):
        points = [
            {"x": x + (to_x - x) * step / 8, "y": y + (to_y - y) * step / 8, "id": finger}
            for finger, ((x, y), (to_x, to_y)) in enumerate(paths)
        ]
        session.send("Input.dispatchTouchEvent", {"type": "touchMove" if step else "touchStart", "touchPoints": points})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_fingers_place_pieces_and_zoom(browser, address):
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(f"{address}#/play")
    page.tap("button[aria-label^='piece 4:']")
    page.touchscreen.tap(*center(page, 0))
    assert placements(page)[0] // 4 == 3
    session, tray = context.new_cdp_session(page), page.locator("button[aria-label^='piece 2:']").bounding_box()
    touch(session, ((tray["x"] + 20, tray["y"] + 20), center(page, 5)))
    page.wait_for_function("() => window.edgematch.state.board.placements[5] >> 2 === 1")
    view(page, "Board")
    x, y = center(page, 5)
    touch(session, ((x - 20, y), (x - 70, y)), ((x + 20, y), (x + 70, y)))
    page.wait_for_function("() => parseInt(document.querySelector('.zoom output').textContent) > 200")
    context.close()


def test_the_location_holds_what_is_open(page, address):
    def where(text):
        page.wait_for_function("text => location.hash.includes(text)", arg=text)

    assert page.url == address, "the first screen has a plain URL"
    choose(page, "demo-5x5")
    where("#/board/puzzle=demo-5x5")
    view(page, "Play")
    page.focus("main canvas")
    page.keyboard.press(" ")
    where("#/play/board=")
    played, link = placements(page), page.url
    page.reload()
    page.wait_for_function("() => window.edgematch?.state.board?.puzzle.width === 5")
    assert placements(page) == played
    page.wait_for_selector("nav a[aria-current] >> text=Play")
    page.go_back()
    page.wait_for_selector("nav a[aria-current] >> text=Board")
    assert placements(page) == [-1] * 25
    page.go_back()
    page.wait_for_selector("text=/place every piece so that all sides match/")
    paste(page, "#paste", link)
    page.wait_for_function("placed => window.edgematch.state.board.placements.join() === placed.join()", arg=played)


def test_a_link_that_unpacks_to_too_much_is_refused(page, address):
    import base64
    import zlib

    packer = zlib.compressobj(9, wbits=-15)
    bomb = packer.compress(b" " * (200 << 20)) + packer.flush()
    page.goto(f"{address}#board={base64.urlsafe_b64encode(bomb).decode().rstrip('=')}")
    page.wait_for_selector("#message >> text=/This link to a board is damaged/")
    assert page.is_visible("#score")


def test_a_race_is_found_again(page):
    choose(page, "eternity2")
    view(page, "Race")
    page.fill("input[aria-label=Seconds]", "60")
    page.click("text=Start the race")
    page.wait_for_selector("text=/nodes, .* per second/")
    page.reload()
    page.wait_for_selector("text=/nodes, .* per second/")
    assert page.inner_text("#race-state").startswith("Racing")
    page.click("button:has-text('Stop')")
    page.wait_for_selector("#race-table")


def test_undo_goes_on_after_another_view(page):
    choose(page, "demo-4x4")
    view(page, "Play")
    page.focus("main canvas")
    page.keyboard.press(" ")
    view(page, "Board")
    view(page, "Play")
    assert placements(page)[0] >= 0
    page.click("text=Undo")
    assert placements(page)[0] == -1


def test_a_piece_of_the_tray_is_placed_by_keyboard(page):
    choose(page, "demo-4x4")
    view(page, "Play")
    assert page.locator(".tray button[tabindex='0']").count() == 1
    page.focus(".tray button[tabindex='0']")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert placements(page)[4] // 4 == 1
    page.keyboard.press("Control+z")
    assert placements(page)[4] == -1
    page.keyboard.press("Control+Shift+Z")
    assert placements(page)[4] // 4 == 1


def test_a_large_board_answers_keys_at_once(page):
    from edgematch import generate

    paste(page, "#paste", formats.dump(generate.make("two-set", 32, 32, seed=1).puzzle, "native"))
    page.wait_for_function("() => window.edgematch.state.board.puzzle.width === 32")
    view(page, "Play")
    page.click("text=Heat map")
    spent = page.evaluate(
        """() => { const canvas = document.querySelector("main canvas"), began = performance.now();
      const press = (key) => canvas.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      [" ", "ArrowRight", " "].forEach(press);
      return performance.now() - began; }"""
    )
    assert spent < 2000, "2.6 s per key before candidates were looked up by color; 10 ms now"
    assert sum(p >= 0 for p in placements(page)) == 2


def test_a_board_is_copied_as_a_url(page):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    board = solution("demo-5x5")
    paste(page, "#paste", formats.dump(board, "native"))
    page.wait_for_selector("select[aria-label='Export format'] option[value=bucas]", state="attached")
    page.select_option("select[aria-label='Export format']", "bucas")
    page.click("button:text-is('Copy')")
    page.wait_for_selector("text=bucas is copied.")
    assert page.evaluate("() => navigator.clipboard.readText()") == formats.dump(board, "bucas")
    page.click("text=Copy link")
    page.wait_for_selector("text=The link to this board is copied.")
    assert "#board=" in page.evaluate("() => navigator.clipboard.readText()")
