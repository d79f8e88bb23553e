# SPDX-License-Identifier: Apache-2.0
"""Measures the rates that the model of time is made of on the GPU of this machine, or holds the model against such a
measurement. microbench.cu has the kernels; shared/rates has the model's numbers.

    python3 tests/bench/time/calibrate.py --ptx FOLDER
    python3 tests/bench/time/calibrate.py [--ptx FOLDER] [--cuda LIBRARY] [--json FILE] [--only WORD] [--repeat N]
    python3 tests/bench/time/calibrate.py --compare FILE.json [--ptx FOLDER] [--card h100] [--only WORD]

The first makes FOLDER/microbench.sm_90a.ptx and .sm_80.ptx with `nvcc`, for a machine that has none, and measures if
there is a GPU. The second measures and prints a line a rate: what was measured (the median), the model's number, their
ratio, the model's standard deviation, and whether the measurement lies outside of two of them. The JSON file has all
samples. The third runs the same kernels through `tessera emulate --time` (TESSERA_BINARY, or build/native/bin/tessera)
and prints predicted beside measured cycles: no rate is derived there, so it also tells where the model goes wrong
although its rates are right.

A launch has parts that are no part of a rate, so each sample is the difference of two launches that repeat the measured
part differently often. Clocks are not locked: cycles do not depend on them, but what comes from memory takes time, and
is more cycles at a higher clock; the file has the clock that was seen. A chain of instructions of fixed latency (FFMA,
IMAD, LOP3, HFMA2, DFMA, VOTE, HMMA) shows what ptxas leaves between two of them, which is what the hardware needs or
more. Status: 0; 1 where a launch fails or a prediction cannot be had; 2 where nothing can be measured: no GPU, no
library, no PTX, a wrong option or file.
"""

import argparse
import datetime
import glob
import json
import os
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

from cuda_driver import Gpu, LaunchFailure, Refusal
from microbenchmarks import TARGETS, choose, choose_size, count_blocks, count_data, make_chain
from model_numbers import choose_card, read_model

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent.parent
SOURCE = HERE / "microbench.cu"
KIND = "tessera calibration"


FLUSH_BYTES = 256 << 20  # several L2 caches


# --- statistics


def take_differences(pair, samples):
    """What each repetition took a count."""
    if not pair.low:
        return [high / pair.high for high in samples["high"]]
    return [(high - low) / (pair.high - pair.low) for low, high in zip(samples["low"], samples["high"])]


def summarize(benchmark, samples, rates, processors):
    """The rate that samples (one `{"low": [..], "high": [..]}` a pair) give, and what each pair takes a count."""
    counts = [statistics.median(take_differences(pair, one)) for pair, one in zip(benchmark.pairs, samples)]
    try:
        return benchmark.value(counts, lambda name: rates[name].value, processors), counts
    except ZeroDivisionError:
        return None, counts


def find_fact(benchmark, rates, card):
    return (card["facts"] if benchmark.is_card else rates).get(benchmark.rate)


def judge(measured, fact):
    """Ratio of measured to the model's number, and whether it lies outside of two sigmas."""
    if measured is None or fact is None:
        return None, False
    ratio = measured / fact.value
    return ratio, abs(ratio - 1) > 2 * fact.sigma


HEADER = f"{'rate':24} {'measured':>10} {'model':>9} {'ratio':>6} {'sigma':>6} {'grade':>5}"


def describe(row):
    number = lambda value, width: f"{'-':>{width}}" if value is None else f"{value:{width}.5g}"
    ratio = "     -" if row["ratio"] is None else f"{row['ratio']:6.3f}"
    sigma = "     -" if row["sigma"] is None else f"{100 * row['sigma']:4.0f} %"
    return (
        f"{row['name']:24} {number(row['measured'], 10)} {number(row['model'], 9)} {ratio} {sigma}"
        f" {row['grade'] or '-':>5}{'  outside of two sigmas' if row['isOutside'] else ''}"
    )


# --- PTX


def find_nvcc():
    found = shutil.which("nvcc")
    return found or next(iter(sorted(glob.glob("/usr/local/cuda*/bin/nvcc"), reverse=True)), None)


def compile_ptx(folder, target):
    """`folder`/microbench.TARGET.ptx, made if there is nvcc, else as it lies there."""
    path, nvcc = folder / f"microbench.{target}.ptx", find_nvcc()
    if nvcc is None:
        if not path.is_file():
            raise Refusal(
                f"no `nvcc`, and no `{path}`: run `calibrate.py --ptx FOLDER` where nvcc is, and copy the folder"
            )
        return path
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refusal(f"`--ptx` is `{folder}`, which cannot be made: {error.strerror}")
    done = subprocess.run(
        [nvcc, f"-arch={target}", "-lineinfo", "-ptx", str(SOURCE), "-o", str(path)], capture_output=True, text=True
    )
    if done.returncode:
        raise Refusal(f"`{nvcc}` did not compile microbench.cu for {target}: {done.stderr.strip()}")
    return path


