"""Verbs with wrong words and damaged files, each in a process of its own: no traceback, crash or hang."""

from __future__ import annotations

import sys
import time

from tests.fuzz import verbs

CALLS = 40


def test_calls_at_random_end_with_a_code_of_the_command_line(monkeypatch):
    monkeypatch.setattr(verbs, "LONGEST_SECONDS", 90)  # the machine may be busy
    ends, wrong = verbs.attack(CALLS, seed=1)
    assert not wrong, wrong
    assert ends["exit 0"] > 0
    assert ends["exit 2"] > CALLS / 10


def test_faults_are_seen(tmp_path, monkeypatch):
    """A traceback, a crash, a strange code and a hang are each reported: the attack above can fail."""
    monkeypatch.setattr(verbs, "LONGEST_SECONDS", 1)
    call = verbs.Call([], {}, b"")

    def crash():
        import os
        import signal

        os.kill(os.getpid(), signal.SIGSEGV)

    for fault, said in (
        (lambda: 1 // 0, "ZeroDivisionError"),
        (crash, "signal 11"),
        (lambda: sys.exit(120), "exit 120"),
        (lambda: time.sleep(5), "over 1 s"),
        (lambda: sys.exit(2), ""),
    ):
        _, problem = verbs.run(call, tmp_path / "call", 2 << 30, main=fault)
        assert said in problem
        assert bool(problem) == bool(said)
