# SPDX-License-Identifier: Apache-2.0
"""Compiling, running, timing and testing programs: each function is one command of the binary, or a few.

A program is a text (`str`) or a file (`pathlib.Path`, or anything else with `__fspath__`). A text can import no modules
beside it except from `path`. Nothing of this imports the program's Python, JAX, Triton or torch: the compiler evaluates
the text itself, so none of them need be installed.
"""
from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

from .binary import (
    Answer,
    call,
    diagnostics_of,
    exit_compile,
    exit_infrastructure,
    exit_usage,
    raise_failure,
    read_json,
)
from .diagnostics import Diagnostic
from .errors import BinaryError, CompileError, InfrastructureError, RunError, RunnerError, UsageError
from .results import Job, Prediction, RunResult, TestReport, TestResult

Json = Mapping[str, Any]
Source = Union[str, "os.PathLike[str]"]
Settings = Mapping[str, Any]
Tuning = Union[str, Mapping[str, Any]]


class Input:
    """A program, and how it is compiled: what every command is given."""

    def __init__(
        self,
        source: Source,
        target: Optional[str],
        settings: Optional[Settings],
        tune: Optional[Tuning],
        path: Sequence[Union[str, "os.PathLike[str]"]],
    ) -> None:
        self.text: Optional[str] = None
        if isinstance(source, str):
            if "\n" not in source and source.endswith((".py", ".tessera")):
                raise UsageError(
                    f"`{source}` reads as a file's name, and a `str` is a program's text: pass `Path({source!r})`"
                )
            self.text, self.file = source, "-"
        elif isinstance(source, os.PathLike):
            self.file = os.fspath(source)
        else:
            raise UsageError(
                f"`source` is {name_type(source)}, expected a program's text (str) or a file (pathlib.Path)"
            )
        self.options: List[str] = []
        if target is not None:
            self.options += ["--target", expect_str("target", target)]
        if settings is not None and not isinstance(settings, Mapping):
            raise UsageError(
                f"`set` is {name_type(settings)}, expected a dict of names and literals, as in set={{'M': 512}}"
            )
        for name, value in (settings or {}).items():
            self.options += ["--set", f"{expect_str('a name in `set`', name)}={format_literal(name, value)}"]
        for choice in format_tuning(tune):
            self.options += ["--tune", choice]
        if isinstance(path, (str, bytes)):
            raise UsageError("`path` is one string, expected a list of folders")
        for folder in path:
            self.options += ["--path", os.fspath(folder)]

    def source_text(self) -> Optional[str]:
        """For the lines that messages show; None where it can't be read."""
        if self.text is not None:
            return self.text
        try:
            return Path(self.file).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            return None

    def call(self, command: str, *options: str, timeout: Optional[float]) -> Answer:
        # Words that come from callers stand behind an option that takes them, or behind `--`.
        return call([command, *self.options, *options, "--", self.file], text=self.text, timeout=timeout)


def name_type(value: object) -> str:
    """`a list`, `None`."""
    return "None" if value is None else f"a {type(value).__name__}"


def expect_str(what: str, value: object) -> str:
    """`value`, which has to be a str."""
    if not isinstance(value, str):
        raise UsageError(f"{what if '`' in what else f'`{what}`'} is {name_type(value)}, expected a str")
    return value


def format_literal(name: str, value: object) -> str:
    """`value` as a Python literal: numbers, strings, None, and tuples, lists and dicts of them."""
    if isinstance(value, (list, tuple, dict)):
        parts = value.items() if isinstance(value, dict) else value
        for part in parts:
            format_literal(name, part)
    elif value is not None and type(value) not in (bool, int, float, str):
        raise UsageError(f"`set`: `{name}` is {name_type(value)}, expected a literal: a number, a string, a tuple, ..")
    return repr(value)


def format_tuning(tune: Optional[Tuning]) -> List[str]:
    """Choices as `--tune` takes them: of a dict, or of a text as `tessera tune` prints it (`stages=3;warps=8`)."""
    if tune is None:
        return []
    if isinstance(tune, Mapping):
        return [f"{name}={value}" for name, value in tune.items()]
    return [part for part in expect_str("tune", tune).split(";") if part]


