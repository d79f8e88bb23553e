#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# How fast the front end reads and evaluates, and how long each program of shared/kernels takes to compile.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cmake --build "$root/build/native" --target TesseraBenchFrontend >&2
exec "$(find "$root/build/native" -name TesseraBenchFrontend -type f -perm -u+x | head -1)" "$root/shared/kernels"
