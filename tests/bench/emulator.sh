#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# How fast the PTX emulator is on one core, and how much memory it takes.
set -euo pipefail
build=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)/build/native
cmake --build "$build" --target TesseraBenchEmulator >&2
exec "$(find "$build" -name TesseraBenchEmulator -type f -perm -u+x | head -1)" "$@"
