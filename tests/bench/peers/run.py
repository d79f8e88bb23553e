#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Our Hopper kernels beside cuBLAS, JAX's Mosaic GPU kernels, Triton and PyTorch's attention, on one GPU, in turns.

    python3 tests/bench/peers/run.py                 # on a machine with a Hopper GPU
    python3 tests/bench/peers/run.py --dry-run       # anywhere: tries every part on tiny problems; its times mean nothing

See README.md for what is measured and how.
"""

import argparse
import datetime
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import threading
import time

import cases
import statistics_of

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
# name in the table, module, kinds of problems
MEMORY = cases.MEMORY_KINDS
PEERS = [("tessera", "peer_tessera", ("gemm", "attention")), ("tessera-pallas", "peer_tessera", ("gemm", "softmax", "layer_norm", "rms_norm", "vector_add")),
         ("tessera-triton", "peer_tessera", ("gemm", "attention", "softmax", "layer_norm", "vector_add")), ("tessera-naive", "peer_tessera", ("gemm",)),
         ("tessera-triton-tuned", "peer_tessera", ("gemm", "attention", "softmax", "layer_norm", "vector_add")),
         ("cublas", "peer_torch", ("gemm",)), ("sdpa", "peer_torch", ("attention",)), ("copy", "peer_copy", MEMORY), ("torch", "peer_torch", MEMORY),
         ("jax", "peer_jax", ("gemm", "attention")), ("triton", "peer_triton", ("gemm", "softmax", "vector_add"))]


def style_of(name):
    """Of our peers: whose words the programs are in, and whether they are tuned."""
    words = name.split("-")[1:]
    return {"style": words[0] if words else "", "tuned": words[1:] == ["tuned"]}


class Worker:
    """A peer's process. `error` says why there is none."""

    def __init__(self, module, options, timeout):
        self.timeout, self.versions, self.error = timeout, {}, None
        self.process = subprocess.Popen([sys.executable, str(HERE / "worker.py"), module, json.dumps(options)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(HERE), os.environ.get("PYTHONPATH", "")])})
        first = self.read()
        self.versions, self.error = first.get("versions", {}), first.get("error")

    def read(self):
        """The next answer; a peer that takes too long is ended."""
        timer = threading.Timer(self.timeout, self.process.kill)
        timer.start()
        line = self.process.stdout.readline()
        timer.cancel()
        return json.loads(line) if line else {"error": f"its process ended with {self.process.wait()}"}

    def measure(self, case, inputs, samples):
        if self.process.poll() is not None:
            return {"error": f"its process ended with {self.process.returncode}"}
        self.process.stdin.write(json.dumps({"case": case.to_json(), "inputs": inputs, "samples": samples}) + "\n")
        self.process.stdin.flush()
        return self.read()

    def end(self):
        self.process.stdin.close()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()


def describe_machine():
    """What nvidia-smi says, and the commit."""
    fields = ["name", "driver_version", "power.limit", "clocks.max.sm", "temperature.gpu"]
    machine = {"date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds")}
    try:
        answer = subprocess.run(["nvidia-smi", "--query-gpu=" + ",".join(fields), "--format=csv,noheader", "--id=0"], capture_output=True, text=True, check=True).stdout
        machine.update(zip(fields, (part.strip() for part in answer.strip().split(","))))
    except (OSError, subprocess.CalledProcessError):
        machine["name"] = "no GPU"
    commit = subprocess.run(["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"], capture_output=True, text=True)
    machine["commit"] = commit.stdout.strip() or "unknown"
    return machine


def measure_case(workers, case, inputs, rounds, samples, shuffle, say):
    """Rounds of one turn a peer, in an order drawn for each; a peer that fails is out of this case, and named."""
    row = {"case": case, "inputs": inputs, "rounds": {}, "variants": {}, "errors": {}, "order": []}
    takes_part = [name for name, (worker, kinds) in workers.items() if case.kind in kinds]
    for _ in range(rounds):
        order = [name for name in takes_part if name not in row["errors"]]
        shuffle(order)
        row["order"].append(list(order))
        for name in order:
            answer = workers[name][0].measure(case, inputs, samples)
            if "error" in answer:
                row["errors"][name] = answer["error"]
                row["rounds"].pop(name, None)
                say(f"{case.name}, {inputs}: {name} is left out: {answer['error']}")
                continue
            row["rounds"].setdefault(name, []).append(answer["milliseconds"])
            if answer.get("variant"):
                row["variants"][name] = answer["variant"]
    return row


