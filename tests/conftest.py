"""Settings for all tests."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

from tests import data
from tests.databases import postgresql, store_url

__all__ = ["postgresql", "store_url"]

settings.register_profile("edgematch", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("edgematch")  # a loaded machine is slow, not wrong


def pytest_runtest_setup(item: pytest.Item) -> None:
    data.MARKED[0] = item.get_closest_marker("data") is not None
