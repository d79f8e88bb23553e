#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random Python programs, run by CPython and by `tessera run`; what they print must be the same.

    tests/peers/random/python.py [--count 200] [--seed 1] [--batch 40] [--only N] [--show]

Program N of a seed is always the same program. A program is a list of statements, each of which prints a value or the class of the
exception that it raises, so one difference hides no other. Differences are shrunk: statements are taken away as long as the difference
stays. Known differences are in python-known.txt: a regular expression over the shrunk program, then a reason.

What CPython leaves open is no difference: a shrunk program that CPython itself answers otherwise under another seed of its hashes shows the
order of a set of texts. Addresses and identities of equal numbers are not generated.
"""

import argparse
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

from programs import Writer

here = pathlib.Path(__file__).resolve().parent
root = here.parent.parent.parent
knownFile = here / "python-known.txt"
python = "/usr/bin/python3"
release = "3.11"  # whose rules and words the programs are judged by


def hasJudge():
    try:
        shown = subprocess.run([python, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"], capture_output=True, text=True).stdout
    except OSError:
        return False
    return shown.strip() == release


def makeProgram(seed, number):
    return Writer(random.Random(f"{seed}/{number}")).program()


def textOf(statements):
    lines = []
    for statement in statements:
        lines += ["try:"] + ["    " + line for line in statement] + ["except Exception as e: print(type(e).__name__)"]
    return "\n".join(lines) + "\n"


def batchText(programs):
    """Programs as functions of one file, each behind a mark."""
    lines = ["import collections, copy, functools, heapq, itertools, json, math, re, reprlib, statistics, struct, textwrap"]
    for number, statements in programs:
        lines += [f"def program{number}():"] + ["    " + line for line in textOf(statements).splitlines()]
        lines += [f"print('=== {number}')", "try:", f"    program{number}()", "except Exception as e: print('ended by', type(e).__name__)"]
    return "\n".join(lines) + "\n"


def outputs(command, text, seconds, hashSeed=0):
    """{number: what it printed}, and what it said at the end."""
    with tempfile.NamedTemporaryFile("w", suffix=".py", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        try:
            done = subprocess.run(command + [file.name], capture_output=True, text=True, encoding="utf-8", errors="surrogateescape", timeout=seconds,
                                  env={**os.environ, "PYTHONIOENCODING": "utf-8:surrogateescape", "PYTHONHASHSEED": str(hashSeed)})
            output, said = done.stdout, f"status {done.returncode}\n{done.stderr[-600:]}" if done.returncode else ""
        except subprocess.TimeoutExpired:
            output, said = "", "time limit"
    parts = re.split(r"^=== (\d+)\n", output, flags=re.M)
    return {int(number): shown for number, shown in zip(parts[1::2], parts[2::2])}, said


class Judge:
    def __init__(self, binary):
        self.peer = [python, "-W", "ignore"]
        self.ours = [binary, "run"]

    def differs(self, number, statements):
        """Empty, or both outputs."""
        text = batchText([(number, statements)])
        theirs, problem = outputs(self.peer, text, 20)
        if problem:
            return None
        ours, said = outputs(self.ours, text, 20)
        if ours.get(number) == theirs[number] and not said:
            return None
        return theirs[number], ours.get(number, "") + said

    def shrink(self, number, statements):
        found = self.differs(number, statements)
        if not found:
            return statements, found
        changed = True
        while changed:
            changed = False
            for i in reversed(range(len(statements))):
                fewer = statements[:i] + statements[i + 1:]
                again = self.differs(number, fewer) if fewer else None
                if again and kindOf(again) == kindOf(found):
                    statements, found, changed = fewer, again, True
        return statements, found

    def isLeftOpen(self, number, statements):
        """Whether CPython's own answer depends on the seed of its hashes."""
        text = batchText([(number, statements)])
        return len({outputs(self.peer, text, 20, seed)[0].get(number) for seed in range(5)}) > 1

    def causes(self, number, statements, known):
        """A difference that is not listed, shrunk, or none; and the reasons of those that are. One that is listed must hide no other: the
        statement that shows it is taken out, and what is left is looked at again."""
        reasons = []
        while statements and len(reasons) < 8:
            shrunk, found = self.shrink(number, statements)
            if not found:
                break
            text = textOf(shrunk) + firstDifference(*found)
            reason = next((reason for pattern, reason in known if pattern.search(text)), None)
            if not reason and self.isLeftOpen(number, shrunk):
                reason = "the order of a set of texts is left open"
            if not reason:
                return text, reasons
            reasons.append(reason)
            statements = [statement for statement in statements if statement is not shrunk[-1]]
        return None, reasons


def kindOf(difference):
    return "status" in difference[1] or "time limit" in difference[1]


def firstDifference(theirs, ours):
    for i, (a, b) in enumerate(zip(theirs.splitlines() + [""], ours.splitlines() + [""])):
        if a != b:
            return f"CPython: {a[:300]}\nours:    {b[:300]}"
    return "one prints more"


def readKnown():
    known = []
    for line in knownFile.read_text().splitlines() if knownFile.is_file() else []:
        if line and not line.startswith("#"):
            pattern, _, reason = line.partition("  # ")
            known.append((re.compile(pattern, re.S), reason))
    return known


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, default=40, help="programs that one process runs")
    parser.add_argument("--only", type=int, help="this program alone, whole")
    parser.add_argument("--show", type=int, default=10, help="differences that are shrunk and shown")
    options = parser.parse_args()
    if not hasJudge():
        print(f"nothing to run: {python} is not Python {release}")
        return 77
    judge = Judge(os.environ.get("TESSERA_BINARY", str(root / "build/native/bin/tessera")))
    if options.only is not None:
        print(textOf(makeProgram(options.seed, options.only)))
        found = judge.differs(options.only, makeProgram(options.seed, options.only))
        print(found and firstDifference(*found))
        return 0
    known = readKnown()
    same, differing = 0, []
    for begin in range(0, options.count, options.batch):
        programs = [(n, makeProgram(options.seed, n)) for n in range(begin, min(begin + options.batch, options.count))]
        text = batchText(programs)
        theirs, problem = outputs(judge.peer, text, 60)
        if problem:
            print("the generator wrote what CPython does not run:", problem)
            return 1
        ours, _ = outputs(judge.ours, text, 60)
        for number, statements in programs:
            if ours.get(number) == theirs[number]:
                same += 1
            else:
                differing.append((number, statements))
    failed, listed = 0, {}
    for number, statements in differing:
        if failed >= options.show:
            failed += 1
            continue
        found, isListed = judge.causes(number, statements, known)
        same += not found and not isListed  # the batch's fault: another program ended it
        for reason in isListed:
            listed[reason] = listed.get(reason, 0) + 1
        if found:
            failed += 1
            print(f"FAILED program {number} of seed {options.seed}\n{found}\n", flush=True)
    for reason, times in listed.items():
        print(f"python: {times} differ as listed: {reason}")
    print(f"python: {options.count} programs from seed {options.seed}, {len(differing)} differ, {failed} not as listed")
    print(f"{options.count - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
