# SPDX-License-Identifier: Apache-2.0
"""The Python of runner/packages is clean for pyflakes, laid out by black, at most 120 columns wide, and begins with its SPDX
line. That it runs, types included, tests/e2e/distribution.test.mjs sees.
"""
import pathlib, re, shutil, subprocess, sys

root = pathlib.Path(__file__).resolve().parent.parent
folder = root / "runner/packages"
black = ["black", "--quiet", "--line-length=120", "--target-version=py39"]


def look_over(path, text):
    """Complaints about the text alone."""
    found = [f"{path}:{n}: over 120 columns" for n, line in enumerate(text.split("\n"), 1) if len(line) > 120]
    if not text.startswith("# SPDX-License-Identifier: Apache-2.0\n"):
        found.append(f"{path}:1: the first line is not the SPDX line")
    return found


def self_test():
    head = "# SPDX-License-Identifier: Apache-2.0\n"
    assert look_over("a.py", head + "x = 1\n") == []
    assert look_over("a.py", "x = 1\n") == ["a.py:1: the first line is not the SPDX line"]
    assert look_over("a.py", head + "#" * 121) == ["a.py:2: over 120 columns"]


def main():
    missing = [tool for tool in ("pyflakes3", "black") if not shutil.which(tool)]
    if missing:
        print(f"missing: {' '.join(missing)}; `./dev setup` installs them")
        print("0 passed, 1 failed")
        return 1
    if "--self-test" in sys.argv:
        self_test()
    files = sorted(path.relative_to(root) for path in folder.rglob("*.py"))
    complaints = [one for path in files for one in look_over(path, (root / path).read_text())]
    told = subprocess.run(["pyflakes3", *files], cwd=root, capture_output=True, text=True)
    complaints += (told.stdout + told.stderr).splitlines()
    told = subprocess.run([*black, "--check", "--verbose", *files], cwd=root, capture_output=True, text=True).stderr
    complaints += re.findall(r"error: cannot format .*", told)
    complaints += [f"{found}: `./dev format` lays it out" for found in re.findall(r"would reformat (\S+)", told)]
    print("\n".join(complaints))
    print(f"{len(files)} passed, {len(complaints)} failed")
    return bool(complaints)


sys.exit(main())
