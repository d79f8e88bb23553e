# SPDX-License-Identifier: Apache-2.0
"""Our programs through `tessera run`: it times each launch with CUDA events on an L2 cache that was overwritten, after one run for the numbers, which the
program itself checks."""

import json
import os
import pathlib
import subprocess

HERE = pathlib.Path(__file__).resolve().parent


def settings_of(case, inputs):
    if case.kind == "vector_add":
        sizes = {"N": case.sizes[0]}
    elif case.kind in ("softmax", "layer_norm", "rms_norm"):
        sizes = dict(zip(("ROWS", "COLUMNS"), case.sizes))
    elif case.kind == "gemm":
        sizes = dict(zip(("M", "N", "K"), case.sizes))
    else:
        sizes = dict(zip(("BATCH", "HEADS", "SEQUENCE", "HEAD_DIM"), case.sizes))
    return {**sizes, "DTYPE": repr(case.dtype), "INPUTS": repr(inputs)}


def read_answer(answer, dry):
    """The samples of the last launch, the one that is measured."""
    if not answer["ok"]:
        raise RuntimeError(next((d["message"] for d in answer["diagnostics"] if d["severity"] == "error"), "the program failed"))
    launch = answer["launches"][-1]
    if launch["timing"] != "gpu-events" and not dry:
        raise RuntimeError(f"the times are `{launch['timing']}`, not a GPU's")
    return launch["samples"]


class Peer:
    def __init__(self, binary, device="cuda", style="", tuned=False):
        """`style`: whose words the programs are in, `pallas`, `triton`, `naive`; the empty one's say themselves what is copied when. `tuned`: with what
        `tessera tune` finds for a problem, once, before its first sample."""
        self.binary, self.device, self.style = binary, device, style
        self.choices = {} if tuned else None
        if not os.access(binary, os.X_OK):
            raise RuntimeError(f"there is no `{binary}`: build it, or say where it is with --tessera")
        self.version = json.loads(subprocess.run([binary, "version", "--json"], capture_output=True, text=True, check=True).stdout)["version"]

    def versions(self):
        return {"tessera": self.version}

    def tune(self, program, settings, case, inputs):
        """What `--tune` takes for this problem; the search is not part of any sample."""
        if (case, inputs) not in self.choices:
            search = ["--budget", "4"] if self.device != "cuda" else []
            answer = self.ask(["tune", program, "--device", self.device, "--json", *search, *settings])
            self.choices[case, inputs] = answer["tune"]
        return self.choices[case, inputs]

    def measure(self, case, inputs, samples):
        program = str(HERE / "programs" / f"{case.kind}{'_' if self.style else ''}{self.style}.py")
        settings = [word for name, value in settings_of(case, inputs).items() for word in ("--set", f"{name}={value}")]
        choices = self.tune(program, settings, case, inputs) if self.choices is not None else None
        tuned = ["--tune", choices] if choices else []
        answer = self.ask(["run", program, "--device", self.device, "--json", "--repetitions", str(samples), *settings, *tuned])
        return read_answer(answer, self.device != "cuda"), choices

    def ask(self, command):
        done = subprocess.run([self.binary, *command], capture_output=True, text=True)
        if not done.stdout:
            raise RuntimeError(done.stderr.strip().splitlines()[-1] if done.stderr.strip() else f"exit code {done.returncode}")
        return json.loads(done.stdout)
