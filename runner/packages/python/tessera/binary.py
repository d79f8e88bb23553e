# SPDX-License-Identifier: Apache-2.0
"""Finding the `tessera` binary, and running one command of it.

The wheel puts the binary where scripts go, so that `tessera` at a prompt is the binary itself and not a Python
process in front of it. This module looks for it in this interpreter's places for scripts, as `python -m tessera` has
to. `TESSERA_BINARY` names another one.
"""
from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any, Dict, List, NamedTuple, Optional, Sequence

from .diagnostics import Diagnostic, read_diagnostics
from .errors import BinaryError, CompileError, InfrastructureError, RunnerError, TimedOut, UsageError

protocol = 1
"""The greatest version of shared/protocol that this package reads."""

exit_usage, exit_compile, exit_run, exit_infrastructure, exit_bug = 2, 3, 4, 5, 70


def candidates() -> List[Path]:
    """Where the binary may be, the likeliest first; whether it is there is another question."""
    here = Path(__file__).resolve().parent.parent
    folders = [Path(sysconfig.get_path("scripts")), Path(sys.executable).parent]
    for scheme in ("posix_user", "osx_framework_user"):
        if scheme in sysconfig.get_scheme_names():
            folders.append(Path(sysconfig.get_path("scripts", scheme=scheme)))
    folders.append(here / "bin")  # of `pip install --target`
    # Installed beside this file by another prefix: lib/python3.N/site-packages is three below it.
    folders += [parent / "bin" for parent in list(here.parents)[2:3]]
    return [folder / "tessera" for folder in folders]


def find_binary() -> str:
    """The path of the `tessera` binary.

    Raises `BinaryError` where there is none, with the places that were looked at.
    """
    named = os.environ.get("TESSERA_BINARY")
    if named:
        if os.access(named, os.X_OK) and os.path.isfile(named):
            return named
        raise BinaryError(f"TESSERA_BINARY names `{named}`, which is no executable file")
    tried = candidates()
    for path in tried:
        # A script of another tool, or Python's own launcher, is not it: the binary is an ELF file.
        if path.is_file() and os.access(path, os.X_OK) and path.read_bytes()[:4] == b"\x7fELF":
            return str(path)
    on_path = shutil.which("tessera")
    if on_path:
        return on_path
    places = ", ".join(f"`{path.parent}`" for path in dict.fromkeys(tried))
    raise BinaryError(
        f"there is no `tessera` binary in {places} nor on PATH; install the wheel again "
        "(`pip install --force-reinstall`), or name one by the environment variable TESSERA_BINARY"
    )


class Answer(NamedTuple):
    """What a command left: its exit code (below 0: the signal that ended it) and both streams."""

    code: int
    stdout: str
    stderr: str
    command: Sequence[str]


def call(arguments: Sequence[str], *, text: Optional[str] = None, timeout: Optional[float] = None) -> Answer:
    """Runs `tessera ARGUMENTS` to its end, `text` on its standard input; `timeout` is in seconds.

    Raises `BinaryError` where there is no binary or it crashed, `TimedOut`. What the exit code means is the caller's.
    """
    command = [find_binary(), *arguments]
    environment = {**os.environ, "NO_COLOR": "1"}
    try:
        process = subprocess.run(
            command,
            input=(text or "").encode("utf-8", "surrogateescape"),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            timeout=timeout,
            env=environment,
        )
    except subprocess.TimeoutExpired:
        raise TimedOut(
            f"`tessera {arguments[0]}` was ended after {timeout:g} s; give it longer with `timeout=`, or less to do"
        ) from None
    except OSError as error:
        raise BinaryError(f"`{command[0]}` can't be started: {error.strerror or error}") from error
    answer = Answer(
        process.returncode,
        process.stdout.decode("utf-8", "replace"),
        process.stderr.decode("utf-8", "replace"),
        command,
    )
    if answer.code < 0 or answer.code == exit_bug:
        how = f"ended with {name_signal(-answer.code)}" if answer.code < 0 else "found a bug of its own"
        raise BinaryError(
            f"`tessera {arguments[0]}` {how}; that is a bug in Tessera, please report it with the program"
            + (f"\n{answer.stderr.strip()}" if answer.stderr.strip() else "")
        )
    return answer


def name_signal(number: int) -> str:
    """`SIGSEGV`, or the number of a signal without a name."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def read_json(answer: Answer) -> Dict[str, Any]:
    """The one JSON object on standard output.

    Raises what the exit code says where there is none: `UsageError`, `CompileError`, `InfrastructureError`;
    `BinaryError` for something that is no JSON, or of a newer protocol.
    """
    if not answer.stdout.strip():
        raise_failure(answer)
    try:
        told = json.loads(answer.stdout)
    except ValueError:
        told = None
    if not isinstance(told, dict):
        raise BinaryError(
            f"`{answer.command[0]}` answered something that is no JSON object: `{answer.stdout.strip()[:80]}`; "
            "is it Tessera?"
        )
    if told.get("protocol", 0) > protocol:
        raise BinaryError(
            f"`{answer.command[0]}` speaks protocol {told['protocol']} and this package {protocol}; "
            "install a newer package"
        )
    problem = told.get("problem")
    if problem:
        message = problem.get("detail") or problem.get("title") or "the runner refuses"
        if answer.code == exit_compile:
            raise CompileError(diagnostics_of(problem))
        raise RunnerError(message, problem)
    return told


def diagnostics_of(told: Dict[str, Any]) -> List[Diagnostic]:
    """The diagnostics of an answer."""
    return read_diagnostics(told.get("diagnostics", ()))


def raise_failure(answer: Answer) -> None:
    """Raises what an answer without JSON means; returns where it means success."""
    lines = [line for line in answer.stderr.strip().splitlines()]
    message = "\n".join(lines)
    if message.startswith("tessera: error: "):
        message = message[len("tessera: error: ") :]
    if answer.code == exit_usage:
        raise UsageError(message or "the command line is wrong")
    if answer.code == exit_infrastructure:
        raise InfrastructureError(message or "this machine can't do it now")
    if answer.code:
        raise BinaryError(f"`tessera` ended with {answer.code} and no answer\n{message}".rstrip())
    raise BinaryError(f"`{answer.command[0]}` ended well and answered nothing; is it Tessera?")
