# SPDX-License-Identifier: Apache-2.0
"""Where checks take place: the packages, empty folders that they are installed into, and the tools that are needed."""
from __future__ import annotations

import functools
import json
import os
import shutil
import subprocess
import tarfile

kernel = "shared/kernels/vector_add.py"
pythons = [os.environ.get("TESSERA_PYTHON"), "/usr/bin/python3", "python3"]


class Skip(Exception):
    """Something that a check needs is not on this machine."""


def call(*command, cwd=None, env=None, input=None, code=0):
    """Standard output of a command that has to end with `code`."""
    told = subprocess.run(command, cwd=cwd, env=env, input=input, capture_output=True, text=True, timeout=600)
    if told.returncode != code:
        words = " ".join(map(str, command))
        raise AssertionError(f"`{words}` ended with {told.returncode}\n{told.stdout[-3000:]}{told.stderr[-3000:]}")
    return told.stdout


def need(tool):
    """The path of a tool."""
    found = shutil.which(tool)
    if not found:
        raise Skip(f"no {tool}")
    return found


def has_modules(python, modules):
    """Whether this Python has them."""
    told = subprocess.run([python, "-c", f"import {', '.join(('sys', *modules))}"], capture_output=True)
    return told.returncode == 0


@functools.lru_cache(maxsize=None)
def find_python(*modules):
    """A Python that has these modules."""
    for python in filter(None, pythons):
        if shutil.which(python) and has_modules(python, modules):
            return python
    raise Skip(f"no Python with {', '.join(modules)}")


def clean_environment(**more):
    """As of somebody who has nothing of this checkout on a path."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("TESSERA_", "PYTHON", "VIRTUAL"))}
    return {**kept, **more}


class Place:
    """The packages, and folders for what is installed; each is installed once."""

    def __init__(self, parts, output, again, folder):
        self.parts, self.output, self.again, self.folder = parts, output, again, folder
        self.program = str(parts.root / kernel)

    def package(self, pattern):
        found = list(self.output.glob(pattern))
        if not found:
            raise Skip(f"no {pattern} was made")
        return found[0]

    @functools.lru_cache(maxsize=None)
    def virtual(self):
        """The Python of an empty virtual environment with the wheel."""
        self.package("*.whl")
        inside = self.folder / "venv/bin/python"
        call(find_python("venv", "ensurepip"), "-m", "venv", inside.parent.parent, env=clean_environment())
        self.install(inside)
        return inside

    @functools.lru_cache(maxsize=None)
    def virtual_with_system(self):
        """The same where the system's packages are seen, too: of the Python that has the most of those we look for."""
        pip = self.virtual()
        wanted = ("numpy", "pytest", "IPython")
        known = [python for python in filter(None, pythons) if shutil.which(python)]
        best = max(known, key=lambda python: sum(has_modules(python, [one]) for one in wanted))
        inside = self.folder / "venv-system/bin/python"
        options = ["--system-site-packages", "--without-pip", inside.parent.parent]
        call(best, "-m", "venv", *options, env=clean_environment())
        self.install(pip, "--python", inside)
        return inside

    def install(self, python, *options):
        """The wheel, by the pip of a Python."""
        quiet = ["--disable-pip-version-check", "--no-cache-dir", *options, "install", "--quiet", "--no-index"]
        found = ["--find-links", self.output, "tessera-kernels"]
        call(python, "-m", "pip", *quiet, *found, env=clean_environment())

    def python_with(self, *modules):
        """The Python with the wheel, where these modules are seen."""
        python = self.virtual_with_system()
        missing = [one for one in modules if not has_modules(python, [one])]
        if missing:
            raise Skip(f"no Python with {', '.join(missing)}")
        return python

    @functools.lru_cache(maxsize=None)
    def unpacked_deb(self):
        """A root with nothing but the package, by dpkg; its scripts are not run."""
        deb, root = self.package("*.deb"), self.folder / "root"
        for name in ("info", "updates"):
            (root / "var/lib/dpkg" / name).mkdir(parents=True)
        (root / "var/lib/dpkg/status").touch()
        log = self.folder / "dpkg.log"
        call("dpkg", f"--root={root}", f"--log={log}", "--force-depends", "--force-not-root", "--unpack", deb)
        return root

    @functools.lru_cache(maxsize=None)
    def unpacked_tarball(self):
        tarball = self.package("*.tar.xz")
        with tarfile.open(tarball) as archive:
            archive.extractall(self.folder / "tarball")
        [inside] = (self.folder / "tarball").iterdir()
        return inside


def do_its_job(binary, place):
    """What everyone wants of the binary: PTX of a kernel, and its run both ways."""
    environment = clean_environment()
    ptx = call(binary, "show", place.program, "--stage=ptx", env=environment)
    assert ".entry add_kernel" in ptx
    for device in ("interpreter", "emulator"):
        told = json.loads(call(binary, "run", place.program, "--device", device, "--json", env=environment))
        assert told["ok"] and told["device"] == device, told
