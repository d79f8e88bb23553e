# SPDX-License-Identifier: Apache-2.0
"""Every id of compiler/support/DiagnosticIds.def that is the user's fault is expected by some test; there is no list of exceptions.

A test expects an id by naming it: `# expect: zero-division 3:12 "..."` in tests/compiler/errors, `[zero-division]` in a FileCheck
line, `DiagnosticId::zeroDivision` or `"zero-division"` in a GoogleTest or a script. Also the other way round: an id that a test or
the compiler's sources name must exist. `--self-test` first checks this script on made-up ids."""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DEFINITIONS = "compiler/support/DiagnosticIds.def"
ENTRY = re.compile(r'TESSERA_DIAGNOSTIC\((\w+), "([a-z0-9-]+)", (user|bug|environment), "')
EXPECT = re.compile(r"# expect(?:-run|-remark)?: ([a-z0-9-]+) \d+:\d+")
# The fuzzers' seeds are inputs, not tests; this script and the check of the registry itself name ids without producing them.
NOT_TESTS = ("tests/fuzz/", "tests/check-diagnostics.py", "tests/unit/support/")


def read_definitions(text):
    """{text id: (enum name, fault)}"""
    return {match[2]: (match[1], match[3]) for match in ENTRY.finditer(text)}


def expects(text, identifier, enum_name):
    spelled = re.escape(identifier)
    return bool(re.search(rf'# expect(?:-run|-remark)?: {spelled} |\[{spelled}\]|["\'`]{spelled}["\']|DiagnosticId::{enum_name}\b', text))


def find_problems(definitions, tests):
    """Complaints about `tests`, {path: text}."""
    problems = []
    for identifier, (enum_name, fault) in definitions.items():
        if fault == "user" and not any(expects(text, identifier, enum_name) for text in tests.values()):
            problems.append(f"{DEFINITIONS}: no test expects `{identifier}`")
    for path, text in tests.items():
        for match in EXPECT.finditer(text):
            if match[1] not in definitions:
                problems.append(f"{path}: expects `{match[1]}`, which is no id of {DEFINITIONS}")
    return problems


def read_tests():
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "tests"], cwd=ROOT, check=True,
                            capture_output=True, text=True).stdout.split("\n")
    tests = {}
    for path in listed:
        if path.endswith((".py", ".cpp", ".mlir", ".test", ".mjs", ".ts")) and not path.startswith(NOT_TESTS):
            full = os.path.join(ROOT, path)
            if os.path.isfile(full):
                with open(full, encoding="utf-8", errors="replace") as file:
                    tests[path] = file.read()
    return tests


def self_test():
    definitions = read_definitions('TESSERA_DIAGNOSTIC(badName, "bad-name", user, "x")\nTESSERA_DIAGNOSTIC(ours, "ours", bug, "y")')
    assert definitions == {"bad-name": ("badName", "user"), "ours": ("ours", "bug")}
    assert find_problems(definitions, {"a.py": "bad-name"}), "a bare word expects nothing"
    for text in ('# expect: bad-name 1:2 "m"', "// CHECK: error: m [bad-name]", "DiagnosticId::badName)", 'id: "bad-name"'):
        assert not find_problems(definitions, {"a": text}), text
    assert len(find_problems(definitions, {"a": '[bad-name]\n# expect: worse-name 1:2 "m"'})) == 1


def main():
    if "--self-test" in sys.argv[1:]:
        self_test()
    with open(os.path.join(ROOT, DEFINITIONS), encoding="utf-8") as file:
        definitions = read_definitions(file.read())
    problems = find_problems(definitions, read_tests())
    for problem in problems:
        print(problem)
    print(f"{len(definitions) - len(problems)} passed, {len(problems)} failed")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
