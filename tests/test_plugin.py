"""The example plug-in, installed by pip and found by its entry points."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PLUGIN = Path(__file__).parents[1] / "examples" / "plugin"


def test_the_example_is_installed_found_and_lawful(tmp_path):
    pytest.importorskip("hatchling", reason="the build tool of the example is not installed")
    install = ["install", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation", "--target"]
    subprocess.run([sys.executable, "-m", "pip", *install, str(tmp_path / "site"), str(PLUGIN)], check=True)
    environment = os.environ | {"PYTHONPATH": str(tmp_path / "site")}
    tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull, str(PLUGIN / "tests")]
    done = subprocess.run(tests, capture_output=True, text=True, env=environment, cwd=tmp_path)
    assert done.returncode == 0, done.stdout[-3000:]
    listed = subprocess.run(
        [sys.executable, "-m", "edgematch.cli", "solvers", "random-restart"],
        capture_output=True,
        text=True,
        env=environment,
    )
    assert "Place pieces at random" in listed.stdout
