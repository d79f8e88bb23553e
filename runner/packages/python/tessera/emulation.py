# SPDX-License-Identifier: Apache-2.0
"""PTX of any compiler, run thread by thread on this CPU, with NumPy arrays as its memory.

An array becomes an allocation in global memory, and a pointer to it the kernel's argument; afterwards all of it is read
back into a new array. The arrays go there and back as .npy files in a folder of their own.
"""
from __future__ import annotations

import json
import os
import tempfile
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, List, Mapping, Optional, Sequence, Tuple, Union

from .binary import call, diagnostics_of, exit_compile, exit_usage, read_json
from .diagnostics import Diagnostic
from .errors import CompileError, RunError, UsageError
from .program import expect_str, name_type
from .results import Prediction

if TYPE_CHECKING:
    import numpy as np

Json = Mapping[str, Any]
Extent = Union[int, Sequence[int]]

# What an array's elements are called on the command line, by NumPy's (and ml_dtypes') names.
type_names = {
    "bool": "bool",
    "int8": "s8",
    "int16": "s16",
    "int32": "s32",
    "int64": "s64",
    "uint8": "u8",
    "uint16": "u16",
    "uint32": "u32",
    "uint64": "u64",
    "float16": "f16",
    "float32": "f32",
    "float64": "f64",
    "bfloat16": "bf16",
    "float8_e4m3fn": "e4m3",
    "float8_e5m2": "e5m2",
}


@dataclass(frozen=True)
class Emulation:
    """What a launch left.

    `arrays` has one entry an argument: for an array, what is in its memory after the run (of the first schedule), of
    the same shape and dtype; None for anything else. `thread_instructions` counts what threads executed in all
    schedules.
    """

    arrays: List[Optional["np.ndarray[Any, Any]"]]
    entry: str
    output: str
    thread_instructions: int
    diagnostics: List[Diagnostic]
    prediction: Optional[Prediction]
    timeline: Optional[Json] = field(repr=False)
    raw: Json = field(repr=False, compare=False)


