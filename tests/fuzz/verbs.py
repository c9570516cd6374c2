"""Every verb with wrong words, numbers and files, each call in a process of its own.

    PYTHONPATH=. python tests/fuzz/verbs.py --count 20000 --memory 2048

A call is a verb with options and values drawn at random from what its help declares, and with texts of every format,
whole or damaged. It runs in a forked process with bounded memory and time, in an empty folder. Allowed are the exit
codes of the command line; a traceback, a crash, another code or more than ten seconds is reported with the call.
"""

from __future__ import annotations

import argparse
import faulthandler
import os
import random
import resource
import shlex
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from edgematch import catalog, cli, formats
from edgematch.search import solve
from tests.fuzz.readers import LONGEST_SECONDS, examples, mutate

LEFT_OUT = {
    "studio": "starts a server",
    "demo": "takes no input",
    "doctor": "takes no input",
    "bench": "measures for minutes; its words are drawn in GROUPS",
    "data": "needs a network; its words are drawn in GROUPS",
}
LONG = {"new", "run", "watch", "work", "simulate"}
"""Verbs of campaigns that estimate a whole search, or go on until they are stopped."""

GROUPS = [
    ("bench", "list"), ("bench", "report"), ("bench", "show"), ("data", "list"), ("data", "path"), ("data", "nonsense"),
]  # fmt: skip
LIMITS = {"--seconds": "0.05", "--nodes": "500"}
"""Long searches are no fault: every call gets these limits, unless it draws wrong ones."""
SOLVERS = [
    "backtrack", "plain", "edgecp", "beam?width=20", "breaks", "hunt", "localsearch", "sat", "colorpair", "nosuch", "",
    "?", "backtrack?", "backtrack?order=", "backtrack?order=spiral-in", "backtrack?order=nosuch", "beam?width=-1",
    "beam?width=1e999", "beam?width=\u0663", "sat:nosuch", "backtrack:x", "backtrack?threads=2&threads=3", "localsearch?x",
]  # fmt: skip
WORDS = [
    "", " ", "-", "--", "x", "0", "1", "2", "-1", "3x4", "0x0", "1x99999999999", "99999999999999999999", "nan", "inf",
    "1e400", "1e-400", "1:3", "3:1", "1:99999999999", "2,2", ",", "a" * 300, "9" * 5000, "\u0663", "\u00b2", "\U0001f9e9",
    "\udcff", "A1", "P16", "Q17", "0-3", "nesw", "nnsw", "22", "clockwise", "native", "bucas", "cnf", "x/../y",
    ".", "no/such/folder/x.json", "out.json", "out.svg", "out.png", "out.url", "out.xyz", "out", "key=value", "=", "order=row", "demo-4x4", "demo-6x6", "clue1", "nosuch", "auto", "10m", "-5s", "1h",
]  # fmt: skip
SOURCES = ("puzzle", "hints", "start", "resume", "like")
SENSIBLE: dict[Any, list[str]] = {
    "TIME": ["0.05", "1s"], "N|auto": ["1", "2", "auto"], "KEY=VALUE": ["order=row", "width=20"], "WxH": ["4x4", "6x6"],
    "FILE|URL": ["run.json", "sqlite:///run.db"], "FORMAT": formats.names(), "nesw": ["nesw", "nswe"],
    "N": ["0", "22", "-"], "DIRECTION": ["clockwise", "anticlockwise"], int: ["0", "1", "2", "3", "10"],
    float: ["0.1", "1", "5"], Path: ["out.json", "out.svg", "out.txt", "folder"],
}  # fmt: skip
"""Values that could be meant, by the metavar of an option or by its type."""

ALLOWED = {0, 1, 2, 3}
FAULTS = ("Traceback (most recent call last)", "Fatal Python error", "nanobind:", "Segmentation", "terminate called")
PART = 500
FILE_BYTES = 8 << 20
"""No word names a place outside the folder of the call: whatever a verb does, only that folder is at risk."""


@dataclass(frozen=True)
class Call:
    """The words of one call, and the files it finds in its folder."""

    words: list[str]
    files: dict[str, bytes]
    stdin: bytes
    closed: str = ""