# --- launches


def take_blocks(clocks, warps):
    """Cycles from a block's first warp's begin to its last one's end, the median of the blocks. A block that wrote
    none (of a cluster, one that only lends its memory) has zeros."""
    spans = []
    for first in range(0, len(clocks), 2 * warps):
        begins, ends = clocks[first : first + 2 * warps : 2], clocks[first + 1 : first + 2 * warps : 2]
        if any(ends):
            spans.append(max(ends) - min(begins))
    return statistics.median(spans) if spans else 0


def take_starts(clocks, processors):
    """Cycles between the first and the last block's begin on a multiprocessor, whose clock is one: the median."""
    begins = {}
    for begin, processor in zip(clocks[::2], processors):
        begins.setdefault(processor, []).append(begin)
    return statistics.median(max(one) - min(one) for one in begins.values())


def measure_once(gpu, benchmark, pair, count):
    """Cycles (or ns by events, or us of launches) of one launch with this count."""
    processors, kernel = gpu.processors, pair.kernel or benchmark.kernel
    grid, size = count_blocks(benchmark, processors, count), choose_size(benchmark, pair, processors, pair.high)
    function, about = gpu.find(kernel, benchmark.shared), f"of `{kernel}` with count {count}, size {size}"
    if benchmark.clock == "launches":
        run = lambda: gpu.launch(function, 1, pair.block, 0, 0, 0, 0, 0, 0, about)
        return gpu.time(lambda: [run() for _ in range(count)]) / 1e3
    warps = grid * pair.block // 32
    clocks, kept = gpu.reserve("clocks", 16 * warps), gpu.reserve("kept", 4 * grid * pair.block)
    data = gpu.memory["data"][0]
    if benchmark.is_cold:
        gpu.reserve("flush", FLUSH_BYTES)
        gpu.fill("flush", 1)
    gpu.fill("clocks", 0)
    gpu.finish(about)
    run = lambda: gpu.launch(function, grid, pair.block, benchmark.shared, clocks, kept, data, count, size, about)
    if benchmark.clock == "events":
        return gpu.time(run)
    run()
    gpu.finish(about)
    times = gpu.read(clocks, "Q", 2 * (grid if benchmark.clock == "starts" else warps))
    if benchmark.clock == "starts":
        return take_starts(times, gpu.read(kept, "I", grid))
    return take_blocks(times, pair.block // 32)


def place_data(gpu, benchmark, pair):
    size = count_data(benchmark, pair, gpu.processors, pair.high)
    address = gpu.reserve("data", size)
    gpu.fill("data", 0)
    if benchmark.is_chain:
        gpu.write(address, make_chain(size // 128))


def measure(gpu, benchmark, repeat):
    """Samples of each pair; a launch before them, whose time nobody takes, loads the kernel and wakes the clocks."""
    all_samples = []
    for index, pair in enumerate(benchmark.pairs):
        if index == 0 or not benchmark.is_chain:
            place_data(gpu, benchmark, pair)
        counts = [("low", pair.low), ("high", pair.high)] if pair.low else [("high", pair.high)]
        measure_once(gpu, benchmark, pair, counts[0][1])
        samples = {"low": [], "high": []}
        for _ in range(repeat):
            for which, count in counts:
                samples[which].append(measure_once(gpu, benchmark, pair, count))
        all_samples.append(samples)
    return all_samples


def measure_clock(gpu):
    """MHz that the multiprocessors run at: cycles of which a kernel says that they went by, over ns by events."""
    spin, low, high = gpu.find("spin", 0), 2_000_000, 42_000_000
    clocks = gpu.reserve("clocks", 16)
    run = lambda count: gpu.time(lambda: gpu.launch(spin, 1, 32, 0, clocks, 0, 0, count, 0, "of `spin`"))
    times = [(run(low), run(high)) for _ in range(3)]
    return statistics.median(1e3 * (high - low) / max(b - a, 1) for a, b in times)


def run_on_gpu(options, folder):
    with Gpu(options.cuda) as gpu:
        rates, cards = read_model()
        card, doubt = choose_card(cards, gpu.target, gpu.name, options.card)
        chosen = choose(options.only, gpu.target)
        gpu.load(compile_ptx(folder, gpu.target))
        clock = measure_clock(gpu)
        print(f"{gpu.name}, {gpu.target}, {gpu.processors} multiprocessors, {clock:.0f} MHz; the model's {card}")
        if doubt:
            print(doubt)
        print(HEADER, flush=True)
        rows = []
        for benchmark in chosen:
            samples = measure(gpu, benchmark, options.repeat)
            measured, counts = summarize(benchmark, samples, rates[gpu.target], gpu.processors)
            fact = find_fact(benchmark, rates[gpu.target], cards[card])
            ratio, is_outside = judge(measured, fact)
            rows.append(
                {
                    "name": benchmark.name,
                    "rate": benchmark.rate,
                    "kernel": benchmark.kernel,
                    "unit": {"events": "ns", "launches": "us"}.get(benchmark.clock, "cycles"),
                    "measured": measured,
                    "model": fact and fact.value,
                    "sigma": fact and fact.sigma,
                    "grade": fact and fact.grade,
                    "ratio": ratio,
                    "isOutside": is_outside,
                    "pairs": [
                        {"kernel": pair.kernel or benchmark.kernel, "block": pair.block, "size": pair.size}
                        | {"counts": [pair.low, pair.high], "perCount": count, "samples": one}
                        for pair, count, one in zip(benchmark.pairs, counts, samples)
                    ],
                }
            )
            print(describe(rows[-1]), flush=True)
        outside = sum(row["isOutside"] for row in rows)
        print(f"{outside} of {len(rows)} lie outside of two of the model's sigmas")
        if options.json:
            now = datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds")
            answer = {
                "kind": KIND,
                "version": 1,
                "date": now,
                "device": gpu.describe(),
                "target": gpu.target,
                "card": card,
            }
            options.json.write_text(json.dumps(answer | {"seenClockMHz": clock, "rows": rows}, indent=1) + "\n")


# --- the emulator's model


def find_binary():
    binary = Path(os.environ.get("TESSERA_BINARY", ROOT / "build/native/bin/tessera"))
    if not os.access(binary, os.X_OK):
        raise Refusal(f"there is no `{binary}` to predict with: `./dev build`, or name one with TESSERA_BINARY")
    return str(binary)


def write_npy(path, words):
    header = f"{{'descr': '<u4', 'fortran_order': False, 'shape': ({len(words)},), }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + words.tobytes())


def make_arguments(benchmark, pair, processors, count, high, folder):
    """`--entry` to the last `--arg` of the launch in the emulator. `high` is the larger count of the two."""
    grid = count_blocks(benchmark, processors, count)
    data = benchmark.emulated_data or count_data(benchmark, pair, processors, high)
    contents = f"u32[{data // 4}]=zeros"
    if benchmark.is_chain:
        path = folder / f"chain-{data}.npy"
        if not path.exists():
            write_npy(path, make_chain(data // 128))
        contents = f"@{path}"
    arguments = [f"u64[{2 * max(grid * pair.block // 32, 1)}]=zeros", f"u32[{grid * pair.block}]=zeros", contents]
    arguments += [f"u32={count}", f"u32={choose_size(benchmark, pair, processors, high)}"]
    words = ["--entry", pair.kernel or benchmark.kernel, "--grid", str(grid), "--block", str(pair.block)]
    words += ["--smem", str(benchmark.shared)]
    return words + [word for argument in arguments for word in ("--arg", argument)]


def emulate(binary, ptx, words, limit=600):
    """The emulator's answer, or why there is none."""
    command = [binary, "emulate", str(ptx), *words, "--json"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit)
        answer = json.loads(done.stdout)
    except subprocess.TimeoutExpired:
        raise LaunchFailure(f"not within {limit} s")
    except ValueError:
        raise LaunchFailure((done.stderr.strip().splitlines() or [f"no answer, status {done.returncode}"])[0])
    if not answer.get("ok"):
        raise LaunchFailure((answer.get("diagnostics") or [{}])[0].get("message", "the launch failed"))
    return answer


def save_machine_map(binary, ptx, folder):
    """The order that ptxas gives the machine code, once for all launches; none where there is no ptxas."""
    path = folder / "microbench.map"
    done = subprocess.run([binary, "emulate", str(ptx), "--save-machine-map", str(path)], capture_output=True)
    return [] if done.returncode else ["--machine-map", str(path)]


def predict(binary, ptx, order, benchmark, pair, device, card, clock, folder):
    """What a count takes by the model, in the unit of the samples."""
    low, high = pair.emulated
    times = []
    for count in (low, high):
        words = make_arguments(benchmark, pair, device["processors"], count, high, folder)
        words += [*order, "--time", "--card", card, "--skip-values", "--limit", "100000000000000"]
        time = emulate(binary, ptx, words + (["--clock", f"{clock:.0f}"] if clock else [])).get("time")
        if time is None:
            raise LaunchFailure("the model has no time of it")
        times.append(1e3 * time["microseconds"] if benchmark.clock == "events" else time["cycles"])
    return (times[1] - times[0]) / (high - low)


def read_measurement(path):
    try:
        content = json.loads(path.read_text())
    except OSError as error:
        raise Refusal(
            f"`{path}` cannot be read ({error.strerror}): `--compare` takes a file that `calibrate.py --json` wrote"
        )
    except ValueError as error:
        raise Refusal(f"`{path}` is no JSON ({error}): `--compare` takes a file that `calibrate.py --json` wrote")
    if not isinstance(content, dict) or content.get("kind") != KIND or content.get("version") != 1:
        found = content.get("kind", "another kind") if isinstance(content, dict) else "another kind"
        raise Refusal(
            f"`{path}` is of {found}, expected `{KIND}`, version 1: `--compare` takes what `calibrate.py --json` wrote"
        )
    return content


def compare(options, folder, temporary):
    """Status 1 where a prediction cannot be had."""
    content = read_measurement(options.compare)
    device, target = content["device"], content["target"]
    card, doubt = choose_card(read_model()[1], target, device["name"], options.card)
    binary = find_binary()
    ptx = compile_ptx(folder, target)
    order = save_machine_map(binary, ptx, temporary)
    print(f"measured on {device['name']}, {content['date']}; predicted by the model for {card}, not measured")
    for line in [doubt] * bool(doubt):
        print(line)
    print(f"{'kernel':22} {'rate':24} {'size':>6} {'measured':>10} {'predicted':>10} {'ratio':>6}  a count", flush=True)
    measured = {row["name"]: row for row in content["rows"]}
    failed, told = 0, set()
    for benchmark in choose(options.only, target):
        row = measured.get(benchmark.name)
        if row is None or benchmark.clock == "launches":  # the model has a launch's time as a number, not of a kernel
            continue
        for pair, one in zip(benchmark.pairs, row["pairs"]):
            launch = (pair.kernel or benchmark.kernel, pair)
            if launch in told:  # which serves several rates
                continue
            told.add(launch)
            words = f"{pair.kernel or benchmark.kernel:22} {benchmark.name:24} {pair.size:6} {one['perCount']:10.5g}"
            try:
                clock = content.get("seenClockMHz")
                predicted = predict(binary, ptx, order, benchmark, pair, device, card, clock, temporary)
                ratio = predicted / one["perCount"] if one["perCount"] else float("nan")
                print(f"{words} {predicted:10.5g} {ratio:6.3f}  {row['unit']}", flush=True)
            except LaunchFailure as failure:
                failed += 1
                print(f"{words}          -      -  {failure}", flush=True)
    return 1 if failed else 0


# --- the command


def take_repeat(text):
    if not text.isdigit() or not 1 <= int(text) <= 1000:
        raise argparse.ArgumentTypeError(f"`{text}`, expected 1 to 1000")
    return int(text)


def parse(words):
    parser = argparse.ArgumentParser(
        prog="calibrate.py",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--ptx", type=Path, metavar="FOLDER", help="where microbench's PTX is or goes")
    parser.add_argument("--cuda", metavar="LIBRARY", help="the CUDA driver's library (libcuda.so.1)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="where the samples go")
    parser.add_argument("--only", default="", metavar="WORD", help="rates whose names have this word")
    parser.add_argument("--repeat", type=take_repeat, default=7, metavar="N", help="samples each (7)")
    parser.add_argument("--card", metavar="NAME", help="compare with this card's numbers, not the GPU's own")
    parser.add_argument("--compare", type=Path, metavar="FILE.json", help="predicted beside measured")
    options = parser.parse_args(words)
    if options.compare and (options.json or options.cuda):
        parser.error("`--compare` measures nothing: leave out `--json` and `--cuda`")
    if options.json and not options.json.absolute().parent.is_dir():
        parser.error(f"`--json` is `{options.json}`, whose folder is not there: make it first")
    options.only_compiles = bool(
        options.ptx and find_nvcc() and not (options.json or options.cuda or options.only or options.card)
    )
    options.cuda = options.cuda or "libcuda.so.1"
    return options


def main(words=None):
    options = parse(words)
    try:
        with tempfile.TemporaryDirectory() as temporary:
            folder = options.ptx or Path(temporary)
            if options.compare:
                return compare(options, folder, Path(temporary))
            if options.only_compiles:
                paths = [compile_ptx(folder, target) for target in TARGETS]
                print(f"wrote {' and '.join(str(path) for path in paths)}", flush=True)
            try:
                run_on_gpu(options, folder)
            except Refusal as refusal:
                if not options.only_compiles:
                    raise
                print(f"nothing measured: {refusal}")
        return 0
    except Refusal as refusal:
        print(f"calibrate.py: {refusal}", file=sys.stderr)
        return 2
    except LaunchFailure as failure:
        print(f"calibrate.py: {failure}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
