#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Kernels of warpgroups: from source to PTX by stage and pass, and the interpreter with its race checker.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cmake --build "$root/build/native" --target TesseraBenchHopper >&2
exec "$(find "$root/build/native" -name TesseraBenchHopper -type f -perm -u+x | head -1)" "$root/shared/kernels"