def compile(
    source: Source,
    *,
    target: Optional[str] = None,
    set: Optional[Settings] = None,
    tune: Optional[Tuning] = None,
    path: Sequence[Union[str, "os.PathLike[str]"]] = (),
    timeout: Optional[float] = 300,
) -> "Program":
    """Compiles a program: its text, or its file (`pathlib.Path`).

    `target` is a GPU architecture (`sm_80`, `sm_90a`; the default is the compiler's), `set` puts literals in place of
    those that the program assigns at module level (`set={"M": 512}`), `tune` chooses for the compiler
    (`{"stages": 3}`, a text as `tessera tune` prints it, or `"auto"`), `path` are folders whose modules
    may be imported. `timeout` is in seconds, for this and for each later question to the `Program`.

    Raises `CompileError` with diagnostics, `UsageError` for arguments that are wrong.

    >>> program = compile("import jax.numpy as jnp\\nprint(jnp.arange(4) * 2)\\n")
    >>> program.run().output
    '[0 2 4 6]\\n'
    >>> compile("x = missing\\n")
    Traceback (most recent call last):
    tessera.errors.CompileError: <stdin>:1:5: error: name 'missing' is not defined [unknown-name]
        x = missing
            ^~~~~~~
    """
    given = Input(source, target, set, tune, path)
    told = read_json(given.call("compile", "--json", timeout=timeout))
    if not told.get("ok"):
        raise CompileError(diagnostics_of(told), given.source_text())
    return Program(given, told, timeout)


class Program:
    """A program that compiles. Made by `compile`.

    Each method asks the compiler anew, and of a program in a file it reads the file anew. Answers that do not run the
    program are kept.
    """

    def __init__(self, given: Input, told: Json, timeout: Optional[float]) -> None:
        self._given, self._timeout = given, timeout
        self._kept: Dict[Tuple[str, ...], Any] = {}
        self.diagnostics: List[Diagnostic] = diagnostics_of(dict(told))
        """Warnings, and remarks on how the kernels are scheduled."""
        self.kernels: List[str] = list(told.get("kernels", ()))
        """The names of the kernels that the program launches."""

    def __repr__(self) -> str:
        return f"<tessera.Program {self._given.file}: {', '.join(self.kernels) or 'no kernels'}>"

    def _ask(self, command: str, *options: str, read: Callable[[Json], Any] = lambda told: told) -> Any:
        key = (command, *options)
        if key not in self._kept:
            answer = self._given.call(command, *options, timeout=self._timeout)
            told = read_json(answer)
            problems = [one for one in diagnostics_of(told) if one.severity == "error"]
            if answer.code == exit_usage:
                raise UsageError("\n".join(one.format() for one in problems) or answer.stderr.strip())
            if answer.code == exit_infrastructure:
                raise InfrastructureError("\n".join(one.message for one in problems) or answer.stderr.strip())
            if answer.code:
                raise CompileError(diagnostics_of(told), self._given.source_text())
            self._kept[key] = read(told)
        return self._kept[key]

    def show(self, stage: str = "tile", pass_name: Optional[str] = None, *, kernel: Optional[str] = None) -> str:
        """The program at a `stage` (`tile`, `tilegpu`, `llvm`, `ptx` or `sass`), or right after a pass.

        `passes()` names the passes; with one, `stage` means nothing. `kernel` takes one kernel of a stage. Raises
        `UsageError` for names that are none, `CompileError` where a kernel has no code at that stage.
        """
        if pass_name is not None:
            options = ["--pass", expect_str("pass_name", pass_name)]
        else:
            options = ["--stage", expect_str("stage", stage)]
        if kernel is not None:
            options += ["--kernel", expect_str("kernel", kernel)]
        return str(self._ask("show", "--json", *options, read=lambda told: told["text"]))

    def ptx(self, kernel: Optional[str] = None) -> str:
        """PTX of all kernels, or of one.

        >>> from pathlib import Path
        >>> ".entry add_kernel" in compile(example("vector_add.py")).ptx()
        True
        """
        return self.show("ptx", kernel=kernel)

    def passes(self) -> List[Json]:
        """The pipeline: `{stage, pass, reason, changed}` of each pass, in order."""
        return list(self._ask("show", "--json", "--list", read=lambda told: told["snapshots"]))

    def layouts(self) -> List[Json]:
        """Of each scheduled kernel, where its values and buffers live: "layouts" of shared/protocol, one a kernel."""
        return list(self._ask("show", "--layouts", read=lambda told: told["kernels"]))

    def tilings(self) -> List[Json]:
        """Of each kernel, its launches and which program touches which block: "tilings" of shared/protocol.

        >>> [kernel] = compile(example("vector_add.py")).tilings()
        >>> kernel["launches"][0]["operands"][0]["boxes"][1]  # what program 1 reads of the first array
        [[1024], [2048]]
        """
        return list(self._ask("show", "--tilings", read=lambda told: told["kernels"]))

    def explain(self) -> Json:
        """How each kernel is scheduled and why, and a cost model's prediction of it: "explain" of shared/protocol."""
        told: Json = self._ask("compile", "--json", "--explain=json", read=lambda told: told["explanation"])
        return told

    def timeline(self, device: str = "emulator") -> List[Json]:
        """Who did what when, of each launch: `[{kernel, grid, timeline}]`, "timeline" of shared/protocol.

        On the emulator in its steps, of any kernel; on the interpreter in cycles of a model, of kernels of warpgroups.
        Never a GPU's time. Raises what `run` raises.
        """
        result = self.run(device, timeline=True)
        told = [(launch, launch.timeline) for launch in result.launches]
        return [
            {"kernel": one.kernel, "grid": list(one.grid), "timeline": timeline} for one, timeline in told if timeline
        ]

    def run(self, device: str = "interpreter", **options: Any) -> RunResult:
        """Runs it here; see `tessera.run` for the options and what it raises."""
        return run_input(self._given, device, self._timeout, **options)

    def time(self, card: Optional[str] = None, **options: Any) -> List[Prediction]:
        """Predicts what each launch takes on a card; see `tessera.time`."""
        return time_input(self._given, card, self._timeout, **options)


