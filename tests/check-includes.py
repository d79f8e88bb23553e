#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Who may include whom: compiler/README.md's table and DESIGN's rules, over every `#include "..."` and every web import.

A rule is looked up by the longest prefix of the including file's path. A file may always include from its own room. Prints
`file:line: message` for each break, then `N passed, N failed`, where a file is one test. With --self-test it first shows
that each kind of rule can fail, so that a regular expression gone blind is seen.
"""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

SUPPORT, LAYOUT, NUMERICS = "compiler/support", "compiler/layout", "shared/numerics"
SASS, RATES = "shared/sass", "shared/rates"
TILE, TILEGPU = "compiler/tile/ir", "compiler/tilegpu/ir"
# Folder -> folders of ours that its files may include, besides itself.
MAY_INCLUDE = {
    "shared/numerics": [],
    "shared/rates": [],
    "shared/sass": [RATES],
    "shared/protocol": [SUPPORT],  # the one Diagnostic that all borders carry
    "shared/artifact": [SUPPORT, "shared/protocol"],
    "compiler/support": [],
    "compiler/frontend": [SUPPORT, TILE, NUMERICS],
    "compiler/frontend/library/mosaic_gpu": ["compiler/frontend", SUPPORT, TILE, TILEGPU, NUMERICS],
    "compiler/language": [SUPPORT, "compiler/frontend/syntax"],
    "compiler/layout": [SUPPORT],
    "compiler/tile": [SUPPORT],
    "compiler/tilegpu": [SUPPORT, LAYOUT, TILE],
    "compiler/schedule": [SUPPORT, LAYOUT, TILE, TILEGPU, RATES],
    "compiler/interpreter": [SUPPORT, TILE, TILEGPU, NUMERICS, RATES],
    "compiler/views": [SUPPORT, TILE, TILEGPU, LAYOUT, NUMERICS, "compiler/interpreter"],
    "compiler/codegen": [SUPPORT, LAYOUT, TILEGPU, SASS],
    "compiler/driver": ["compiler", "shared"],
    "wasm": ["compiler/driver", "compiler/support", "shared"],
    "wasm/emulator": ["runner/cli", "shared"],  # the session alone, which includes the emulator
    "wasm/codegen": ["compiler/codegen", "compiler/driver", SUPPORT, TILE, TILEGPU, "runner/device", "shared"],
    "runner": ["compiler/driver", "compiler/codegen", "compiler/support", "shared"],
    "runner/lsp": ["compiler/language", "compiler/driver", SUPPORT, "runner", "shared"],
    "runner/emulator": [SUPPORT, NUMERICS, SASS, RATES],
    "runner/sandbox": [],  # small enough to be read whole by one who wants to trust it
    "runner/jobs": [SUPPORT, "shared", "runner"],
    "runner/store": [SUPPORT, "shared", "runner"],
    "tests": ["compiler", "shared", "runner", "wasm", "tests"],
}
# Folder -> pattern of headers from outside, who may use them nevertheless, and why they may not come in.
NOT_IN = {
    "compiler": (r"boost/|sqlite3\.h|cuda|sys/socket|netinet/|arpa/|thread$|future$|mutex$|condition_variable$|stdexcept$", (),
                 "compiler/ has no sockets, no CUDA, no threads and no exceptions"),
    "compiler/language": (r"mlir/", (), "an editor's answers come from the text alone"),
    "compiler/layout": (r"mlir/", (), "the layout algebra is pure C++"),
    "shared": (r"mlir/|boost/|sqlite3\.h|cuda|sys/socket|thread$", (), "shared/ is plain values: no MLIR, no I/O"),
    "runner": (r"boost/(beast|asio)", ("runner/http", "runner/cli"), "sockets are runner/http's; the command line is a client"),
    "runner/": (r"sqlite3\.h", ("runner/store",), "the data base is runner/store's"),
}
WEB_ORDER = ["base", "engine", "editor", "panes", "app"]

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
IMPORT = re.compile(r"""(?:^\s*(?:import|export)\b[^'"]*?|^\s*\}\s*from\s*|\bimport\s*\(\s*|\bnew URL\(\s*)['"]([^'"]+)['"]""")


def is_under(path, folder):
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def find_longest(path, table):
    found = [folder for folder in table if is_under(path, folder)]
    return max(found, key=len) if found else None


def check_include(path, quote, target):
    """Why `path` may not include `target`, or None. `target` is relative to the root, as all our includes are."""
    top = target.split("/")[0]
    if quote == '"' and top in ("compiler", "shared", "runner", "wasm", "web", "tests"):
        room = find_longest(path, MAY_INCLUDE)
        if room is None or is_under(target, room):
            return None
        allowed = MAY_INCLUDE[room]
        if not any(is_under(target, folder) for folder in allowed):
            return f"`{room}` includes `{target}`, but may include only {', '.join(allowed) or 'itself'}"
        return None
    for folder, (pattern, exempt, reason) in NOT_IN.items():
        if is_under(path, folder) and re.match(pattern, target) and not any(is_under(path, e) for e in exempt):
            return f"`{target}` in `{folder.rstrip('/')}`: {reason}"
    return None


def check_import(path, target):
    """The same for an import of web/src: folders may import from themselves and from what stands left of them."""
    if not target.startswith("."):
        return None
    where = os.path.normpath(os.path.join(os.path.dirname(path), target.split("?")[0]))
    if not is_under(where, "web"):
        if any(is_under(where, "shared/" + name) for name in ("kernels", "packages", "protocol")):
            return None
        # What operations mean stands in their definitions; web/read-ods.ts takes the texts out when the site is built.
        if re.fullmatch(r"compiler/\w+/ir/\w+\.td", where) and is_under(path, "web/src/base"):
            return None
        return f"imports `{where}`: the page may take only shared/kernels, shared/packages, shared/protocol and definitions of operations from outside web/"
    mine, theirs = path.split("/"), where.split("/")
    if len(mine) < 4 or mine[2] not in WEB_ORDER or theirs[:2] != ["web", "src"] or len(theirs) < 3:
        return None
    if theirs[2] in WEB_ORDER and WEB_ORDER.index(theirs[2]) > WEB_ORDER.index(mine[2]):
        return f"`{mine[2]}` imports `{theirs[2]}`: imports point left only ({' '.join(WEB_ORDER)})"
    return None


def check_text(path, text):
    """[(line, why)] for one file."""
    problems = []
    is_web = path.startswith("web/src/")
    for number, line in enumerate(text.splitlines(), 1):
        if is_web:
            reasons = [check_import(path, match) for match in IMPORT.findall(line)]
        else:
            match = INCLUDE.match(line)
            reasons = [check_include(path, *match.groups())] if match else []
        problems += [(number, reason) for reason in reasons if reason]
    return problems


def list_files():
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True,
                            capture_output=True, text=True).stdout.split("\n")
    for path in listed:
        is_source = path.endswith((".cpp", ".h", ".def", ".cu"))
        is_page = path.startswith("web/src/") and path.endswith((".ts", ".tsx", ".js", ".mjs"))
        if (is_source or is_page) and os.path.isfile(os.path.join(ROOT, path)):
            yield path


