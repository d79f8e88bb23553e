# SPDX-License-Identifier: Apache-2.0
"""write-fixes.py PROGRAM STEM < diagnostics.json: the program with each fix in it, as STEM-0.py, STEM-1.py, ..."""
import json
import sys

program, stem = sys.argv[1:]
with open(program, encoding="utf-8") as file:
    lines = file.read().split("\n")
fixes = [found["fix"] for found in json.load(sys.stdin)["diagnostics"] if found.get("fix")]
for number, fix in enumerate(fixes):
    begin, end = fix["range"]["begin"], fix["range"]["end"]
    before = "\n".join(lines[: begin["line"] - 1] + [lines[begin["line"] - 1][: begin["column"] - 1]])
    after = "\n".join([lines[end["line"] - 1][end["column"] - 1 :]] + lines[end["line"] :])
    with open(f"{stem}-{number}.py", "w", encoding="utf-8") as file:
        file.write(before + fix["text"] + after)