def emulate(
    ptx: str,
    args: Sequence[Any] = (),
    *,
    entry: Optional[str] = None,
    grid: Extent = 1,
    block: Optional[Extent] = None,
    cluster: Optional[Extent] = None,
    shared_bytes: int = 0,
    check: Optional[str] = None,
    seed: Optional[int] = None,
    schedules: Optional[int] = None,
    allow_uninitialized: bool = False,
    limit: Optional[int] = None,
    timeline: bool = False,
    time: bool = False,
    card: Optional[str] = None,
    timeout: Optional[float] = 300,
) -> Emulation:
    """Runs one kernel of a PTX text, and answers the arrays as it left them. The arrays given are not changed.

    `args` stand in the kernel's order: NumPy arrays; NumPy scalars, whose dtype is the argument's; Python's `int`,
    `float` and `bool`, which take the type that the kernel declares; or a `str` as `tessera emulate --arg` takes it
    (`"f32[64]=zeros"`, `"map(0)=box:64x64,swizzle:128"`). Elements are integers or floats of 8 to 64 bits, ml_dtypes'
    bfloat16 and float8 among them.

    `entry` is the kernel (default: the only one); `grid` and `cluster` count CTAs, `block` threads (default: what the
    kernel requires), each a number or up to three; `shared_bytes` are dynamic shared memory. `check="race"` reports
    accesses that nothing orders; `schedules` runs it under so many orders of its warps, from `seed` on;
    `allow_uninitialized` lets it read what nothing has written; `limit` is the number of thread instructions after
    which it is ended. `timeline` keeps who did what when; `time` (or a `card`) predicts by a model what the launch
    takes on a card, and is no measurement.

    Raises `CompileError` for PTX that is refused, `RunError` for a fault or a race, with the PTX's line or the
    source's, `UsageError` for arguments that do not fit the kernel.

    >>> import numpy as np
    >>> ptx = tessera.compile(example("vector_add.py"), set={"size": 2048}).ptx()
    >>> x = np.arange(2048, dtype=np.float32)
    >>> done = emulate(ptx, [x, x, np.zeros_like(x), 2048], grid=2)
    >>> done.arrays[2][:4]
    array([0., 2., 4., 6.], dtype=float32)
    """
    expect_str("ptx", ptx)
    options = ["--json", "--grid", format_extent("grid", grid), "--smem", str(shared_bytes)]
    kernel = find_entry(ptx, entry, timeout)
    options += ["--entry", kernel["name"]]
    required = kernel.get("requiredThreads")
    options += ["--block", format_extent("block", block if block is not None else required or 1)]
    options += ["--cluster", format_extent("cluster", cluster)] if cluster is not None else []
    options += ["--check", expect_str("check", check)] if check is not None else []
    options += ["--allow-uninitialized"] if allow_uninitialized else []
    options += ["--time"] if time or card is not None else []
    options += ["--card", expect_str("card", card)] if card is not None else []
    for name, value in (("--seed", seed), ("--schedules", schedules), ("--limit", limit)):
        options += [name, str(value)] if value is not None else []
    with tempfile.TemporaryDirectory(prefix="tessera-") as folder:
        arrays: List[Optional["np.ndarray[Any, Any]"]] = []
        for index, argument in enumerate(args):
            spec, array = format_argument(folder, index, argument, kernel["parameters"])
            arrays.append(array)
            options += ["--arg", spec]
            options += ["--save", f"{index}={saved_file(folder, index)}"] if array is not None else []
        trace = os.path.join(folder, "trace.json")
        options += ["--trace", trace] if timeline else []
        answer = call(["emulate", *options, "--", "-"], text=ptx, timeout=timeout)
        told = read_json(answer)
        diagnostics = diagnostics_of(told)
        if answer.code == exit_usage:
            raise UsageError("\n".join(one.format() for one in diagnostics) or answer.stderr.strip())
        if answer.code == exit_compile:
            raise CompileError(diagnostics, ptx)
        if not told.get("ok"):
            raise RunError(diagnostics, ptx)
        left = [None if array is None else load(saved_file(folder, n), array) for n, array in enumerate(arrays)]
        predicted = told.get("time")
        return Emulation(
            arrays=left,
            entry=told.get("entry", kernel["name"]),
            output=told.get("output", ""),
            thread_instructions=told.get("threadInstructions", 0),
            diagnostics=diagnostics,
            prediction=Prediction.from_json(kernel["name"], predicted) if predicted else None,
            timeline=read_trace(trace) if timeline else None,
            raw=told,
        )


def find_entry(ptx: str, entry: Optional[str], timeout: Optional[float]) -> Json:
    """The kernel `entry`, or the only one: `{name, parameters: [{name, type, size}], requiredThreads?}`."""
    answer = call(["emulate", "--list", "--json", "--", "-"], text=ptx, timeout=timeout)
    told = read_json(answer)
    if "entries" not in told:
        raise CompileError(diagnostics_of(told), ptx)
    names = [one["name"] for one in told["entries"]]
    if entry is None and len(names) == 1:
        entry = names[0]
    if entry not in names:
        listed = ", ".join(f"`{name}`" for name in names) or "none"
        asked = "`entry` is not given" if entry is None else f"there is no kernel `{entry}`"
        raise UsageError(f"{asked}; the kernels of this PTX are {listed}")
    found: Json = told["entries"][names.index(entry)]
    return found


def format_extent(name: str, extent: Optional[Extent]) -> str:
    """`X,Y,Z` of a number or of one to three."""
    numbers = [extent] if isinstance(extent, int) else list(extent or ())
    if not 1 <= len(numbers) <= 3 or any(type(number) is not int or number < 1 for number in numbers):
        raise UsageError(f"`{name}` is {extent!r}, expected a positive int, or one to three of them")
    return ",".join(str(number) for number in numbers + [1] * (3 - len(numbers)))


