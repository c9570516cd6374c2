"""Campaigns: one search cut into jobs, kept in a store, run by any number of workers on Dask, added up exactly.

`plan` cuts a search and `run` works on it, here or on a cluster; `status` says how far it is. The jobs and what came
of them are in the store (`store.campaigns`, `store.jobs`), so that any process can watch, pause or continue.
"""

from __future__ import annotations

from edgematch.campaign.bandit import Arm, choose_arm
from edgematch.campaign.files import export_jobs, import_results, work_on
from edgematch.campaign.plan import Plan, plan
from edgematch.campaign.report import report
from edgematch.campaign.simulate import Simulation, simulate
from edgematch.campaign.status import Status, status
from edgematch.errors import MissingDependency

__all__ = [
    "Arm", "Plan", "Simulation", "Status", "choose_arm", "export_jobs", "import_results", "plan", "report", "require",
    "simulate", "status", "work_on",
]  # fmt: skip


def require() -> None:
    """Raise, with the remedy, when campaigns cannot run here."""
    from importlib.util import find_spec

    if find_spec("distributed") is None:
        raise MissingDependency("campaigns need Dask: pip install 'edgematch[campaign]'")