def commands() -> dict[tuple[str, ...], Any]:
    """Each verb that is called, with the command that declares its parameters."""
    found: dict[tuple[str, ...], Any] = {(verb,): cli.load_verb(verb) for verb in cli.VERBS if verb not in LEFT_OUT}
    for verb in ("analyse", "boards", "campaign"):
        names = set(getattr(found[verb,], "commands", {})) - LONG
        found |= {(verb, name): found[verb,].commands[name] for name in sorted(names)}
    for group, name in GROUPS:
        found[group, name] = cli.load_verb(group).commands.get(name)
    return found


def draw(rng: random.Random, verbs: dict[tuple[str, ...], Any], texts: list[bytes]) -> Call:
    """One call; half of them have only values that could be meant."""
    tame = rng.random() < 0.5
    words = list(rng.choice(list(verbs)))
    command = verbs[tuple(words)]
    files = {name: _text(rng, texts, tame) for name in ("a.txt", "b.json", "c.sol", "puzzle file \u00e9.txt")}
    params = command.params if command is not None else []
    for param in params:
        if param.param_type_name == "argument":
            words += [_source(rng, files, tame) for _ in range(1 if tame else rng.choice([0, 1, 1, 1, 1, 1, 2]))]
    named = [param for param in params if param.param_type_name == "option"]
    for param in rng.sample(named, min(len(named), rng.choice([0, 0, 1, 1, 2, 3, 5]))):
        words.append(rng.choice([*param.opts, *param.secondary_opts]))
        if not param.is_flag or (not tame and rng.random() < 0.02):
            words.append(_sensible(rng, param, files) if tame else _value(rng, param, files))
    for option, value in LIMITS.items():
        if any(option in param.opts for param in named) and option not in words:
            words += [option, value]
    if not tame and rng.random() < 0.03:
        words.insert(rng.randrange(len(words) + 1), rng.choice(WORDS))
    words = [word.replace("\0", "") for word in words]
    return Call(words, files, _text(rng, texts, tame), rng.choice([""] * 20 + ["stdin", "stdout", "stderr", "full"]))


def _text(rng: random.Random, texts: list[bytes], tame: bool) -> bytes:
    text = rng.choice(texts)
    return mutate(text, rng) if not tame and rng.random() < 0.5 else text


def _source(rng: random.Random, files: dict[str, bytes], tame: bool) -> str:
    """A name of the catalog, a file, a text itself, or anything."""
    kind = rng.random()
    if kind < (0.4 if tame else 0.6):
        return rng.choice(list(files))
    if tame or kind < 0.75:
        return rng.choice(["demo-4x4", "demo-5x5", "demo-unframed", "demo-6x4", "clue1", "eternity2"])
    if kind < 0.85:
        return os.fsdecode(rng.choice(list(files.values()))[:3000])
    return rng.choice(WORDS)


def _sensible(rng: random.Random, param: Any, files: dict[str, bytes]) -> str:
    """A value of the right kind."""
    if "--solver" in param.opts:
        return rng.choice([spec for spec in SOLVERS[:9] if spec])
    if param.name in SOURCES:
        return _source(rng, files, tame=True)
    if choices := _choices(param):
        return rng.choice(choices)
    return rng.choice(SENSIBLE.get(param.metavar) or SENSIBLE.get(param.bare_type()) or WORDS)


def _value(rng: random.Random, param: Any, files: dict[str, bytes]) -> str:
    if "--solver" in param.opts and rng.random() < 0.8:
        return rng.choice(SOLVERS)
    if param.name in SOURCES and rng.random() < 0.7:
        return _source(rng, files, tame=False)
    choices = _choices(param)
    return rng.choice(choices) if choices and rng.random() < 0.8 else rng.choice(WORDS)


def _choices(param: Any) -> list[str]:
    """The values of an option that has a few."""
    kind = param.bare_type()
    return [str(one.value) for one in kind] if isinstance(kind, type) and issubclass(kind, Enum) else []