def run_input(
    given: Input,
    device: str,
    timeout: Optional[float],
    *,
    check: Optional[str] = None,
    compare: bool = False,
    seed: Optional[int] = None,
    schedules: Optional[Union[int, str]] = None,
    repetitions: Optional[int] = None,
    timeline: bool = False,
    extra: Sequence[str] = (),
) -> RunResult:
    """See `run`. `extra` are more words for the command line."""
    options = ["--json", "--device", expect_str("device", device), *extra]
    options += ["--check", expect_str("check", check)] if check is not None else []
    options += ["--compare"] if compare else []
    for name, value in (("--seed", seed), ("--schedules", schedules), ("--repetitions", repetitions)):
        options += [name, str(value)] if value is not None else []
    with tempfile.TemporaryDirectory(prefix="tessera-") as folder:
        # The timelines are part of the answer, too; the option wants a file.
        options += ["--timeline", os.path.join(folder, "timeline.json")] if timeline else []
        answer = given.call("run", *options, timeout=timeout)
    result = RunResult.from_json(read_json(answer))
    if not result.ok:
        raise_run_failure(result, given, answer.code)
    return result


def raise_run_failure(result: RunResult, given: Input, code: int) -> None:
    """Raises what the exit code of `run` or `submit` says of a result that is not ok."""
    errors = [one.message for one in result.diagnostics if one.severity == "error"]
    if code == exit_infrastructure:
        raise InfrastructureError("\n".join(errors) or "this machine can't do it now")
    if code == exit_compile:
        raise CompileError(result.diagnostics, given.source_text(), result.output)
    raise RunError(result.diagnostics, given.source_text(), result)


