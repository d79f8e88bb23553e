#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# How long the interpreter takes, natively, for a few whole programs.
set -euo pipefail
build=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)/build/native
cmake --build "$build" --target TesseraBenchInterpreter >&2
exec "$(find "$build" -name TesseraBenchInterpreter -type f -perm -u+x | head -1)"
