# SPDX-License-Identifier: Apache-2.0
"""Makes the packages of a built `tessera`: `./dev package` calls this. Needs Python 3, dpkg-deb for the .deb, and Node
with web/node_modules and web/public/wasm for the npm packages.

    build.py --binary build/portable/bin/tessera --output build/packages [--only wheel,deb,tarball,npm,elements]
             [--check] [--fast]

The same binary and commit give the same bytes: times are SOURCE_DATE_EPOCH, or the commit's. `--check` makes them a
second time, compares, installs each into an empty place and has it do its job there (check.py); `--check=WORD` runs the
checks with that word in their name. `--fast` compresses little, for tests.
"""
from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import completions
import help_text
import man_pages
from debian_package import make_deb, make_tarball
from elf import Binary
from npm_package import add_to_sbom, make_elements, make_npm, why_not
from npm_package import build as build_npm
from sbom import make_sbom
from wheel import make_wheel

folder = Path(__file__).resolve().parent
root = folder.parent.parent
makers = {
    "wheel": make_wheel,
    "deb": make_deb,
    "tarball": make_tarball,
    "npm": make_npm,
    "elements": make_elements,
}
npm_kinds = ("npm", "elements")


class Parts:
    """What the packages are made of."""

    def __init__(self, binary, extras=(), has_npm=False):
        self.folder, self.root = folder, root
        self.path = Path(binary).resolve()
        self.binary = self.path.read_bytes()
        self.elf = Binary(self.binary)
        self.version, self.commit, self.targets = find_version(self.path)
        self.epoch = find_epoch()
        self.program = help_text.read_program(str(self.path))
        self.pages = man_pages.make_pages(self.program, self.version, self.epoch)
        self.completions = {
            "bash": completions.make_bash(self.program),
            "zsh": completions.make_zsh(self.program),
            "fish": completions.make_fish(self.program),
        }
        self.units = {path.name: path.read_text() for path in sorted((root / "runner/ops/systemd").glob("*.service"))}
        python = folder / "python/tessera"
        sources = [path for path in sorted(python.rglob("*")) if path.suffix == ".py" or path.name == "py.typed"]
        self.python = {path.relative_to(python).as_posix(): path.read_bytes() for path in sources}
        self.debian = {path.name: path.read_bytes() for path in sorted((folder / "debian").iterdir())}
        self.license = (root / "LICENSE").read_bytes()
        self.changelog = (folder / "CHANGELOG.md").read_text()
        self.readme = (folder / "python/README.md").read_text()
        self.extras = {path.name: path.read_bytes() for path in extras}
        self.sbom = make_sbom(self.version, self.commit or "unknown", self.binary, self.epoch)
        self.npm = build_npm(root, self.version) if has_npm else None
        # The wheel has its own, which is the same whatever else is made.
        self.whole_sbom = add_to_sbom(self.sbom, self.npm, root, self.version) if has_npm else self.sbom
        if f"## {self.version}," not in self.changelog:
            raise ValueError(f"the binary is {self.version}, of which runner/packages/CHANGELOG.md says nothing")


def find_version(binary):
    """`("0.1.0", "7bbebd89", ["sm_80", ..])` of `tessera version`."""
    told = help_text.ask(str(binary), "version", "--json")
    try:
        known = json.loads(told)
        return (*re.fullmatch(r"(\S+)(?: \((\S+)\))?", known["version"]).groups(), known["targets"])
    except (ValueError, KeyError, TypeError, AttributeError):
        raise ValueError(f"`{binary} version --json` tells no version: `{told[:80].strip()}`") from None


def find_epoch():
    """SOURCE_DATE_EPOCH, or the time of the commit."""
    told = os.environ.get("SOURCE_DATE_EPOCH")
    if told is None:
        command = ["git", "-C", str(root), "log", "-1", "--format=%ct"]
        try:
            told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        except (OSError, subprocess.CalledProcessError):
            raise ValueError(
                "this is no git checkout, and SOURCE_DATE_EPOCH does not say of when the packages are"
            ) from None
    return int(told)


def make(parts, output, only, is_fast):
    """Writes the packages into `output`, which it empties. Answers their paths."""
    shutil.rmtree(output, ignore_errors=True)
    output.mkdir(parents=True)
    levels = {"deb": 0, "tarball": 0} if is_fast else {"deb": 6, "tarball": 6}
    usual = 1 if is_fast else 9
    with ThreadPoolExecutor() as pool:  # compressing lets go of Python's lock
        made = dict(pool.map(lambda kind: makers[kind](parts, levels.get(kind, usual)), only))
    made[f"tessera-{parts.version}.spdx.json"] = parts.whole_sbom.encode()
    made.update(parts.extras)
    for name, content in made.items():
        (output / name).write_bytes(content)
    sums = "".join(f"{hashlib.sha256(content).hexdigest()}  {name}\n" for name, content in sorted(made.items()))
    (output / "SHA256SUMS").write_text(sums)
    return [output / name for name in made]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--binary", required=True)
    parser.add_argument("--output", required=True, type=Path)
    parser.add_argument("--only", default=",".join(makers), help="of wheel, deb, tarball, npm, elements")
    parser.add_argument("--extra", action="append", default=[], type=Path, help="a file made elsewhere that goes along")
    parser.add_argument("--fast", action="store_true", help="compress little")
    parser.add_argument("--check", nargs="?", const="", metavar="WORD,..", help="install each, and have it do its job")
    options = parser.parse_args()
    only = options.only.split(",")
    unknown = [kind for kind in only if kind not in makers]
    if unknown:
        parser.error(f"--only: there is no `{unknown[0]}`, expected one of {', '.join(makers)}")
    if "deb" in only and not shutil.which("dpkg-deb"):
        print("no dpkg-deb here: the Debian package is left out", file=sys.stderr)
        only.remove("deb")
    reason = why_not(root) if set(npm_kinds) & set(only) else ""
    if reason:
        print(f"{reason}: the npm packages are left out", file=sys.stderr)
        only = [kind for kind in only if kind not in npm_kinds]
    try:
        parts = Parts(options.binary, options.extra, bool(set(npm_kinds) & set(only)))
        if parts.npm and parts.commit and f"({parts.commit})" not in parts.npm.modules:
            print(f"the WebAssembly modules are {parts.npm.modules}, the binary is of {parts.commit}", file=sys.stderr)
        if not parts.elf.is_portable:
            print(
                f"{options.binary} needs {', '.join(sorted(parts.elf.libraries))}: for this machine alone",
                file=sys.stderr,
            )
        for path in sorted(make(parts, options.output, only, options.fast)):
            print(f"{path.stat().st_size:>12,}  {path.name}")
    except (OSError, ValueError, RuntimeError) as error:
        print(f"build.py: {error}", file=sys.stderr)
        return 1
    if options.check is not None:
        import check

        words = [word for word in options.check.split(",") if word]
        return check.run(parts, options.output, lambda again: make(parts, again, only, options.fast), words)
    return 0


if __name__ == "__main__":
    sys.exit(main())
