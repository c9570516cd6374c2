"""Many instances in a folder, with a manifest that says what each is and how to make it again.

The manifest is JSON lines: one object per instance, with its file, the planted solution's file where it is kept, model,
size, seed, attempt, hints and content hash. It is written last, so a folder with a manifest is whole.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from edgematch.files import make_folder, write_whole
from edgematch.generate.make import Generated
from edgematch.model import Board, Puzzle

MANIFEST = "manifest.jsonl"


def write_batch(
    folder: Path, instances: Iterable[Generated], *, save: Callable[[Puzzle | Board, Path], None]
) -> list[dict[str, Any]]:
    """Save each instance and its solution as `NAME.json` and `NAME.solution.json`; the manifest's records."""
    make_folder(folder)
    records = []
    for instance in instances:
        record = describe(instance)
        save(instance.puzzle, folder / record["file"])
        if instance.solution is not None:
            record["solution"] = f"{instance.puzzle.name}.solution.json"
            save(instance.solution, folder / record["solution"])
        records.append(record)
    lines = "".join(json.dumps(record) + "\n" for record in records)
    write_whole(folder / MANIFEST, lines)
    return records


def describe(instance: Generated) -> dict[str, Any]:
    """What the manifest says of an instance."""
    puzzle = instance.puzzle
    return {
        "file": f"{puzzle.name}.json", "model": instance.model, "width": puzzle.width, "height": puzzle.height,
        "seed": instance.seed, "attempt": instance.attempt, "hints": len(puzzle.hints), "digest": puzzle.digest,
    }  # fmt: skip
