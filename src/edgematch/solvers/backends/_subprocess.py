"""An object in a process of its own, so that work that cannot be interrupted can be killed.

Some engines hold Python's lock while they search and cannot be interrupted. In a process of its own such an engine
can be ended at any moment. The process runs this module as a program: it makes the object that `target` names
(`module:factory`), then answers calls of its methods until its input ends. Messages are pickles on its pipes.
"""

from __future__ import annotations

import importlib
import os
import pickle
import selectors
import subprocess
import sys
from collections.abc import Callable
from typing import IO, Any, Self

from edgematch.errors import SolverFailure
from edgematch.search.control import Control
from edgematch.solvers.backends._backend import POLL_SECONDS, Stopped


class Remote:
    """The caller's side: calls methods of an object in another process."""

    def __init__(self, target: str, *arguments: Any, control: Control) -> None:
        self._control = control
        path = os.pathsep.join(filter(None, sys.path))
        self._process = subprocess.Popen(
            [sys.executable, "-m", "edgematch.solvers.backends._subprocess"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"PYTHONPATH": path},
            start_new_session=True,
        )
        try:
            self._ask(target, arguments)
        except BaseException:
            self.close()
            raise

    def call(self, method: str, *arguments: Any, grace: float = 0.0) -> Any:
        """The method's result; raises `Stopped`, and ends the process, when the search is stopped first.

        After a stop the result is awaited for another `grace` seconds.
        """
        return self._ask(method, arguments, grace)

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe:
                pipe.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _ask(self, what: str, arguments: tuple[Any, ...], grace: float = 0.0) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            pickle.dump((what, arguments), self._process.stdin)
            self._process.stdin.flush()
            self._wait(self._process.stdout, grace)
            is_result, value = pickle.load(self._process.stdout)  # noqa: S301 - our own child
        except (EOFError, BrokenPipeError, pickle.UnpicklingError):
            raise SolverFailure(f"the engine's process ended with code {self._process.wait()}") from None
        if not is_result:
            raise SolverFailure(f"the engine failed: {value}")
        return value

    def _wait(self, pipe: IO[bytes], grace: float) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(pipe, selectors.EVENT_READ)
            while not selector.select(POLL_SECONDS):
                if self._control.is_stopped:
                    if grace and selector.select(grace):
                        return
                    self._process.kill()
                    raise Stopped


def serve(source: IO[bytes], sink: IO[bytes]) -> None:
    """The process's side: make the object that the first message names, then answer calls until the input ends."""
    subject: Any = None
    while True:
        try:
            what, arguments = pickle.load(source)  # noqa: S301 - our own parent
        except EOFError:
            return
        try:
            result = subject is None or getattr(subject, what)(*arguments)
            subject = _factory(what)(*arguments) if subject is None else subject
            reply = (True, result)
        except Exception as error:  # noqa: BLE001 - reported to the caller, which raises it
            reply = (False, f"{type(error).__name__}: {error}")
        pickle.dump(reply, sink)
        sink.flush()


def _factory(target: str) -> Callable[..., Any]:
    module, _, name = target.partition(":")
    factory: Callable[..., Any] = getattr(importlib.import_module(module), name)
    return factory


def main() -> None:
    """Serve on the standard pipes, keeping what native code prints away from them."""
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    serve(sys.stdin.buffer, sink)


if __name__ == "__main__":
    main()