def run(call: Call, folder: Path, memory: int, main: Callable[[], None] = cli.main) -> tuple[str, str]:
    """Run a call in a forked process; how it ended, and what is wrong with that, or nothing."""
    shutil.rmtree(folder, ignore_errors=True)
    work = folder / "work"
    work.mkdir(parents=True)
    for name, data in call.files.items():
        (work / name).write_bytes(data)
    (folder / "stdin").write_bytes(call.stdin)
    child = os.fork()
    if child == 0:
        _child(call, folder, memory, main)
    status = _wait(child)
    if status is None:
        return "hang", f"over {LONGEST_SECONDS} s"
    said = (folder / "stderr").read_text(errors="replace")
    if os.WIFSIGNALED(status):
        return "signal", f"killed by signal {os.WTERMSIG(status)}: {said[-500:]}"
    fault = next((fault for fault in FAULTS if fault in said), "")
    code = os.WEXITSTATUS(status)
    return f"exit {code}", f"exit {code}: {said[-1500:]}" if fault or code not in ALLOWED else ""


def _child(call: Call, folder: Path, memory: int, main: Callable[[], None]) -> None:
    """The process of a call: never returns."""
    code = 70
    try:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_BYTES, FILE_BYTES))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        for number, name, flags in ((0, "stdin", os.O_RDONLY), (1, "stdout", None), (2, "stderr", None)):
            writing = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
            place = "/dev/full" if call.closed == "full" and number == 1 else str(folder / name)
            os.dup2(os.open(place, writing if flags is None else flags), number)
        faulthandler.enable()
        os.chdir(folder / "work")
        os.environ["EDGEMATCH_STORE"] = "sqlite:///store.db"
        sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w", errors="backslashreplace")  # noqa: SIM115
        _close(call.closed)
        sys.argv = ["edgematch", *call.words]
        main()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    except BaseException:  # noqa: BLE001 - a traceback is what is looked for
        with (folder / "stderr").open("a", errors="replace") as log:
            log.write(traceback.format_exc())
        code = 71
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        code = 72
    finally:
        os._exit(code)


def _close(name: str) -> None:
    """Close a standard stream as a shell does with `>&-`: Python then has None in its place."""
    if name in ("stdin", "stdout", "stderr"):
        os.close(("stdin", "stdout", "stderr").index(name))
        setattr(sys, name, None)


def _wait(child: int) -> int | None:
    """The status of a child, or None when it had to be killed."""
    deadline = time.monotonic() + LONGEST_SECONDS
    pause = 0.002
    while time.monotonic() < deadline:
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            return status
        time.sleep(pause)
        pause = min(0.05, pause * 1.5)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


def warm_up() -> list[bytes]:
    """Import what verbs import, so that a fork is enough; the texts that calls are given."""
    for verb in cli.VERBS:
        cli.load_verb(verb)
    for words in (["puzzles"], ["solve", "demo-4x4", "--solver", "sat"], ["show", "--nosuch"], ["show", "--help"]):
        CliRunner().invoke(cli.build(), words)
    board = solve(catalog.get("demo-4x4"), solver="plain").answers[0]
    texts = [data for _, data, _ in examples()]
    return [*texts, formats.dump(board, "native").encode(), formats.dump(board.without([3]), "bucas").encode()]


def attack(count: int, seed: int, memory: int = 2 << 30) -> tuple[Counter[str], dict[str, str]]:
    """Make that many calls; how they ended, and those that went wrong with what was wrong."""
    rng, texts, verbs = random.Random(seed), warm_up(), commands()
    ends, wrong = Counter[str](), dict[str, str]()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(count):
            call = draw(rng, verbs, texts)
            end, problem = run(call, Path(folder) / "call", memory)
            ends[end] += 1
            if problem:
                wrong[f"call {number} of seed {seed}, {call.closed or 'all open'}: {shlex.join(call.words)}"] = problem
    return ends, wrong


def main() -> int:
    """Make many calls and report those that went wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--memory", type=int, default=2048, help="MiB that each process may use")
    words = parser.parse_args()
    start, ends, faults, made = time.monotonic(), Counter[str](), 0, 0
    for part in range(0, words.count, PART):
        some, wrong = attack(min(PART, words.count - part), words.seed + part, words.memory << 20)
        ends, faults, made = ends + some, faults + len(wrong), made + some.total()
        for call, problem in wrong.items():
            sys.stdout.write(f"{call!r}\n{problem}\n\n")
        done = f"{made:,} calls in {time.monotonic() - start:.0f} s: {dict(ends)}; {faults} wrong\n"
        sys.stdout.write(done)
        sys.stdout.flush()
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
