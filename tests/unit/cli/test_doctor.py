"""The report on this machine."""

from __future__ import annotations

import json

from typer.testing import CliRunner

from edgematch.cli import build
from edgematch.doctor import examine


def test_every_solver_is_examined_and_what_is_missing_has_a_remedy():
    findings = {finding.what: finding for finding in examine()}
    assert findings["native core"].works
    assert findings["solver backtrack"].works
    missing = [finding for finding in findings.values() if not finding.works]
    assert all(finding.remedy or len(finding.found) > 10 for finding in missing)


def test_one_json_document():
    result = CliRunner().invoke(build(), ["doctor", "--format", "json"])
    assert {"what", "works", "found", "remedy"} == set(json.loads(result.stdout)[0])
