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


def read_answer(text, dry):
    """The samples of the last launch, the one that is measured."""
    answer = json.loads(text)
    if not answer["ok"]:
        raise RuntimeError(next((d["message"] for d in answer["diagnostics"] if d["severity"] == "error"), "the program failed"))
    launch = answer["launches"][-1]
    if launch["timing"] != "gpu-events" and not dry:
        raise RuntimeError(f"the times are `{launch['timing']}`, not a GPU's")
    return launch["samples"]


class Peer:
    def __init__(self, binary, device="cuda", style=""):
        """`style`: whose words the programs are in, `pallas`, `triton`, `naive`; the empty one's say themselves what is copied when."""
        self.binary, self.device, self.style = binary, device, style
        if not os.access(binary, os.X_OK):
            raise RuntimeError(f"there is no `{binary}`: build it, or say where it is with --tessera")
        self.version = json.loads(subprocess.run([binary, "version", "--json"], capture_output=True, text=True, check=True).stdout)["version"]

    def versions(self):
        return {"tessera": self.version}

    def measure(self, case, inputs, samples):
        command = [self.binary, "run", str(HERE / "programs" / f"{case.kind}{'_' if self.style else ''}{self.style}.py"), "--device", self.device, "--json", "--repetitions", str(samples)]
        for name, value in settings_of(case, inputs).items():
            command += ["--set", f"{name}={value}"]
        done = subprocess.run(command, capture_output=True, text=True)
        if not done.stdout:
            raise RuntimeError(done.stderr.strip().splitlines()[-1] if done.stderr.strip() else f"exit code {done.returncode}")
        return read_answer(done.stdout, self.device != "cuda"), None
