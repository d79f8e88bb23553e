#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs CPython's own test files through `tessera test`, unmodified, and holds the results against cpython-expected.txt.

    tests/peers/cpython.py [FILE...] [--update] [--jobs N] [--seconds N]

The files are those of Debian's libpython3.11-testsuite (or of the running Python, where it has them). What they import from `test` is read
from there too; only `test.support`, which reaches for processes, threads and files while it is imported, is ours (the folder cpython/).
A line of cpython-expected.txt is `FILE:METHOD  reason`, or `FILE:*  reason` for a file that can't be evaluated. A failure that is not there
fails this run; a line whose method passes is told, so that it can go: some pass or not with the speed of the machine. `--update` writes the list anew, with the reasons that it had; new lines get the error's first words.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

here = pathlib.Path(__file__).resolve().parent
root = here.parent.parent
listFile = here / "cpython-expected.txt"
overlay = {
    "support": "support/__init__", "import_helper": "support/import_helper", "warnings_helper": "support/warnings_helper",
    "os_helper": "support/os_helper", "threading_helper": "support/threading_helper", "script_helper": "support/script_helper",
}
files = """
bool int long float complex unicode bytes list tuple dict set slice range generators generator_stop scope exceptions baseexception
functools itertools re dataclasses enum collections contextlib math statistics textwrap format fstring string operator bisect heapq
decorators class super unpack with iter dictcomps keywordonlyarg positional_only_arg patma
named_expressions defaultdict deque ordered_dict augassign binop compare contains raise exception_group except_star coroutines userdict
userlist userstring types property copy print sort enumerate builtin numeric_tower fractions pow abc global funcattrs call
subclassinit index hash richcmp reprlib pprint traceback isinstance string_literals colorsys graphlib typechecks dictviews descr
""".split()


def findTests():
    """The folder with CPython's test files."""
    candidates = [pathlib.Path("/usr/lib/python3.11/test")]
    try:
        import test

        candidates += [pathlib.Path(p) for p in test.__path__]
    except ImportError:
        pass
    for folder in candidates:
        if (folder / "test_grammar.py").is_file():
            return folder
    return None


def prepare(source, target):
    """A folder with a package `test`: CPython's files, and our `test.support`."""
    shutil.rmtree(target, ignore_errors=True)
    (target / "test" / "support").mkdir(parents=True)
    for file in source.glob("*.py"):
        (target / "test" / file.name).symlink_to(file)
    (target / "test" / "__init__.py").unlink(missing_ok=True)
    (target / "test" / "__init__.py").write_text("")
    for name, place in overlay.items():
        (target / "test" / (place + ".py")).symlink_to(here / "cpython" / (name + ".py"))


limits = ("step-limit", "time-limit")  # diagnostics that depend on the speed of the machine, or on what it may take
limitMark = "beyond a limit: "


def firstWords(diagnostics):
    for diagnostic in diagnostics:
        if diagnostic.get("severity", "error") == "error":
            mark = limitMark if diagnostic.get("id") in limits else ""
            return mark + re.sub(r"[/\w.-]*/[\w.-]+", "PATH", re.sub(r"\s+", " ", diagnostic["message"]))[:70].strip()
    return "no message"


def runFile(binary, folder, name, seconds):
    """{method: None when it passed, else why not}, under `*` why the file could not be evaluated; and the number of skipped ones."""
    results, skipped = {}, 0
    command = [binary, "test", str(folder / "test" / f"test_{name}.py"), "--path", str(folder), "--format", "jsonl", "--timeout", "3", "--as", "cpu"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=seconds)
        output, status = done.stdout, done.returncode
    except subprocess.TimeoutExpired as late:
        output, status = (late.stdout or b"").decode(errors="replace"), "time limit"
    for line in output.splitlines():
        try:
            record = json.loads(line)
        except ValueError:
            continue
        if "outcome" in record and "id" in record:
            if "::" in record["id"] or "." not in record["id"]:
                continue  # pytest's rule; unittest takes neither functions nor classes that are no TestCase
            if record["outcome"] == "skipped":
                skipped += 1
            else:
                results[record["id"]] = None if record["outcome"] == "passed" else firstWords(record.get("diagnostics", []))
        elif "diagnostics" in record:
            results["*"] = firstWords(record.get("diagnostics", []))
    if status == "time limit" or (isinstance(status, int) and (status < 0 or status > 4)):
        results["*"] = f"ended with {status}"
    elif not results and not skipped:
        results["*"] = "no test was found"
    return results, skipped


def isLate(why):
    """Whether a limit of time ended it: that depends on the machine, so it is told and fails nothing."""
    return why.startswith(limitMark) or why == "ended with time limit"


def readExpected():
    expected = {}
    for line in listFile.read_text().splitlines() if listFile.is_file() else []:
        if line and not line.startswith("#"):
            key, _, reason = line.partition("  ")
            expected[key] = reason.strip()
    return expected


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", help="without `test_` and `.py`; all without one")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seconds", type=float, default=40, help="that one file may take")
    parser.add_argument("--verbose", action="store_true", help="a line for each file")
    options = parser.parse_args()
    binary = os.environ.get("TESSERA_BINARY", str(root / "build/native/bin/tessera"))
    source = findTests()
    if not source:
        print("nothing to run: CPython's test files are absent (libpython3.11-testsuite)")
        return 77
    folder = root / "build" / "peers" / "cpython"
    prepare(source, folder)
    names = options.files or files
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        outcomes = dict(zip(names, pool.map(lambda name: runFile(binary, folder, name, options.seconds), names)))
    expected = readExpected()
    passed = skipped = listed = 0
    new, mended, late, lines = [], [], [], []
    for name in names:
        results, ignored = outcomes[name]
        skipped += ignored
        prefix = f"test_{name}:"
        failures = {prefix + method: why for method, why in results.items() if why is not None}
        good = {prefix + method for method, why in results.items() if why is None}
        passed += len(good)
        if options.verbose:
            print(f"{name:20} {len(good):4} passed {len(failures):4} failed {ignored:4} skipped  {results.get('*') or ''}")
        for key, why in failures.items():
            reason = expected.get(key) or expected.get(prefix + "*")
            listed += reason is not None
            if reason is None and isLate(why):
                late.append(f"{key}  {why}")
            elif reason is None:
                new.append(f"{key}  {why}")
            lines.append(f"{key}  {expected.get(key) or why}")
        for key, reason in expected.items():
            if key in good:
                mended.append(key)
    if options.update:
        keep = [f"{key}  {why}" for key, why in expected.items() if key.split(":")[0][5:] not in names]
        listFile.write_text("# SPDX-License-Identifier: Apache-2.0\n# Methods of CPython's test files that do not pass yet, each with its reason: see cpython.py.\n"
                            + "".join(line + "\n" for line in sorted(keep + lines)))
        print(f"{len(lines)} lines written")
        return 0
    for line in new:
        print("FAILED", line)
    for line in late:
        print("TOO SLOW HERE:", line)
    for key in mended:
        print("PASSES, but is in cpython-expected.txt:", key)
    total = passed + listed + len(new)
    print(f"{passed} of {total} methods of CPython's tests pass ({100 * passed / max(total, 1):.1f} %); {listed} are known not to")
    print(f"{passed} passed, {len(new)} failed, {skipped + listed + len(late)} skipped")
    return 1 if new else 0


if __name__ == "__main__":
    sys.exit(main())
