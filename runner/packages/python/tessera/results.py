# SPDX-License-Identifier: Apache-2.0
"""What a run, a test, a prediction or a job answers, as types over shared/protocol's JSON.

Every class keeps that JSON in `raw`, where the fields are that have no name here.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, List, Mapping, Optional, Tuple

from .diagnostics import Diagnostic, Range, read_diagnostics

Json = Mapping[str, Any]


@dataclass(frozen=True)
class Prediction:
    """What a launch would take on a card, by a model. Never a measurement.

    `microseconds` is the prediction, `range` the least and the most by the clock alone; `clock` is in MHz. `limit`
    names what limits the launch, `limit_share` how much of the time it does (0 to 1). `doubts` is empty where there
    are none.
    """

    kernel: str
    card: str
    model: str
    microseconds: float
    range: Tuple[float, float]
    cycles: float
    clock: float
    limit: str
    limit_share: float
    memory_bytes: int
    doubts: str
    raw: Json = field(repr=False, compare=False)

    @staticmethod
    def from_json(kernel: str, told: Json) -> "Prediction":
        least, most = told["range"]
        return Prediction(
            kernel=kernel,
            card=told["card"],
            model=str(told["model"]),
            microseconds=told["microseconds"],
            range=(least, most),
            cycles=told["cycles"],
            clock=told["clock"],
            limit=told["limit"],
            limit_share=told["limitShare"],
            memory_bytes=int(told["memoryBytes"]),
            doubts=told["doubts"],
            raw=told,
        )


@dataclass(frozen=True)
class Check:
    """One assertion of the program over arrays: how many of `elements` do not match, and by how much at most."""

    passed: bool
    message: str
    elements: int
    mismatched: int
    range: Optional[Range]

    @staticmethod
    def from_json(told: Json) -> "Check":
        place = Range.from_json(told.get("range"))
        return Check(told["passed"], told["message"], told["elements"], told["mismatched"], place)


@dataclass(frozen=True)
class Launch:
    """One launch of a kernel. `milliseconds` are a GPU's only where `timing` is `gpu-events`, else CPU time."""

    kernel: str
    grid: Tuple[int, ...]
    milliseconds: float
    timing: str
    prediction: Optional[Prediction]
    timeline: Optional[Json] = field(repr=False)

    @staticmethod
    def from_json(told: Json) -> "Launch":
        time = told.get("time")
        return Launch(
            kernel=told["kernel"],
            grid=tuple(told.get("grid", ())),
            milliseconds=told.get("milliseconds", 0.0),
            timing=told.get("timing", ""),
            prediction=Prediction.from_json(told["kernel"], time) if time else None,
            timeline=told.get("timeline"),
        )


@dataclass(frozen=True)
class RunResult:
    """A program's run: what it printed and wrote, its checks, its launches, and the PTX of its kernels."""

    ok: bool
    device: str
    output: str
    files: Dict[str, str]
    checks: List[Check]
    launches: List[Launch]
    ptx: Dict[str, str] = field(repr=False)
    diagnostics: List[Diagnostic]
    raw: Json = field(repr=False, compare=False)

    @staticmethod
    def from_json(told: Json) -> "RunResult":
        kernels = told.get("kernels", ())
        return RunResult(
            ok=told["ok"],
            device=told.get("device", ""),
            output=told.get("output", ""),
            files=dict(told.get("files", {})),
            checks=[Check.from_json(one) for one in told.get("checks", ())],
            launches=[Launch.from_json(one) for one in told.get("launches", ())],
            ptx={kernel["name"]: kernel["ptx"] for kernel in kernels if "ptx" in kernel},
            diagnostics=read_diagnostics(told.get("diagnostics", ())),
            raw=told,
        )


@dataclass(frozen=True)
class TestResult:
    """One test's end: `passed`, `failed` or `skipped`, with the reason; a file's that can't be evaluated is `broken`.

    `id` is `Class.method` of unittest and absl, `test_name[case]` or `Class::test_name[case]` of pytest; `milliseconds`
    is CPU time of this machine.
    """

    __test__ = False  # for pytest: no class of tests

    file: str
    id: str
    outcome: str
    reason: str
    milliseconds: float
    output: str
    range: Optional[Range]
    diagnostics: List[Diagnostic]

    @staticmethod
    def from_json(told: Json) -> "TestResult":
        return TestResult(
            file=told["file"],
            id=told.get("id", ""),
            outcome=told["outcome"],
            reason=told.get("reason", ""),
            milliseconds=told.get("milliseconds", 0.0),
            output=told.get("output", ""),
            range=Range.from_json(told.get("range")),
            diagnostics=read_diagnostics(told.get("diagnostics", ())),
        )


@dataclass(frozen=True)
class TestReport:
    """All tests of a run, in the order of their files."""

    __test__ = False

    results: List[TestResult]

    def count(self, outcome: str) -> int:
        """How many are `passed`, `failed`, `skipped` or `broken`."""
        return sum(one.outcome == outcome for one in self.results)

    @property
    def ok(self) -> bool:
        """None failed, and every file could be evaluated."""
        return not self.count("failed") and not self.count("broken")


@dataclass(frozen=True)
class Job:
    """A runner's job. `result` is absent as long as there is none (`wait=False`)."""

    id: str
    state: str
    device: str
    result: Optional[RunResult]
    raw: Json = field(repr=False, compare=False)

    @staticmethod
    def from_json(told: Json) -> "Job":
        result = told.get("result")
        return Job(told["id"], told["state"], told["device"], RunResult.from_json(result) if result else None, told)
