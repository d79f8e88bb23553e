# SPDX-License-Identifier: Apache-2.0
"""Compares what `tessera` says about wrong programs with what their comments expect.

    check-errors.py TESSERA [FILE...]     without files: every program beside this script

A program says what is expected in comments anywhere in it, one for each error, in source order:

    # expect: unknown-name 7:10 "name 'y_ref2' is not defined"
    # expect-note: "did you mean"
    # expect-run: check-failed 12:1 "mismatched"
    # expect-remark: ragged-block 9:3 "the last block"

`expect` is an error's id, line:column and a part of its message; `expect-note` a part of a note or a fix of the error before it.
`expect-run` is an error of `tessera run`; the program then has to compile. `expect-remark` is a remark or a warning. No error may be missing or added, each of the
user's errors has to say a way out (a note or a fix), and the ranges have to lie in the text."""
import json
import os
import re
import subprocess
import sys

EXPECT = re.compile(r'# expect(?P<kind>-run|-remark)?: (?P<id>[a-z-]+) (?P<line>\d+):(?P<column>\d+) "(?P<part>.*)"\s*$')
NOTE = re.compile(r'# expect-note: "(?P<part>.*)"\s*$')
SECONDS = 60
# What the program itself says, or asks to be compared: nobody else knows the way out.
OWN_WORDS = ("assertion-failed", "raised", "check-failed")


def read_expectations(text):
    """[(kind, id, line, column, part, [note parts])] in the order of the comments; kind is "", "-run" or "-remark"."""
    expected = []
    for number, line in enumerate(text.splitlines(), 1):
        if match := EXPECT.search(line):
            expected.append((match["kind"] or "", match["id"], int(match["line"]), int(match["column"]), match["part"], []))
        elif match := NOTE.search(line):
            expected[-1][5].append(match["part"])
        elif "# expect" in line:
            raise SystemExit(f"line {number} is no expectation: {line.strip()}")
    return expected


def ask(tessera, command, path):
    """The diagnostics of one command, or a complaint."""
    try:
        answer = subprocess.run([tessera, command, "--json", path], capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return None, f"`tessera {command}` takes more than {SECONDS} s"
    if answer.returncode < 0 or answer.returncode == 70:
        return None, f"`tessera {command}` ends with {answer.returncode}: {answer.stderr.strip()[-300:]}"
    try:
        diagnostics = json.loads(answer.stdout)["diagnostics"]
    except (ValueError, KeyError, TypeError):
        return None, f"`tessera {command}` answers no JSON with diagnostics: {(answer.stdout + answer.stderr).strip()[:300]}"
    return diagnostics, None


def say(diagnostic):
    begin = (diagnostic["range"] or {"begin": {"line": 0, "column": 0}})["begin"]
    return f'{diagnostic["id"]} {begin["line"]}:{begin["column"]} "{diagnostic["message"]}"'


def compare(expected, seen, lines):
    """What differs, one line each."""
    problems = []
    for index in range(max(len(expected), len(seen))):
        if index >= len(seen):
            _, wanted, line, column, part, _ = expected[index]
            problems.append(f'missing:    {wanted} {line}:{column} "{part}"')
            continue
        diagnostic = seen[index]
        if index >= len(expected):
            problems.append(f"unexpected: {say(diagnostic)}")
            continue
        _, wanted, line, column, part, notes = expected[index]
        begin = (diagnostic["range"] or {"begin": {"line": 0, "column": 0}})["begin"]
        if (diagnostic["id"], begin["line"], begin["column"]) != (wanted, line, column) or part not in diagnostic["message"]:
            problems.append(f'expected:   {wanted} {line}:{column} "{part}"')
            problems.append(f"seen:       {say(diagnostic)}")
        ways_out = [note["message"] for note in diagnostic["notes"]] + [fix["title"] for fix in [diagnostic.get("fix")] if fix]
        if not ways_out and wanted not in OWN_WORDS:
            problems.append(f"no way out: {say(diagnostic)}")
        for part in notes:
            if not any(part in way for way in ways_out):
                problems.append(f'no note "{part}" but {ways_out}: {say(diagnostic)}')
        for place in [diagnostic["range"]] + [note["range"] for note in diagnostic["notes"]]:
            if place and not 1 <= place["begin"]["line"] <= place["end"]["line"] <= len(lines) + 1:
                problems.append(f"a range outside the text: {place}")
    return problems


def check(tessera, path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    expected = read_expectations(text)
    if not expected or os.path.basename(path).startswith("fail_") != any(entry[0] != "-remark" for entry in expected):
        return ["a program is named fail_* if and only if it expects an error"]
    problems = []
    for command, kind in (("compile", ""), ("run", "-run")):
        wanted = [entry for entry in expected if entry[0] == kind]
        if kind == "-run" and not wanted:
            continue
        seen, complaint = ask(tessera, command, path)
        if complaint:
            return [complaint]
        problems += compare(wanted, [d for d in seen if d["severity"] == "error"], text.splitlines())
        if command == "compile" and any(entry[0] == "-remark" for entry in expected):
            remarks = [d for d in seen if d["severity"] != "error" and d["id"] != "schedule-plan"]
            problems += compare([entry for entry in expected if entry[0] == "-remark"], remarks, text.splitlines())
    return problems


def main():
    if len(sys.argv) < 2:
        print(__doc__)
        return 2
    tessera, paths = sys.argv[1], sys.argv[2:]
    if not os.access(tessera, os.X_OK):
        print(f"`{tessera}` is no program; build the target `tessera` first")
        return 2
    folder = os.path.dirname(os.path.abspath(__file__))
    paths = paths or sorted(os.path.join(folder, name) for name in os.listdir(folder) if name.startswith(("fail_", "remark_")))
    failed = 0
    for path in paths:
        problems = check(tessera, path)
        failed += bool(problems)
        for problem in problems:
            print(f"{os.path.basename(path)}: {problem}")
    print(f"{len(paths) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
