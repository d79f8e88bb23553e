# SPDX-License-Identifier: Apache-2.0
"""The package's exceptions, all of them `TesseraError`. Which one says who can do something about it."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, List, Mapping, Optional

from .diagnostics import Diagnostic

if TYPE_CHECKING:
    from .results import RunResult


class TesseraError(Exception):
    """Anything that this package raises on purpose."""


class UsageError(TesseraError, ValueError):
    """An argument is wrong: a type, a name that is none, a file that can't be read."""


class CompileError(TesseraError):
    """The program does not compile, or raises an exception of its own while it is evaluated.

    `diagnostics` are in source order, each with its range and, where there is one, a fix. `output` is what the program
    printed before it failed.
    """

    def __init__(self, diagnostics: List[Diagnostic], source: Optional[str] = None, output: str = "") -> None:
        self.diagnostics = diagnostics
        self.output = output
        errors = [one for one in diagnostics if one.severity == "error"]
        super().__init__("\n".join(one.format(source) for one in errors) or "the program does not compile")

    @property
    def errors(self) -> List[Diagnostic]:
        """The diagnostics that are errors."""
        return [one for one in self.diagnostics if one.severity == "error"]


class RunError(TesseraError):
    """A check of the program failed, a launch did, or a run found a race, a deadlock or a bad access.

    `diagnostics` tell what and where; `result` is all that there is of the run, where it has one.
    """

    def __init__(
        self, diagnostics: List[Diagnostic], source: Optional[str] = None, result: Optional["RunResult"] = None
    ) -> None:
        self.diagnostics = diagnostics
        self.result = result
        errors = [one for one in diagnostics if one.severity == "error"]
        super().__init__("\n".join(one.format(source) for one in errors) or "the run failed")


class InfrastructureError(TesseraError):
    """No GPU, no disk, no runner, a deadline: nothing is wrong with the program, and trying again may help."""


class RunnerError(InfrastructureError):
    """A runner refuses, or can't be reached.

    `code` is one of the protocol's closed list (`unavailable`, `queue-full`, `unknown-device`, ..), `problem` all of
    its answer.
    """

    def __init__(self, message: str, problem: Optional[Mapping[str, Any]] = None) -> None:
        self.problem = dict(problem or {})
        self.code: str = self.problem.get("code", "unavailable")
        super().__init__(message)


class BinaryError(TesseraError):
    """The `tessera` binary is missing, crashed, or answered something that is not its protocol."""


class TimedOut(TesseraError, TimeoutError):
    """The command took longer than `timeout` seconds and was ended."""
