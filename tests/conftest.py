"""Settings for all tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests import data, processes
from tests.databases import postgresql, store_url

__all__ = ["postgresql", "store_url"]

settings.register_profile("edgematch", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("edgematch")  # a loaded machine is slow, not wrong


def pytest_runtest_setup(item: pytest.Item) -> None:
    data.MARKED[0] = item.get_closest_marker("data") is not None


@pytest.fixture(autouse=True, scope="session")
def ctrl_c() -> Iterator[None]:
    """Ctrl-C reaches the programs that tests start."""
    with processes.obeying_ctrl_c():
        yield


@pytest.fixture(autouse=True)
def no_program_outlives_its_test() -> Iterator[None]:
    """A test that fails leaves nothing behind that would slow down the others."""
    yield
    processes.kill_started()
