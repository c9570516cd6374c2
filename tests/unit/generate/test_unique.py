import json

import pytest

from edgematch import generate
from edgematch.errors import EdgeMatchError, RefusedTask
from edgematch.generate.make import Generated
from edgematch.model import Puzzle
from edgematch.search import ALL, Can, Solver, solve


def made_unique(model, width, height=None, *, seed=0, solver="backtrack", **options):
    return generate.first_unique(
        lambda attempt: generate.make(model, width, height, seed=seed, attempt=attempt, **options), solver
    )


@pytest.mark.parametrize(
    ("model", "size", "options", "turns"),
    [
        ("eternity", (4, 4), {"frame": 3, "inner": 5}, 4),
        ("two-set", (5, 4), {"frame": 4, "inner": 6}, 2),
        ("two-set", (4, 4), {"frame": 3, "inner": 5, "hints": 1}, 1),
        ("tetravex", (3, 3), {"colors": 7}, 1),
        ("gemp", (3, 3), {"colors": 11}, 4),
        ("gemp", (2, 3), {"colors": 9}, 2),
    ],
)
def test_a_unique_instance_has_one_solution_by_another_solver(model, size, options, turns):
    for seed in range(3):
        made = made_unique(model, *size, seed=seed, **options)
        answers = solve(made.puzzle, ALL, solver="plain").answers
        assert len(answers) == turns
        assert all(board.looks_like(made.solution, turned=True) for board in answers)
        assert made.puzzle == made_unique(model, *size, seed=seed, solver="plain", **options).puzzle


def test_several_solutions_none_and_not_enough_nodes_are_distinguished():
    several = generate.make("two-set", 4, frame=1, inner=1).puzzle
    # One color makes all edge pieces alike, and then all boards look the same.
    assert generate.is_unique(several) is True
    assert generate.is_unique(generate.make("two-set", 4, frame=2, inner=2, seed=1).puzzle) is False
    impossible = Puzzle(2, 2, [[0, 1, 2, 0], [0, 0, 1, 2], [1, 2, 0, 0], [2, 0, 0, 2]])
    assert generate.is_unique(impossible) is False
    assert generate.is_unique(generate.make("two-set", 6, frame=4, inner=7).puzzle, nodes=3) is None


def test_the_error_says_what_to_change():
    with pytest.raises(EdgeMatchError, match="more colors or hints"):
        generate.first_unique(lambda a: generate.make("gemp", 4, colors=2, attempt=a), attempts=3)


def test_only_provers_may_prove():
    class Guesser(Solver):
        can = Can.NOTHING
        name = "guesser"

        def search(self, task, control):
            return task.roots

    with pytest.raises(RefusedTask, match="can PROVE"):
        generate.is_unique(generate.make("gemp", 2).puzzle, Guesser())


def test_a_batch_has_a_manifest_that_says_how_to_make_each_again(tmp_path):
    saved = {}
    instances = list(generate.make_many("two-set", 5, count=3, seed=4, hints=1))
    instances[1] = instances[1].without_solution()
    generate.write_batch(tmp_path / "batch", instances, save=lambda what, path: saved.update({path.name: what}))
    records = [json.loads(line) for line in (tmp_path / "batch" / "manifest.jsonl").read_text().splitlines()]
    assert [r["seed"] for r in records] == [4, 5, 6]
    for record, instance in zip(records, instances, strict=True):
        assert saved[record["file"]] == instance.puzzle
        assert saved.get(record.get("solution")) == instance.solution
        again = generate.make(record["model"], record["width"], record["height"], seed=record["seed"], hints=1)
        assert again.puzzle.digest == record["digest"]
    assert "solution" not in records[1]
    assert isinstance(instances[0], Generated)
