# SPDX-License-Identifier: Apache-2.0
"""Tessera from Python: compile, run, test and time Pallas and Triton kernels, and run anybody's PTX, without a GPU.

This is a layer over the `tessera` binary, which the wheel brings along: each call starts it and reads its JSON.

>>> program = tessera.compile(example("vector_add.py"))
>>> program.kernels
['add_kernel']
>>> program.run().ok, program.run(device="emulator", check="race").ok
(True, True)
"""
from __future__ import annotations

from .diagnostics import Diagnostic, Fix, Note, Range
from .emulation import Emulation, emulate
from .errors import (
    BinaryError,
    CompileError,
    InfrastructureError,
    RunError,
    RunnerError,
    TesseraError,
    TimedOut,
    UsageError,
)
from .binary import find_binary
from .program import Program, compile, run, submit, test, time
from .results import Check, Job, Launch, Prediction, RunResult, TestReport, TestResult

__all__ = [
    "BinaryError",
    "Check",
    "CompileError",
    "Diagnostic",
    "Emulation",
    "Fix",
    "InfrastructureError",
    "Job",
    "Launch",
    "Note",
    "Prediction",
    "Program",
    "Range",
    "RunError",
    "RunResult",
    "RunnerError",
    "TesseraError",
    "TestReport",
    "TestResult",
    "TimedOut",
    "UsageError",
    "compile",
    "emulate",
    "find_binary",
    "load_ipython_extension",
    "run",
    "submit",
    "test",
    "time",
]


def load_ipython_extension(shell: object) -> None:
    """What `%load_ext tessera` calls: gives IPython the magic `%%tessera`."""
    from .magic import register

    register(shell)
