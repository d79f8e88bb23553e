#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes into the programs of shared/reference what each of their statements prints (`#>` lines, right after it).

    tests/e2e/reference/write-output.py [TOPIC ...]

Runs each program with `tessera run` ($TESSERA_BINARY, or build/native/bin/tessera) and a mark after every statement of
the top level, by which the output is told apart. What it writes is read by whoever commits it: a wrong number here is a wrong
number in the reference."""
import ast
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parents[3]
folder = root / "shared/reference"
binary = os.environ.get("TESSERA_BINARY", str(root / "build/native/bin/tessera"))
mark = "\x01"


def run(program):
    lines = [line for line in program.split("\n") if not line.startswith("#>")]
    text = "\n".join(lines)
    ends = sorted({node.end_lineno for node in ast.parse(text).body})
    marked = []
    for number, line in enumerate(lines, 1):
        marked.append(line)
        if number in ends and not line.startswith("from __future__"):
            marked.append(f"print({mark!r} + '{number}')")
    answer = subprocess.run([binary, "run", "-", "--json"], input="\n".join(marked), capture_output=True, text=True)
    if not answer.stdout.strip():
        return None, f"no answer, exit status {answer.returncode}: {answer.stderr[-400:]}"
    result = json.loads(answer.stdout)
    errors = [problem for problem in result["diagnostics"] if problem["severity"] == "error"]
    if errors:
        first = errors[0]
        line = marked[first["range"]["begin"]["line"] - 1] if first.get("range") else ""
        return None, f"{first['message']} [{first['id']}]\n    {line}"
    outputs, before = {}, ""
    for part in re.split(r"(\x01\d+\n)", result["output"]):
        if part.startswith(mark):
            outputs[int(part[1:])] = before
            before = ""
        else:
            before += part
    written = []
    for number, line in enumerate(lines, 1):
        written.append(line)
        text = outputs.get(number, "")
        if text:
            written += [f"#> {line}".rstrip() for line in text.removesuffix("\n").split("\n")]
    return "\n".join(written), None


def write(file):
    parts = re.split(r"(?m)^(?=### )", file.read_text())
    written, problems = [], []
    for part in parts:
        if not part.startswith("### "):
            written.append(part)
            continue
        heading, body = part.split("\n", 1)
        new, problem = run(body)
        written.append(part if new is None else f"{heading}\n{new}")
        if problem:
            problems.append(f"{file.name}: {heading}: {problem}")
    file.write_text("".join(written))
    return problems


def main():
    files = sorted(folder.glob("*.py"))
    if sys.argv[1:]:
        files = [file for file in files if file.stem in sys.argv[1:]]
    with concurrent.futures.ThreadPoolExecutor() as pool:
        problems = [line for lines in pool.map(write, files) for line in lines]
    print("\n".join(problems) if problems else f"{len(files)} files written")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
