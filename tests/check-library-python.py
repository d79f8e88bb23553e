# SPDX-License-Identifier: Apache-2.0
"""The library's Python (compiler/frontend/library/*/*.py) is clean for pyflakes and laid out by black.

Files of one module are joined before they are embedded (compiler/cmake/EmbedPython.cmake), so a name may stand in another file
of the module: pyflakes sees what is evaluated, and its lines are told as the files' own. `# host:` lines name what C++ puts into a
module beside its files.
"""
import pathlib, re, shutil, subprocess, sys, tempfile

root = pathlib.Path(__file__).resolve().parent.parent
folder = root / "compiler/frontend/library"
black = ["black", "--quiet", "--line-length=120", "--target-version=py311"]


def modules_of(path, text):
    named = re.match(r"[^\n]*\n# (?:module|class|hidden|later): ([^\n]*)\n", text)
    return named.group(1).split() if named else [path.stem]


def lint(files):
    """Complaints about `{path: text}`, each once, with the place in its file."""
    joined, complaints = {}, {}
    for path, text in sorted(files.items(), key=lambda item: str(item[0])):
        for module in modules_of(path, text):
            joined.setdefault(module, []).append((path, text))
    with tempfile.TemporaryDirectory() as place:
        for module, parts in joined.items():
            if len(parts) > 1 and all(len(modules_of(*part)) > 1 for part in parts):
                continue  # the same files are seen with another module, where the rest of their names are
            source = pathlib.Path(place) / "module.py"
            source.write_text("".join(text for _, text in parts))
            told = subprocess.run(["pyflakes3", str(source)], capture_output=True, text=True)
            for line in told.stdout.splitlines():
                found = re.match(r"[^:]*:(\d+):\d+:? (.*)", line)
                number, message = int(found.group(1)), found.group(2)
                for path, text in parts:
                    if number <= text.count("\n"):
                        line = text.split("\n")[number - 1]
                        if message.startswith("redefinition of unused") and line.startswith(("import ", "from ")):
                            break  # each file says what it needs, though another one of its module has it too
                        complaints[f"{path}:{number}: {message}"] = None
                        break
                    number -= text.count("\n")
    return list(complaints)


def self_test():
    head = "# SPDX-License-Identifier: Apache-2.0\n"
    a = (pathlib.Path("p/a.py"), head + "# module: m n\ndef f():\n    return helper() + lost\n")
    b = (pathlib.Path("p/b.py"), head + "# module: m\ndef helper():\n    return 1\n")
    c = (pathlib.Path("p/c.py"), head + "# module: n\nimport os\ndef helper():\n    return 2\n")
    told = lint(dict([a, b, c]))
    assert told == ["p/a.py:4: undefined name 'lost'", "p/c.py:3: 'os' imported but unused"], told


def main():
    missing = [tool for tool in ("pyflakes3", "black") if not shutil.which(tool)]
    if missing:
        print(f"missing: {' '.join(missing)}; `./dev setup` installs them")
        print("0 passed, 1 failed")
        return 1
    if "--self-test" in sys.argv:
        self_test()
    files = {path.relative_to(root): path.read_text() for path in sorted(folder.glob("*/*.py"))}
    complaints = lint(files)
    for path, text in files.items():
        if not text.startswith("# SPDX-License-Identifier: Apache-2.0\n"):
            complaints.append(f"{path}:1: the first line is not the SPDX line")
        complaints += [f"{path}:{n}: over 120 columns" for n, line in enumerate(text.split("\n"), 1) if len(line) > 120]
    unformatted = subprocess.run(
        [*black, "--check", "--verbose", *map(str, files)], cwd=root, capture_output=True, text=True
    ).stderr
    complaints += [f"{found}: `./dev format` lays it out" for found in re.findall(r"would reformat (\S+)", unformatted)]
    print("\n".join(complaints))
    print(f"{len(files)} passed, {len(complaints)} failed")
    return bool(complaints)


sys.exit(main())