def self_test():
    bad = [("compiler/frontend/A.cpp", '#include "compiler/schedule/B.h"'),
           ("compiler/language/A.cpp", '#include "compiler/frontend/Frontend.h"'), ("compiler/layout/A.h", '#include "mlir/IR/Value.h"'),
           ("compiler/codegen/A.cpp", '#include "compiler/tile/ir/Tile.h"'), ("compiler/driver/A.cpp", "#include <thread>"),
           ("shared/numerics/A.h", '#include "compiler/support/Diagnostic.h"'), ("runner/api/A.cpp", "#include <boost/beast.hpp>"),
           ("runner/jobs/A.cpp", '#include "compiler/driver/Compiler.h"'), ("runner/api/A.cpp", "#include <sqlite3.h>"),
           ("web/src/base/a.ts", 'import { b } from "../engine/b";'), ("web/src/panes/a.ts", 'export * from "../app/b";'),
           ("web/src/panes/a.ts", 'const m = await import("../app/b");'), ("web/src/app/a.ts", 'import x from "../../../runner/x";')]
    good = [("compiler/schedule/A.cpp", '#include "compiler/tile/ir/Tile.h"'), ("runner/http/A.cpp", "#include <boost/beast.hpp>"),
            ("web/src/app/a.ts", 'import { b } from "../base/b";'), ("web/src/app/a.ts", 'import k from "../../../shared/kernels/a.py?raw";')]
    for path, line in bad:
        assert check_text(path, line), f"not caught: {path}: {line}"
    for path, line in good:
        assert not check_text(path, line), f"refused: {path}: {line}"


def main():
    if "--self-test" in sys.argv[1:]:
        self_test()
    passed = failed = 0
    for path in list_files():
        with open(os.path.join(ROOT, path), encoding="utf-8", errors="replace") as file:
            problems = check_text(path, file.read())
        for line, reason in problems:
            print(f"{path}:{line}: {reason}")
        failed, passed = (failed + 1, passed) if problems else (failed, passed + 1)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