def run(
    source: Source,
    *,
    device: str = "interpreter",
    target: Optional[str] = None,
    set: Optional[Settings] = None,
    tune: Optional[Tuning] = None,
    path: Sequence[Union[str, "os.PathLike[str]"]] = (),
    check: Optional[str] = None,
    compare: bool = False,
    seed: Optional[int] = None,
    schedules: Optional[Union[int, str]] = None,
    repetitions: Optional[int] = None,
    timeline: bool = False,
    timeout: Optional[float] = 300,
) -> RunResult:
    """Compiles a program and runs it here: on the `interpreter`, the PTX `emulator`, or a GPU (`cuda`, `auto`).

    `check="race"` looks for races on the emulator, `"none"` leaves checks out; `compare` runs each launch in the
    interpreter too and compares; `seed` is the first schedule and `schedules` how many of them are run (or
    `"exhaustive"`); `repetitions` are timed runs on a GPU; `timeline` keeps who did what when in each launch. The other
    arguments are `compile`'s.

    Raises `CompileError`; `RunError` where a check, a launch or a schedule is wrong; `InfrastructureError` where the
    device is not there; `TimedOut`.

    >>> run("import numpy as np\\nnp.testing.assert_array_equal(np.arange(3), [0, 1, 3])\\n")
    Traceback (most recent call last):
    tessera.errors.RunError: <stdin>:2:1: error: Arrays are not equal
    ...
    >>> result = run(example("vector_add.py"), device="emulator")
    >>> [(launch.kernel, launch.grid) for launch in result.launches]
    [('add_kernel', (97,))]
    """
    return run_input(
        Input(source, target, set, tune, path),
        device,
        timeout,
        check=check,
        compare=compare,
        seed=seed,
        schedules=schedules,
        repetitions=repetitions,
        timeline=timeline,
    )


def time_input(
    given: Input,
    card: Optional[str],
    timeout: Optional[float],
    *,
    clock: Optional[float] = None,
    skip_values: bool = False,
) -> List[Prediction]:
    """See `time`."""
    extra = ["--time"]
    extra += ["--card", expect_str("card", card)] if card is not None else []
    extra += ["--clock", f"{clock:g}"] if clock is not None else []
    extra += ["--skip-values"] if skip_values else []
    result = run_input(given, "emulator", timeout, extra=extra)
    return [launch.prediction for launch in result.launches if launch.prediction]


def time(
    source: Source,
    *,
    card: Optional[str] = None,
    clock: Optional[float] = None,
    skip_values: bool = False,
    target: Optional[str] = None,
    set: Optional[Settings] = None,
    tune: Optional[Tuning] = None,
    path: Sequence[Union[str, "os.PathLike[str]"]] = (),
    timeout: Optional[float] = 300,
) -> List[Prediction]:
    """Predicts by a model what each launch of a program takes on a card, in microseconds. Never a measurement.

    `card` is `a100`, `h100`, `h200`, ..; `clock` is in MHz, as of a card whose clocks are locked; `skip_values`
    computes only what addresses and branches depend on, for large problems. The other arguments are `compile`'s, and
    it raises what `run` raises.

    >>> [prediction] = time(example("vector_add.py"), card="h100")
    >>> prediction.card, prediction.memory_bytes
    ('h100', 1181184)
    """
    given = Input(source, target, set, tune, path)
    return time_input(given, card, timeout, clock=clock, skip_values=skip_values)


