"""The campaigns of the store: how far each is, who works on it, what it found; pause, resume and stop."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from fastapi import FastAPI

from edgematch.campaign.status import status
from edgematch.studio.background import in_thread

if TYPE_CHECKING:
    from edgematch.store.database.store import Store

STATES = {"pause": "paused", "resume": "ready", "stop": "stopped"}
MOST_POINTS = 400


def add_campaigns(app: FastAPI, opened: Callable[[], Store], *, allow: Callable[[], None]) -> None:
    """The routes below `/api/campaigns`; `allow` refuses what a read-only studio must not do."""

    @app.get("/api/campaigns")
    async def listed() -> list[dict[str, Any]]:
        """All campaigns of the store, the latest first."""
        return await in_thread(
            lambda: [status(opened(), campaign.name).to_dict() for campaign in opened().campaigns.list()]
        )

    @app.get("/api/campaigns/{name}")
    async def one(name: str) -> dict[str, Any]:
        """One campaign: its status, its workers, and its nodes over time."""
        return await in_thread(lambda: dashboard(opened(), name))

    @app.post("/api/campaigns/{name}/{action}")
    async def change(name: str, action: Literal["pause", "resume", "stop"]) -> dict[str, Any]:
        """Pause, resume or stop a campaign; the processes that run it follow."""
        allow()
        await in_thread(lambda: opened().campaigns.set_state(name, STATES[action]))
        return await in_thread(lambda: dashboard(opened(), name))


def dashboard(store: Store, name: str) -> dict[str, Any]:
    """What the page shows of a campaign."""
    campaign = store.campaigns.get(name)
    return {
        **status(store, name).to_dict(),
        "workers_list": store.campaigns.workers(campaign),
        "curve": store.campaigns.progress(campaign, MOST_POINTS) or [(0.0, 0)],
    }
