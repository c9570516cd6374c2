"""An object in a process of its own, so that work that cannot be interrupted can be killed.

Some engines hold Python's lock while they search, or look at an interruption only now and then. In a process of its
own such an engine can be ended at any moment. The process runs `main` of this module: it makes the object that
`target` names (`module:factory`), then answers calls of its methods until the caller is gone. While a method runs it
may `emit` events, such as a better board.
"""

from __future__ import annotations

import importlib
import os
import pickle
import subprocess
import sys
import weakref
from collections.abc import Callable
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any, Self

from edgematch.errors import SolverFailure
from edgematch.search.control import Control
from edgematch.solvers.backends._backend import POLL_SECONDS, Stopped

PROGRAM = f"from {__name__} import main; main()"
RESULT, ERROR, EVENT = "result", "error", "event"
_caller: Connection | None = None


class Remote:
    """The caller's side: calls methods of an object in another process, which ends with this object at the latest."""

    def __init__(self, target: str, *arguments: Any, control: Control) -> None:
        self._control = control
        self._pipe, theirs = Pipe()
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 - this Python and this module
                [sys.executable, "-c", PROGRAM, str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                pass_fds=(theirs.fileno(),),
                start_new_session=True,
            )
        self.close = weakref.finalize(self, _end, self._process, self._pipe)
        try:
            self._ask(target, arguments)
        except BaseException:
            self.close()
            raise

    def call(
        self, method: str, *arguments: Any, grace: float = 0.0, on_event: Callable[[Any], object] | None = None
    ) -> Any:
        """The method's result; raises `Stopped`, and ends the process, when the search is stopped first.

        After a stop the result is awaited for another `grace` seconds. `on_event` gets what the method emits.
        """
        return self._ask(method, arguments, grace, on_event)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _ask(
        self, what: str, arguments: tuple[Any, ...], grace: float = 0.0, on_event: Callable[[Any], object] | None = None
    ) -> Any:
        try:
            self._pipe.send((what, arguments))
            while True:
                self._wait(grace)
                kind, value = self._pipe.recv()
                if kind != EVENT:
                    break
                if on_event:
                    on_event(value)
        except (EOFError, ConnectionError, pickle.UnpicklingError):
            raise SolverFailure(f"the engine's process ended with code {self._process.wait()}") from None
        if kind == ERROR:
            raise SolverFailure(f"the engine failed: {value}")
        return value

    def _wait(self, grace: float) -> None:
        while not self._pipe.poll(POLL_SECONDS):
            if self._control.is_stopped:
                if grace and self._pipe.poll(grace):
                    return
                self.close()
                raise Stopped


def _end(process: subprocess.Popen[bytes], pipe: Connection) -> None:
    process.kill()
    process.wait()
    pipe.close()


def emit(event: Any) -> None:
    """Send an event to the caller, from within a method that it has called."""
    assert _caller is not None
    _caller.send((EVENT, event))


def serve(caller: Connection) -> None:
    """The process's side: make the object that the first message names, then answer calls until the caller is gone."""
    subject: Any = None
    while True:
        try:
            what, arguments = caller.recv()
        except (EOFError, ConnectionError):
            return
        try:
            result = subject is None or getattr(subject, what)(*arguments)
            subject = _factory(what)(*arguments) if subject is None else subject
            reply = (RESULT, result)
        except Exception as error:  # noqa: BLE001 - reported to the caller, which raises it
            reply = (ERROR, f"{type(error).__name__}: {error}")
        caller.send(reply)


def _factory(target: str) -> Callable[..., Any]:
    module, _, name = target.partition(":")
    factory: Callable[..., Any] = getattr(importlib.import_module(module), name)
    return factory


def main() -> None:
    """Serve on the connection that the command line names by its number."""
    global _caller  # noqa: PLW0603 - the one connection of this process
    _caller = Connection(int(sys.argv[1]))
    serve(_caller)
