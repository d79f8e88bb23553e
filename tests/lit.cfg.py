# SPDX-License-Identifier: Apache-2.0
# lit's configuration for the texts under tests/: `// RUN:` or `# RUN:` lines with FileCheck.
#   %tessera      the command-line tool              %kernels   shared/kernels
#   %tessera-opt  one pass or a pipeline over IR text; also `tessera opt`
#   %ptxas        CUDA's assembler, `REQUIRES: ptxas` where a test needs it
# Features: `ptxas`, and `codegen` (this build makes PTX). FileCheck and `not` are on the PATH.
import glob
import os
import shutil

import lit.formats

config.name = "tessera"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".py", ".test"]
config.excludes = ["lit.cfg.py", "Inputs", "unit", "web", "wasm", "bench", "fuzz", "check-includes.py"]

source = getattr(config, "tessera_source", os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
build = getattr(config, "tessera_build", os.environ.get("TESSERA_BUILD", os.path.join(source, "build", "native")))
llvm_tools = getattr(config, "llvm_tools", "/usr/lib/llvm-22/bin")
config.test_source_root = os.path.join(source, "tests")
config.test_exec_root = os.path.join(build, "tests")
config.environment["PATH"] = os.pathsep.join([llvm_tools, os.environ["PATH"]])

tessera = os.path.join(build, "bin", "tessera")
ptxas = shutil.which("ptxas") or next(iter(sorted(glob.glob("/usr/local/cuda*/bin/ptxas"))), None)
if ptxas:
    config.available_features.add("ptxas")
if os.path.isdir(os.path.join(source, "compiler", "codegen")):
    config.available_features.add("codegen")

# Longer names first: lit replaces in this order.
config.substitutions += [
    ("%tessera-opt", os.path.join(build, "bin", "tessera-opt")),
    ("%tessera", tessera),
    ("%ptxas", ptxas or "ptxas"),
    ("%kernels", os.path.join(source, "shared", "kernels")),
]