def test(
    files: Union[str, "os.PathLike[str]", Iterable[Union[str, "os.PathLike[str]"]]],
    *,
    select: Optional[str] = None,
    device: str = "h100",
    path: Sequence[Union[str, "os.PathLike[str]"]] = (),
    maxfail: int = 0,
    limit: float = 60,
    timeout: Optional[float] = 3600,
) -> TestReport:
    """Runs the tests of files (unittest, absl, pytest, hypothesis) in the interpreter, without Python or a GPU.

    A file may be `FILE::Class::method[case]`. `select` takes words as `-k` does (`"add and not large"`), `device` is
    what the files believe they run on (`h100`, `cpu`; their skips follow), `limit` is the seconds that one test may
    take, `timeout` those of all. Tests that fail are in the report and raise nothing.

    Raises `UsageError` where a file can't be read or no test is selected.

    >>> report = test(example("hello_test.py"))
    >>> [(one.id, one.outcome) for one in report.results]
    [('test_add', 'passed'), ('test_wrong', 'failed')]
    """
    listed = [files] if isinstance(files, (str, os.PathLike)) else list(files)
    options = [
        "test",
        "--format=jsonl",
        f"--as={expect_str('device', device)}",
        f"--maxfail={maxfail}",
        f"--timeout={limit:g}",
    ]
    options += ["-k", expect_str("select", select)] if select is not None else []
    for folder in path:
        options += ["--path", os.fspath(folder)]
    return read_report(call([*options, "--", *(os.fspath(file) for file in listed)], timeout=timeout))


def read_report(answer: Answer) -> TestReport:
    """The lines of `tessera test --format=jsonl`."""
    if not answer.stdout.strip():
        raise_failure(answer)
    try:
        lines = [json.loads(line) for line in answer.stdout.splitlines() if line.strip()]
    except ValueError:
        lines = []
    if not lines or "summary" not in lines[-1]:
        raise BinaryError(f"`tessera test` ended with {answer.code} before its summary\n{answer.stderr.strip()}")
    return TestReport([TestResult.from_json(line) for line in lines[:-1]])


def submit(
    source: Source,
    *,
    runner: Optional[str] = None,
    device: str = "auto",
    wait: bool = True,
    deadline_ms: int = 60000,
    priority: Optional[int] = None,
    repetitions: Optional[int] = None,
    token_file: Optional[Union[str, "os.PathLike[str]"]] = None,
    ca: Optional[Union[str, "os.PathLike[str]"]] = None,
    wait_for_runner: Optional[float] = None,
    idempotency_key: Optional[str] = None,
    include_source: bool = False,
    target: Optional[str] = None,
    set: Optional[Settings] = None,
    tune: Optional[Tuning] = None,
    path: Sequence[Union[str, "os.PathLike[str]"]] = (),
    timeout: Optional[float] = 3600,
) -> Job:
    """Compiles a program here and runs it on a runner (`http://127.0.0.1:8420`; default: `TESSERA_RUNNER`).

    `device` is one of the runner's, or what it has to have (`"h100 or memory>=80GB"`). With `wait=False` the job is
    queued and answered without a result. `token_file` and `ca` are files with the token and with the authorities that
    vouch for an https runner; `wait_for_runner` is in seconds, `deadline_ms` in milliseconds. The source text stays
    here unless `include_source`. The other arguments are `compile`'s.

    Raises `RunnerError` where the runner refuses or can't be reached, or the job ends without a result; `RunError` and
    `CompileError` as `run` does.
    """
    given = Input(source, target, set, tune, path)
    options = ["--json", "--device", expect_str("device", device), "--deadline-ms", str(deadline_ms)]
    options += [] if wait else ["--no-wait"]
    options += ["--include-source"] if include_source else []
    for name, value in (
        ("--runner", runner),
        ("--priority", priority),
        ("--repetitions", repetitions),
        ("--token-file", token_file),
        ("--ca", ca),
        ("--wait-for-runner", wait_for_runner),
        ("--idempotency-key", idempotency_key),
    ):
        options += (
            [name, os.fspath(value) if isinstance(value, os.PathLike) else str(value)] if value is not None else []
        )
    answer = given.call("submit", *options, timeout=timeout)
    told = read_json(answer)
    if "id" not in told:
        raise CompileError(diagnostics_of(told), given.source_text())
    job = Job.from_json(told)
    if wait and job.result is None:
        raise RunnerError(f"job {job.id} is {job.state} and has no result")
    if job.result and not job.result.ok:
        raise_run_failure(job.result, given, answer.code)
    return job


setattr(test, "__test__", False)  # pytest would take a `from tessera import test` for one of the file's tests
