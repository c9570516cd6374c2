"""The page of a report: a click on the head of a column sorts its table."""

from __future__ import annotations

import pytest

from edgematch.bench.html import page as report_page

pytestmark = pytest.mark.browser

TABLE = "| instance | seconds |\n| --- | --- |\n| E_10 | 1,000 |\n| E_9 | > 60 s |\n| E_2 | 8.5 s |\n| E_3 | failed |\n"


def test_a_click_on_a_column_sorts(browser, tmp_path):
    path = tmp_path / "report.html"
    path.write_text(report_page("Report", TABLE, tmp_path, []))
    page = browser.new_page()
    page.goto(path.as_uri())

    def names():
        return page.locator("tbody tr td:first-child").all_inner_texts()

    page.get_by_role("button", name="seconds").click()
    assert names() == ["E_2", "E_10", "E_9", "E_3"]
    page.get_by_role("button", name="seconds").click()
    assert names() == ["E_9", "E_10", "E_2", "E_3"]
    assert page.locator("th[aria-sort=descending]").count() == 1
    page.get_by_role("button", name="instance").click()
    assert names() == ["E_2", "E_3", "E_9", "E_10"]
    page.close()