def start_workers(arguments, say):
    workers, versions, missing = {}, {}, {}
    shared = {}  # cublas and sdpa are one process
    for name, module, kinds in PEERS:
        if arguments.peers and name not in arguments.peers:
            continue
        options = {}
        if module == "peer_tessera":
            options = {"binary": arguments.tessera, "device": "interpreter" if arguments.dry_run else "cuda", **style_of(name)}
        elif module in ("peer_torch", "peer_copy") and arguments.dry_run:
            options = {"device": "cpu"}
        key = (module, json.dumps(options))
        worker = shared.get(key) or Worker(module, options, arguments.timeout)
        shared[key] = worker
        if worker.error:
            missing[name] = worker.error
            say(f"{name} is left out: {worker.error}")
            continue
        workers[name] = (worker, kinds)
        versions.update(worker.versions)
    return workers, versions, missing


def write_results(folder, machine, versions, missing, measured, settings):
    folder.mkdir(parents=True, exist_ok=True)
    gpu = re.sub(r"[^a-z0-9]+", "-", machine["name"].lower()).strip("-")
    path = folder / f"{machine['date'][:10]}-{gpu}.json"
    number = 2
    while path.exists():
        path = folder / f"{machine['date'][:10]}-{gpu}-{number}.json"
        number += 1
    rows = [{**row, "case": row["case"].to_json(), "name": row["case"].name} for row in measured]
    path.write_text(json.dumps({"machine": machine, "versions": versions, "missing": missing, "settings": settings, "measured": rows}, indent=1) + "\n")
    return path


def parse_arguments(argv):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--dry-run", action="store_true", help="tiny problems on the CPU, results to build/peers")
    parser.add_argument("--tessera", default=os.environ.get("TESSERA_BINARY", str(ROOT / "build/native/bin/tessera")), help="the binary")
    parser.add_argument("--peers", nargs="+", choices=[name for name, _, _ in PEERS], help="only these")
    parser.add_argument("--only", help="only problems whose name matches this pattern")
    parser.add_argument("--inputs", nargs="+", choices=cases.INPUTS, default=cases.INPUTS, help="only these numbers")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--samples", type=int, default=20, help="of a peer in a round")
    parser.add_argument("--seed", type=int, default=0, help="of the order of turns")
    parser.add_argument("--timeout", type=float, default=900, help="seconds that a peer may take for one turn, its preparation included")
    parser.add_argument("--budget", type=float, default=float("inf"), help="seconds after which no other problem is begun")
    parser.add_argument("--results", type=pathlib.Path, help="folder of the raw samples")
    return parser.parse_args(argv)


def main(argv=None):
    arguments = parse_arguments(argv)
    say = lambda text: print(text, file=sys.stderr, flush=True)
    if arguments.dry_run:
        arguments.rounds, arguments.samples = min(arguments.rounds, 2), min(arguments.samples, 3)
    problems = [case for case in (cases.dry_cases() if arguments.dry_run else cases.all_cases()) if not arguments.only or re.search(arguments.only, case.name)]
    machine = describe_machine()
    workers, versions, missing = start_workers(arguments, say)
    if not workers:
        say("no peer is here; nothing is measured")
        return 5
    measured, begin = [], time.monotonic()
    try:
        for case in problems:
            for inputs in arguments.inputs:
                if time.monotonic() - begin > arguments.budget:
                    say(f"{case.name}, {inputs}: not begun, the budget of {arguments.budget:g} s is spent")
                    continue
                say(f"{case.name}, {inputs}")
                measured.append(measure_case(workers, case, inputs, arguments.rounds, arguments.samples, random.Random(arguments.seed).shuffle, say))
    finally:
        for worker in {id(worker): worker for worker, _ in workers.values()}.values():
            worker.end()
    settings = {"rounds": arguments.rounds, "samples": arguments.samples, "seed": arguments.seed, "dryRun": arguments.dry_run}
    folder = arguments.results or (ROOT / "build/peers" if arguments.dry_run else HERE.parent / "results")
    path = write_results(folder, machine, versions, missing, measured, settings)
    print(f"{machine['name']}, driver {machine.get('driver_version', '-')}, {machine['date']}, commit {machine['commit']}; " + ", ".join(f"{k} {v}" for k, v in sorted(versions.items())))
    if arguments.dry_run:
        print("a dry run: these are not a GPU's times")
    print(statistics_of.make_table(measured, list(workers)))
    for name, reason in missing.items():
        print(f"left out: {name}: {reason}")
    for row in measured:
        for name, reason in row["errors"].items():
            print(f"left out: {name} in {row['case'].name}, {row['inputs']}: {reason}")
    say(f"samples: {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
