"""Jobs that travel as files to machines without a connection, and results that come back from strangers.

A file of jobs is leased like jobs of any worker, only for longer. Nothing in a file of results is believed: its
checksum, its campaign and its leases must fit, every board is scored again and must extend the roots of its job, what
remains must be parts of those roots, and the counts of a random sample of jobs are found again here. A worker whose
counts are wrong is quarantined with all it did.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import math
import random
import uuid
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from edgematch import formats
from edgematch.campaign.bandit import Arm, choose_arm
from edgematch.campaign.worker import SliceRequest, run_slice
from edgematch.errors import EdgeMatchError, FormatError, OptionError, StoreError
from edgematch.files import file_error, write_whole
from edgematch.model import Board
from edgematch.search import Goal, make
from edgematch.store.database.campaigns import Campaign
from edgematch.store.database.jobs import Lease, Slice
from edgematch.store.database.packing import unpack
from edgematch.store.database.store import Store

JOBS, RESULTS, VERSION = "edgematch/jobs", "edgematch/results", 1
MOST_BYTES = 1 << 30
LARGEST = (1 << 62) - 1
MOST_COMPARED = 3000
"""Remaining roots of one job up to which each is compared with each."""


@dataclass(frozen=True)
class Imported:
    """What became of a file of results."""

    jobs: int
    late: int
    audited: int
    boards: int


def export_jobs(store: Store, name: str, number: int, path: Path, *, worker: str = "", days: float = 7.0) -> int:
    """Lease up to so many jobs to a file; how many there were. They wait again when the lease ends.

    `worker` names the machine or person who gets them: what one name did is taken back together.
    """
    campaign = store.campaigns.get(name)
    worker, arm = worker or f"file-{uuid.uuid4().hex[:8]}", ""
    if campaign.arms:  # one that restarts would need boards of the store
        scores = store.campaigns.arm_scores(campaign)
        arm = choose_arm(campaign.arms, scores, np.random.default_rng(), can_restart=False)
    leases = store.jobs.lease(campaign, worker, number=number, seconds=days * 86_400, arm=arm)
    if not leases:
        barred = worker in {row["name"] for row in store.campaigns.workers(campaign) if row["is_quarantined"]}
        reason = f"worker {worker} is quarantined" if barred else f"it has no job that waits ({campaign.state})"
        raise OptionError(f"campaign {name}: {reason}; nothing was written")
    document = {
        "format": JOBS, "version": VERSION, "campaign": campaign.name, "uuid": campaign.uuid, "worker": worker,
        "puzzle": formats.dump(campaign.puzzle, "native"), "goal": asdict(campaign.goal), "solver": campaign.solver,
        "slice_seconds": campaign.slice_seconds,
        "jobs": [
            {"job": one.job_id, "number": one.number, "fence": one.fence, "seed": one.seed,
             "solver": Arm.parse(one.arm).solver or campaign.solver, "roots": _text(one.roots)}
            for one in leases
        ],
    }  # fmt: skip
    try:
        _write(path, document)
    except EdgeMatchError:
        store.jobs.release(leases)
        raise
    return len(leases)


def work_on(path: Path, results: Path, *, on_job: Callable[[int, int], None] | None = None) -> int:
    """Search the jobs of a file and write their results, after each job; those that are there are not done again."""
    document = _read(path, JOBS)
    try:
        header = {key: document[key] for key in ("campaign", "uuid", "worker")}
        jobs = list(document["jobs"])
        goal = Goal(**document["goal"])
        seconds = float(document["slice_seconds"]) if goal.improve else None
        known = _known(results, header, jobs)
        for number, job in enumerate(jobs, start=1):
            if job["job"] not in known:
                request = SliceRequest(
                    document["puzzle"], goal, job["solver"], _bytes(job["roots"]), job["seed"], is_attempt=goal.improve
                )
                make(request.solver)
                known[job["job"]] = _result(job, run_slice(request, seconds))
                ordered = [known[one["job"]] for one in jobs if one["job"] in known]
                _write(results, {"format": RESULTS, "version": VERSION, **header, "results": ordered})
            if on_job is not None:
                on_job(number, len(jobs))
    except (KeyError, TypeError, ValueError, AttributeError) as bad:
        if isinstance(bad, EdgeMatchError):
            raise
        raise FormatError(
            f"this file of jobs is damaged ({bad!r})", source=str(path), remedy="export it again"
        ) from None
    return len(jobs)


def _known(path: Path, header: dict[str, Any], jobs: Sequence[dict[str, Any]]) -> dict[int, dict[str, Any]]:
    """The results that are in a file already, by job; a file that holds other results is left alone."""
    if not path.exists():
        return {}
    found = _read(path, RESULTS)
    fences = {job["job"]: job["fence"] for job in jobs}
    is_same = {key: found.get(key) for key in header} == header
    if not is_same or any(fences.get(row["job"]) != row["fence"] for row in found["results"]):
        raise FormatError(
            "this file holds results of other jobs", source=str(path),
            remedy="name another file (--out); delete this one when it has been imported",
        )  # fmt: skip
    return {row["job"]: row for row in found["results"]}


def _result(job: dict[str, Any], done: Slice) -> dict[str, Any]:
    return {
        "job": job["job"], "fence": job["fence"], "answers": done.answers, "nodes": done.nodes, "seconds": done.seconds,
        "boards": _text(done.boards), "remaining": _text(done.remaining), "remaining_count": done.remaining_count,
    }  # fmt: skip


def import_results(
    store: Store, path: Path, *, audit: float = 0.1, on_audit: Callable[[int, int], None] | None = None
) -> Imported:
    """Check a file of results, repeat a sample of its jobs, and commit it; a file that is wrong changes nothing.

    `audit` is the share of jobs that are repeated, at least one, which takes as long as they took; `on_audit` hears how
    many of them are done. Where one does not agree, the worker is quarantined,
    all it ever did is taken back, and `StoreError` says so.
    """
    document = _read(path, RESULTS)
    campaign = _campaign_of(store, document, path)
    given = [_checked(row, campaign, path) for row in document["results"]]
    current, late = [], 0
    for job, fence, done in given:
        lease = store.jobs.held(campaign, job, fence, str(document["worker"]))
        if lease is None:
            late += 1
            continue
        problem = _problem(campaign, lease, done)
        if problem:
            raise FormatError(f"job {lease.number}: {problem}", source=str(path), remedy="nothing was imported")
        current.append((lease, done))
    sample = [] if campaign.hunts_score else _sample(current, audit)
    for number, (lease, done) in enumerate(sample, start=1):
        if not _agrees(campaign, lease, done):
            jobs = store.campaigns.quarantine(campaign, lease.worker)
            raise StoreError(
                f"{path}: the counts of job {lease.number} are wrong; worker {lease.worker} is quarantined, and its "
                f"{jobs} jobs will be searched again"
            )
        if on_audit is not None:
            on_audit(number, len(sample))
    result = store.jobs.commit(campaign, current)
    return Imported(len(result.accepted), late + len(result.refused), len(sample), result.new_boards)


def _sample(current: Sequence[tuple[Lease, Slice]], share: float) -> Sequence[tuple[Lease, Slice]]:
    if not 0 <= share <= 1:
        raise OptionError(f"the share of audited jobs is 0 to 1, not {share}")
    number = min(len(current), max(1, math.ceil(share * len(current)))) if share else 0
    return random.SystemRandom().sample(list(current), number)


def _agrees(campaign: Campaign, lease: Lease, done: Slice) -> bool:
    """Whether the job, searched again, has as many answers and nodes as were reported with what remains."""
    whole = _search(campaign, lease.roots, lease.seed)
    rest = _search(campaign, done.remaining, lease.seed) if done.remaining_count else Slice()
    return (whole.answers, whole.nodes) == (done.answers + rest.answers, done.nodes + rest.nodes)


def _search(campaign: Campaign, roots: bytes, seed: int) -> Slice:
    document, goal = formats.dump(campaign.puzzle, "native"), replace(campaign.goal, want=None, boards=False)
    return run_slice(SliceRequest(document, goal, campaign.solver, roots, seed), None)


def _problem(campaign: Campaign, lease: Lease, done: Slice) -> str:
    """What is wrong with a result, as far as it shows without searching again."""
    roots, goal = unpack(lease.roots, campaign.puzzle), campaign.goal
    boards, remaining = unpack(done.boards, campaign.puzzle), unpack(done.remaining, campaign.puzzle)
    if len(remaining) != done.remaining_count:
        return f"{len(remaining)} roots remain, not {done.remaining_count}"
    if goal.boards and not goal.improve and len(set(boards)) != done.answers:
        return f"{done.answers} answers, but {len(set(boards))} different boards"
    for kind, several in (("a board", boards), ("a remaining root", remaining)):
        for board in several:
            if faults := board.faults():
                return f"{kind} is wrong: {faults[0]}"
            if not any(board.extends(root, labelled=goal.labelled) for root in roots):
                return f"{kind} extends no root of the job"
    if goal.breaks is not None and any(not board.is_complete or board.breaks > goal.breaks for board in boards):
        return "a board is no answer: it has empty cells or breaks"
    return _overlap(remaining, labelled=goal.labelled)


def _overlap(roots: Sequence[Board], *, labelled: bool) -> str:
    if len(set(roots)) != len(roots):
        return "a remaining root is there twice"
    some = roots[:MOST_COMPARED]
    if any(one.extends(other, labelled=labelled) for one in some for other in some if one is not other):
        return "a remaining root is part of another"
    return ""


def _campaign_of(store: Store, document: dict[str, Any], path: Path) -> Campaign:
    for campaign in store.campaigns.list():
        if campaign.uuid == document.get("uuid"):
            return campaign
    raise FormatError(
        f"these results are of campaign {document.get('campaign')!r}, which is not in this store", source=str(path),
        remedy="name the store of that campaign (--store URL)",
    )  # fmt: skip


def _checked(row: Any, campaign: Campaign, path: Path) -> tuple[int, int, Slice]:
    """The job, the fencing number and the slice of a row whose fields have the right types."""
    try:
        for key in ("job", "fence", "answers", "nodes", "remaining_count"):
            _refuse_unless(type(row[key]) is int and 0 <= row[key] <= LARGEST, f"{key} is {row[key]!r}")
        seconds = float(row["seconds"])
        _refuse_unless(math.isfinite(seconds) and seconds >= 0, f"{seconds} seconds")
        boards, remaining = _bytes(row["boards"]), _bytes(row["remaining"])
        for column in (boards, remaining):
            unpack(column, campaign.puzzle)
    except (KeyError, TypeError, ValueError, EdgeMatchError) as bad:
        raise FormatError(
            f"a result is damaged ({bad!r})"[:200], source=str(path), remedy="nothing was imported"
        ) from None
    done = Slice(row["answers"], row["nodes"], seconds, boards, remaining, row["remaining_count"])
    return row["job"], row["fence"], done


def _refuse_unless(is_right: bool, problem: str) -> None:  # noqa: FBT001 - a condition
    if not is_right:
        raise ValueError(problem)


def _write(path: Path, document: dict[str, Any]) -> None:
    write_whole(path, json.dumps(document | {"sha256": _checksum(document)}, separators=(",", ":")) + "\n")


def _read(path: Path, kind: str) -> dict[str, Any]:
    """The document of a file, which must be of that kind, whole and unchanged."""
    remedy = f"give a file of {'jobs' if kind == JOBS else 'results'} as it was written"
    try:
        if path.stat().st_size > MOST_BYTES:
            raise FormatError(f"this file is over {MOST_BYTES >> 30} GiB", source=str(path), remedy=remedy)
        document = json.loads(path.read_bytes())
    except OSError as bad:
        raise file_error(bad, path) from None
    except (ValueError, RecursionError):
        raise FormatError("this file is no JSON document, or cut short", source=str(path), remedy=remedy) from None
    if not isinstance(document, dict) or document.get("format") != kind or document.get("version") != VERSION:
        raise FormatError(f"this file is no {kind} of version {VERSION}", source=str(path), remedy=remedy)
    if document.pop("sha256", None) != _checksum(document):
        raise FormatError("this file was changed after it was written (its checksum)", source=str(path), remedy=remedy)
    rows = document.get("jobs" if kind == JOBS else "results")
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise FormatError("this file holds no list of jobs", source=str(path), remedy=remedy)
    return document


def _checksum(document: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(document, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _text(content: bytes) -> str:
    return base64.b64encode(content).decode("ascii")


def _bytes(text: Any) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, TypeError) as bad:
        raise ValueError(f"no base64: {bad}") from None
