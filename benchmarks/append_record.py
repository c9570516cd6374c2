"""Append what a script of this folder measured to a file of records."""

from __future__ import annotations

import os
from dataclasses import replace

from edgematch.bench import machine
from edgematch.bench.records import Record, Records
from edgematch.bench.suite import Job


def append(path, suite, measure, on, details, **facts):
    """Append the figures in `details` that `measure` gave on something, as the next repetition of this measurement."""
    records = Records(path)
    job = Job(suite, str(on), measure, goal="measure")
    while job.key in records.keys():  # noqa: SIM118 - a method
        job = replace(job, repetition=job.repetition + 1)
    load = {"load": [round(one, 1) for one in os.getloadavg()]}
    records.append(Record(job, "measured", "done", details=details, facts=machine.facts() | load | facts))
