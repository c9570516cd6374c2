"""Settings for all tests."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile("edgematch", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("edgematch")  # a loaded machine is slow, not wrong
