"""Files for solvers of other people: written, solved by whatever is on the PATH, read back, scored in full."""

from __future__ import annotations

import shutil
import subprocess

import pytest
from typer.testing import CliRunner

from edgematch.cli import build
from edgematch.encodings import decoding, targets
from edgematch.encodings.document import write
from edgematch.encodings.sat import SatOptions
from edgematch.errors import FormatError, OptionError, UnknownName
from edgematch.search import solve
from edgematch.testing.zoo import ZOO, impossible

PIPES = {
    "cadical": ("cnf", "cadical -q {file} > {out}"),
    "kissat": ("cnf", "kissat -q {file} > {out}"),
    "minisat": ("cnf", "minisat -verb=0 {file} {out} > /dev/null"),
    "clasp": ("opb", "clasp {file} > {out}"),
    "cbc": ("lp", "cbc {file} solve solu {out} > /dev/null"),
    "glpsol": ("mps", "glpsol --freemps {file} -o {out} > /dev/null"),
    "gringo": ("asp", "gringo {file} | clasp > {out}"),
    "cliquer": ("clq", "cliquer -q -q -u -s {file} > {out}"),
    "minizinc": ("mzn", "minizinc --solver gecode {file} > {out} 2> /dev/null"),
    "minion": ("minion", "minion {file} > {out}"),
}


@pytest.mark.parametrize("program", PIPES)
@pytest.mark.parametrize("kind", ["duplicates", "hints", "many-colors"])
def test_round_trip_through_an_external_solver(program, kind, tmp_path):
    if not shutil.which(program):
        pytest.skip(f"{program} is not on the PATH")
    to, command = PIPES[program]
    puzzle = ZOO[kind]()
    file, out = tmp_path / f"p.{to}", tmp_path / "out"
    write(targets.encode(puzzle, to, targets.EncodeOptions(feasibility=True)), file)
    subprocess.run(command.format(file=file, out=out), shell=True, timeout=60)
    board = decoding.decode(decoding.read_map(file), out.read_text())
    assert board.is_solution


@pytest.mark.parametrize("to", targets.TARGETS)
@pytest.mark.parametrize("kind", ["duplicates", "strip", "symmetric", "not-turnable", "hints", "misfit"])
def test_every_target_streams_what_it_promised(to, kind, tmp_path):
    puzzle = ZOO[kind]()
    document = targets.encode(puzzle, to)
    write(document, tmp_path / "file")
    text = (tmp_path / "file").read_text()
    assert text.endswith("\n")
    assert len(text) < 4 * document.expected_bytes + 2000
    mapped = decoding.read_map(tmp_path / "file")
    assert mapped.puzzle == puzzle
    assert mapped.to == to


def lines(to, mapped, answer):
    """What solvers of a kind would print for an answer."""
    from edgematch.encodings.choices import Choices

    looks = mapped.puzzle.looks if to not in ("clq", "mzn", "minion", "xcsp3") else range(4 * mapped.puzzle.cells)
    by_meaning = {(c, int(looks[4 * a + b])): key for key, many in mapped.meanings.items() for _, c, a, b in many}
    if to in ("clq", "mzn", "minion", "xcsp3"):
        choices = Choices.of(mapped.puzzle, per_piece=True)
        answer = choices.board(choices.chosen(answer))
    return [by_meaning[cell, int(looks[placement])] for cell, placement in answer.placed()]


@pytest.mark.parametrize("to", ["cnf", "wcnf", "opb", "lp", "mps", "clq", "mzn", "minion", "xcsp3", "asp"])
def test_outputs_of_every_kind_are_read(to, tmp_path):
    puzzle = ZOO["square"]()
    answer = solve(puzzle, solver="plain").answers[0]
    write(targets.encode(puzzle, to), tmp_path / "f")
    mapped = decoding.read_map(tmp_path / "f")
    said = lines(to, mapped, answer)
    texts = {
        "cnf": "s SATISFIABLE\nv " + " ".join(n for n, _ in said) + "\nv -999 0\n",
        "wcnf": "o 0\nv " + "".join("1" if str(i) in dict(said) else "0" for i in range(1, 200)) + "\n",
        "opb": "v " + " ".join(n for n, _ in said) + " -x9999\n",
        "clq": "c found\n" + " ".join(n for n, _ in said) + "\n",
        "minion": "Sol: " + " ".join(str(v) for _, v in said) + "\n",
        "asp": "Answer: 1\n" + " ".join(n for n, _ in said) + "\nSATISFIABLE\n",
        "xcsp3": f"<instantiation><list> {' '.join(n for n, _ in said)} </list><values> {' '.join(str(v) for _, v in said)} </values>",
    }
    text = texts.get(to, "\n".join(f"  {n} = {v}" for n, v in said))
    assert decoding.decode(mapped, text).is_solution


def test_the_dual_formula_maps_colors(tmp_path):
    pysat = pytest.importorskip("pysat.solvers", reason="python-sat is not installed")
    puzzle = ZOO["duplicates"]()
    write(targets.encode(puzzle, "cnf", targets.EncodeOptions(SatOptions("dual"))), tmp_path / "f.cnf")
    from pysat.formula import CNF

    with pysat.Solver("glucose4", bootstrap_with=CNF(from_file=str(tmp_path / "f.cnf"))) as engine:
        assert engine.solve()
        text = "v " + " ".join(map(str, engine.get_model())) + " 0"
    assert decoding.decode(decoding.read_map(tmp_path / "f.cnf"), text).is_solution


def test_too_large_is_refused_before_writing(tmp_path):
    with pytest.raises(OptionError, match=r"would have about .* edges"):
        write(targets.encode(ZOO["square"](), "clq"), tmp_path / "f", max_bytes=1000)
    assert not (tmp_path / "f").exists()


def test_unknown_target():
    with pytest.raises(UnknownName, match="did you mean 'cnf'"):
        targets.encode(ZOO["square"](), "cnff")


@pytest.mark.parametrize("text", ["", "nonsense", "v 0"])
def test_output_without_values_is_refused(text, tmp_path):
    write(targets.encode(ZOO["square"](), "cnf"), tmp_path / "f")
    with pytest.raises(FormatError, match="no value"):
        decoding.decode(decoding.read_map(tmp_path / "f"), text)


def test_unsatisfiable_is_reported(tmp_path):
    write(targets.encode(impossible(), "cnf"), tmp_path / "f")
    assert decoding.decode(decoding.read_map(tmp_path / "f"), "c x\ns UNSATISFIABLE\n") is None


@pytest.mark.parametrize("content", [None, "", "{}", '{"puzzle": 3}', '{"to":"cnf","puzzle":'])
def test_a_bad_map_is_refused(content, tmp_path):
    if content is not None:
        (tmp_path / "f.map").write_text(content)
    with pytest.raises(FormatError):
        decoding.read_map(tmp_path / "f")


def test_the_verbs(tmp_path):
    runner, app = CliRunner(), build()
    file, out = tmp_path / "p.cnf", tmp_path / "out"
    done = runner.invoke(app, ["encode", "demo-4x4", "--to", "cnf", "-o", str(file), "--anchored"])
    assert done.exit_code == 0
    assert "variables" in done.stdout
    out.write_text("s UNSATISFIABLE\n")
    assert runner.invoke(app, ["decode", str(file), str(out)]).exit_code == 3