def saved_file(folder: str, index: int) -> str:
    """Where argument `index` is written after the run."""
    return os.path.join(folder, f"after-{index}.npy")


def format_argument(
    folder: str, index: int, argument: Any, parameters: Sequence[Json]
) -> Tuple[str, Optional["np.ndarray[Any, Any]"]]:
    """`argument` as `--arg` takes it, and the array that it is, if it is one."""
    if isinstance(argument, str):
        return argument, None
    if hasattr(argument, "__array__") and hasattr(argument, "dtype"):
        name = type_names.get(argument.dtype.name)
        if name is None:
            raise UsageError(
                f"`args[{index}]` has elements of {argument.dtype}, expected one of {', '.join(type_names)}"
            )
        if not getattr(argument, "shape", ()) and not hasattr(argument, "flags"):
            return f"{name}={argument.item()!r}", None
        return write_array(folder, index, argument, name)
    if isinstance(argument, (bool, int, float)):
        if index >= len(parameters):
            raise UsageError(f"`args` has {index + 1} entries or more, and the kernel takes {len(parameters)}")
        return format_number(index, argument, parameters[index]), None
    raise UsageError(
        f"`args[{index}]` is {name_type(argument)}, expected a NumPy array or scalar, an int, a float, or a str as "
        "`tessera emulate --arg` takes it"
    )


def write_array(folder: str, index: int, argument: Any, name: str) -> Tuple[str, Optional["np.ndarray[Any, Any]"]]:
    """Into a file that the emulator reads; a scalar array is passed as a value."""
    import numpy as np

    array: "np.ndarray[Any, Any]" = np.ascontiguousarray(argument).reshape(argument.shape)
    if array.ndim == 0 and not isinstance(argument, np.ndarray):
        return f"{name}={array.item()!r}", None
    file = os.path.join(folder, f"before-{index}.npy")
    shape = ",".join(str(size) for size in array.shape) or "1"
    np.save(file, array.reshape(array.shape or (1,)))
    return f"{name}[{shape}]=@{file}", array


def format_number(index: int, value: Union[bool, int, float], parameter: Json) -> str:
    """`value` with the type that the kernel declares. PTX may declare an `f32` as `b32`: a float says which it is."""
    size, declared = parameter.get("size"), str(parameter.get("type", ""))
    if isinstance(value, float):
        kinds = {2: "f16", 4: "f32", 8: "f64"}
        if size not in kinds:
            raise UsageError(f"`args[{index}]` is a float, and parameter {index} of the kernel has {size} bytes")
        return f"{declared if declared.startswith(('f', 'bf')) else kinds[size]}={value!r}"
    if size not in (1, 2, 4, 8):
        raise UsageError(f"`args[{index}]` is an int, and parameter {index} of the kernel has {size} bytes")
    if declared.startswith("f"):
        return f"{declared}={float(value)!r}"
    bits = 8 * size
    if not -(1 << (bits - 1)) <= int(value) < (1 << bits):
        raise UsageError(f"`args[{index}]` is {value}, and parameter {index} of the kernel has {bits} bits")
    return f"{'s' if value < 0 else 'u'}{bits}={int(value)}"


def load(file: str, like: "np.ndarray[Any, Any]") -> "np.ndarray[Any, Any]":
    """What the emulator wrote, with the dtype and shape of `like`; 8-bit floats and bf16 come as bytes."""
    import numpy as np

    read: "np.ndarray[Any, Any]" = np.load(file)
    if read.dtype != like.dtype:
        read = read.view(like.dtype)
    return read.reshape(like.shape)


def read_trace(file: str) -> Json:
    """The timeline that `--trace` wrote."""
    with open(file, encoding="utf-8") as stream:
        told: Json = json.load(stream)
    return told
