# SPDX-License-Identifier: Apache-2.0
"""Holds the model of time against what a GPU took for kernels of ours: rows of ../results/*.json by peers/run.py.

    python3 tests/bench/time/measured.py [--only WORD] [--json FILE] [--limit SECONDS] [FILE..]

One line a row: measured, predicted, their ratio. A measurement is from event to event around a call on a cold L2 cache,
so the model's time has that of an empty kernel added. Clocks were not locked then: a kernel that draws much power ran
below the highest clock, which the model takes. Programs are compiled as they are now, not as they were: a row of an
older schedule is another kernel. Nothing is measured here.
"""
import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent.parent
sys.path.insert(0, str(HERE.parent / "peers"))
from cases import Case  # noqa: E402
from peer_tessera import settings_of  # noqa: E402

TESSERA = os.environ.get("TESSERA_BINARY", str(ROOT / "build/native/bin/tessera"))
EMPTY_KERNEL = 4.9  # us from event to event on an H200: shared/rates, emptyKernelTime
CARDS = {"NVIDIA H200": "h200", "NVIDIA H100 80GB HBM3": "h100"}
STYLES = {"tessera": "", "tessera-pallas": "pallas", "tessera-triton": "triton", "tessera-naive": "naive"}


def rows_of(path):
    """(name, card, program, settings, measured us) of a file of peers/run.py."""
    content = json.loads(path.read_text())
    if "measured" not in content:
        return
    card = CARDS.get(content["machine"]["name"])
    for one in content["measured"]:
        case = Case.from_json(one["case"])
        for peer, rounds in one["rounds"].items():
            if card is None or peer not in STYLES:
                continue
            style = STYLES[peer]
            program = HERE.parent / "peers" / "programs" / f"{case.kind}{'_' if style else ''}{style}.py"
            # A round's first sample pays for loading the kernel.
            samples = [sample for samples in rounds for sample in samples[1:]]
            if program.exists() and samples:
                yield f"{case.name} {style or 'by hand'}", card, program, settings_of(
                    case, one["inputs"]
                ), 1e3 * statistics.median(samples)


def predict(program, settings, card, limit):
    """Microseconds of all launches together and what limits the longest; or why there is none."""
    words = [word for name, value in settings.items() for word in ("--set", f"{name}={value}")]
    command = [
        TESSERA,
        "run",
        str(program),
        "--device",
        "emulator",
        "--time",
        "--card",
        card,
        "--skip-values",
        "--json",
        *words,
    ]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit)
        launches = json.loads(done.stdout)["launches"]
    except subprocess.TimeoutExpired:
        return None, f"not within {limit} s"
    except (ValueError, KeyError):
        return None, (done.stderr.strip().splitlines() or ["no answer"])[0]
    times = [launch["time"] for launch in launches if "time" in launch]
    if len(times) != len(launches) or not times:
        return None, "a launch has no time"
    longest = max(times, key=lambda one: one["microseconds"])
    return sum(one["microseconds"] for one in times), longest["limit"] + (
        f" ({longest['doubts']})" if longest["doubts"] else ""
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--only", default="", help="rows whose names have this word")
    parser.add_argument("--limit", type=int, default=600, help="seconds for each")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    # What was measured before a change of the compiler is of kernels that are no more.
    files = options.files or [
        path
        for path in sorted((HERE.parent / "results").glob("*nvidia-h[12]00*.json"), reverse=True)
        if "before" not in path.name
    ]
    answers = []
    for path in files:
        for name, card, program, settings, measured in rows_of(path):
            if options.only not in name or any(one["name"] == name and one["card"] == card for one in answers):
                continue
            begin = time.time()
            kernel, limit = predict(program, settings, card, options.limit)
            row = {
                "name": name,
                "card": card,
                "file": path.name,
                "measured": measured,
                "predicted": None if kernel is None else kernel + EMPTY_KERNEL,
                "limit": limit,
                "seconds": round(time.time() - begin, 1),
            }
            answers.append(row)
            told = "-" if kernel is None else f"{row['predicted']:9.1f}  {row['predicted'] / measured:5.2f}"
            print(f"{name:44} {card:5} {measured:9.1f} {told}  {limit}  ({row['seconds']} s)", flush=True)
    ratios = [math.log(row["predicted"] / row["measured"]) for row in answers if row["predicted"]]
    if ratios:
        within = sum(abs(one) <= math.log(1.25) for one in ratios)
        print(
            f"{len(ratios)} of {len(answers)} rows: median error {100 * (math.exp(statistics.median(map(abs, ratios))) - 1):.1f} %, "
            f"signed {100 * (math.exp(statistics.median(ratios)) - 1):+.1f} %, within 25 %: {within}"
        )
    if options.json:
        options.json.write_text(json.dumps({"model": "predicted, not measured", "rows": answers}, indent=1) + "\n")


main()
