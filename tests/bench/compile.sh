#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# From source text to PTX, by stage and by pass.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cmake --build "$root/build/native" --target TesseraBenchCompile >&2
exec "$(find "$root/build/native" -name TesseraBenchCompile -type f -perm -u+x | head -1)" "$root/shared/kernels"
