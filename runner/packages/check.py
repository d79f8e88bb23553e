# SPDX-License-Identifier: Apache-2.0
"""Installs each package into an empty place, offline, and has it do its job there. Nothing of this machine is changed.

Each check is a function below, in order; what it needs and is absent makes it a skip with a reason. A line a check,
then `N passed, N failed, N skipped`.
"""
from __future__ import annotations

import contextlib
import doctest
import gzip
import importlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

import completions
import npm_check
from installing import Place, Skip, call, clean_environment, do_its_job, find_python, need

# --- the checks ----------------------------------------------------------------------------------------------------


def check_examples_of_the_scripts(place):
    tried = 0
    for path in sorted(place.parts.folder.glob("*.py")):
        if ">>> " in path.read_text():
            told = doctest.testmod(importlib.import_module(path.stem))
            assert not told.failed, f"{path.name}: its examples are above"
            tried += told.attempted
    assert tried > 10


def check_words_of_completions(place):
    told = " ".join(option.text for one in place.parts.program.walk() for option in one.options)
    told += " " + " ".join(place.parts.targets)
    for word in [word for words in completions.known_words.values() for word in words]:
        found = re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", told)
        assert found, f"completions.py knows `{word}`, and `tessera` does not tell it"


def check_same_bytes_again(place):
    again = place.folder / "again"
    place.again(again)
    for path in sorted(place.output.iterdir()):
        assert path.read_bytes() == (again / path.name).read_bytes(), f"{path.name} differs from one of the same binary"


def check_sums(place):
    call(need("sha256sum"), "--check", "--quiet", "--strict", "SHA256SUMS", cwd=place.output)


def check_no_paths_of_the_build(place):
    if not place.parts.elf.is_portable:
        raise Skip("the binary is not the portable one")
    here, found = str(place.parts.root).encode(), []
    with contextlib.suppress(Skip), zipfile.ZipFile(place.package("*.whl")) as archive:
        found += [name for name in archive.namelist() if here in archive.read(name)]
    for unpack in (place.unpacked_deb, place.unpacked_tarball):
        with contextlib.suppress(Skip):
            found += [str(path) for path in unpack().rglob("*") if path.is_file() and here in read_plain(path)]
    found = [path for path in found if "/var/lib/dpkg/" not in path]
    assert not found, found


def read_plain(path):
    return gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()


def check_bill_of_materials(place):
    told = json.loads(place.package("*.spdx.json").read_text())
    assert told["spdxVersion"] == "SPDX-2.3" and told["dataLicense"] == "CC0-1.0"
    names = {package["SPDXID"] for package in told["packages"]}
    for package in told["packages"]:
        assert re.fullmatch(r"SPDXRef-[A-Za-z0-9.-]+", package["SPDXID"]), package
        assert package["versionInfo"] and package["downloadLocation"] and package["licenseDeclared"], package
    for relation in told["relationships"]:
        assert relation["relatedSpdxElement"] in names, relation
    assert len(told["packages"]) > 10


def check_wheel_does_its_job(place):
    python = place.virtual()
    do_its_job(python.parent / "tessera", place)
    call(python, "-m", "pip", "check", "--disable-pip-version-check", env=clean_environment())
    told = call(python, "-m", "tessera", "version", env=clean_environment())
    assert place.parts.version in told
    program = (
        "import sys, tessera, pathlib; program = tessera.compile(pathlib.Path(sys.argv[1])); "
        "print(program.run().ok, program.run('emulator').ok, tessera.find_binary())"
    )
    told = call(python, "-c", program, place.program, env=clean_environment(), cwd=place.folder)
    assert told == f"True True {python.parent / 'tessera'}\n", told


def run_unit_tests(place, python, *names):
    """Tests of the package, against the wheel that is installed, from outside the checkout."""
    folder = place.parts.folder / "python/tests"
    environment = clean_environment(TESSERA_INSTALLED="1", PYTHONPATH=str(folder), PYTHONDONTWRITEBYTECODE="1")
    call(python, "-m", "unittest", *names, env=environment, cwd=place.folder)


def check_wheel_answers_and_refuses(place):
    run_unit_tests(place, place.virtual(), "test_programs", "test_failures", "test_pictures")


def check_wheel_emulates_arrays(place):
    run_unit_tests(place, place.python_with("numpy"), "test_programs.Emulating", "test_doctests")


def check_wheel_runs_tests_of_kernels_in_pytest(place):
    run_unit_tests(place, place.python_with("pytest"), "test_plugin")


def check_wheel_in_a_notebook(place):
    run_unit_tests(place, place.python_with("IPython"), "test_magic")


def check_wheel_is_typed(place):
    mypy = need("mypy")
    python = place.virtual()
    user = place.folder / "user.py"
    user.write_text("import tessera\nreveal_type(tessera.compile('x = 1\\n').run().launches[0].grid)\n")
    command = [mypy, "--strict", f"--cache-dir={place.folder / 'mypy'}", "--python-executable", python]
    told = call(*command, user, env=clean_environment())
    assert "builtins.tuple[builtins.int" in told, told
    command[-1] = find_python("numpy", "pytest")
    call(*command, "--python-version=3.9", "-p", "tessera", cwd=place.parts.folder / "python", env=clean_environment())


def check_deb_does_its_job(place):
    root = place.unpacked_deb()
    do_its_job(root / "usr/bin/tessera", place)
    deb = place.package("*.deb")
    listed = call("dpkg-deb", "--contents", deb)
    owners = {tuple(line.split()[:2]) for line in listed.splitlines()}
    assert {owner for _, owner in owners} == {"root/root"}, owners
    assert {mode for mode, _ in owners} <= {"-rwxr-xr-x", "-rw-r--r--", "drwxr-xr-x"}, owners
    depends = call("dpkg-deb", "--field", deb, "Depends")
    assert "libc6 (>= {}.{})".format(*place.parts.elf.glibc) in depends
    call("dpkg", f"--root={root}", "--force-not-root", "--verify", "tessera")
    for unit in (root / "usr/lib/systemd/system").iterdir():
        assert "=/usr/bin/tessera " in unit.read_text() and "/usr/local" not in unit.read_text(), unit
    with tempfile.TemporaryDirectory() as folder:
        call("dpkg-deb", "--control", deb, folder)
        for script in ("postinst", "prerm", "postrm"):
            call("sh", "-n", Path(folder, script))


def check_lintian(place):
    if not place.parts.elf.is_portable:
        raise Skip("the binary is not the portable one")
    told = call(need("lintian"), "--allow-root", "--fail-on=error,warning", place.package("*.deb"))
    assert not told.strip(), told


def check_man_pages(place):
    man, pages = need("man"), place.unpacked_deb() / "usr/share/man"
    names = [path.name.removesuffix(".1.gz") for path in sorted((pages / "man1").iterdir())]
    assert len(names) > 15 and "tessera" in names, names
    environment = clean_environment(MANPATH=str(pages), MANWIDTH="100", MANPAGER="cat", LC_ALL="C.UTF-8")
    for name in names:
        file = pages / "man1" / f"{name}.1.gz"
        told = subprocess.run([man, "--warnings", "-l", file], env=environment, capture_output=True, text=True)
        assert told.returncode == 0 and not told.stderr, f"{name}: {told.stderr}"
        assert "NAME" in told.stdout, name
    text = re.sub(r"\s+", " ", call(man, "tessera-serve", env=environment))
    assert "--queue-limit=INT jobs that may wait. A number in [1 - 1000000]. Default: 1000." in text, text[:2000]


bash_script = """
source "$1"; shift
complete -p tessera >/dev/null
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_tessera
printf '%s\\n' "${COMPREPLY[@]}"
"""


def expect_completions(complete):
    """`complete(words)` answers what may stand in place of the last of them."""
    for words, expected in (
        (["tessera", "em"], {"emulate"}),
        (["tessera", "run", "--dev"], {"--device"}),
        (["tessera", "run", "--device", "em"], {"emulator"}),
        (["tessera", "show", "--stage", "t"], {"tile", "tilegpu"}),
        (["tessera", "serve", "--sandbox", "r"], {"require"}),
        (["tessera", "admin", "tokens", "ro"], {"rotate"}),
        (["tessera", "admin", "tokens", "create", "--scope", "r"], {"read"}),
        (["tessera", "opt", "--verify-tileg"], {"--verify-tilegpu"}),
    ):
        told = complete(words)
        assert told == expected, f"{' '.join(words)}: {told}, expected {expected}"


def check_bash_completion(place):
    bash, file = need("bash"), place.unpacked_deb() / "usr/share/bash-completion/completions/tessera"
    place.folder.joinpath("kernel.py").touch()

    def complete(words):
        told = call(bash, "--norc", "-c", bash_script, "bash", file, *words, cwd=place.folder)
        return {line for line in told.splitlines() if line}

    expect_completions(complete)
    assert complete(["tessera", "run", "--check", "=", "r"]) == {"race"}, "bash has `=` as a word of its own"
    assert complete(["tessera", "run", "ker"]) == {"kernel.py"}


def check_fish_completion(place):
    fish, file = need("fish"), place.unpacked_deb() / "usr/share/fish/vendor_completions.d/tessera.fish"
    home = place.folder / "fish"
    home.mkdir()
    environment = clean_environment(HOME=str(home), XDG_CONFIG_HOME=str(home), XDG_DATA_HOME=str(home))

    def complete(words):
        script = 'source $argv[1]; complete -C (string join " " -- $argv[2..-1])'
        told = call(fish, "--no-config", "-c", script, file, *words, env=environment, cwd=home)
        return {line.split("\t")[0] for line in told.splitlines()}

    expect_completions(complete)


zsh_script = """
autoload -Uz compinit && compinit -u -D
zmodload zsh/zutil
# In place of what would show them: the words themselves, and only those that the typed part is the beginning of.
compadd() {
  local -a found
  builtin compadd -O found "$@"
  print -rl -- $found >>$TESSERA_FOUND
  builtin compadd "$@"
}
PS1='ready> '
setopt no_beep
"""


def check_zsh_completion(place):
    zsh, file = need("zsh"), place.unpacked_deb() / "usr/share/zsh/vendor-completions/_tessera"
    call(zsh, "-n", file)
    home = place.folder / "zsh"
    home.mkdir()
    (home / ".zshrc").write_text(f"fpath=({file.parent} $fpath)\n{zsh_script}")
    found = home / "found"
    environment = clean_environment(ZDOTDIR=str(home), HOME=str(home), TERM="dumb", TESSERA_FOUND=str(found))

    def complete(words):
        found.write_text("")
        type_into([zsh, "-i"], environment, home, " ".join(words) + "\t", found)
        last = words[-1]
        return {line for line in found.read_text().splitlines() if line.startswith(last)}

    expect_completions(complete)


def type_into(command, environment, folder, keys, file):
    """Runs a program at a terminal, types once it says that it is ready, and waits for something in `file`."""
    import pty
    import select

    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(folder)
        os.execve(command[0], command, environment)
    try:
        seen, until, is_typed = b"", time.monotonic() + 20, False
        settled = None
        while time.monotonic() < until:
            if select.select([terminal], [], [], 0.05)[0]:
                seen += os.read(terminal, 65536)
            if not is_typed and b"ready> " in seen:
                os.write(terminal, keys.encode())
                is_typed = True
            size = file.stat().st_size
            if size and size == settled:
                return
            settled = size
    finally:
        os.close(terminal)
        os.kill(pid, 9)
        os.waitpid(pid, 0)


def check_tarball_does_its_job(place):
    root = place.unpacked_tarball()
    do_its_job(root / "bin/tessera", place)
    for name in ("LICENSE", "README.md", "share/man/man1/tessera.1.gz", "lib/systemd/system/tessera-serve.service"):
        assert (root / name).is_file(), name


def run(parts, output, again, words=()):
    """All checks, or those whose name has one of the words. Answers the exit code."""
    passed = failed = skipped = 0
    with tempfile.TemporaryDirectory(prefix="tessera-check-") as folder:
        place = Place(parts, output, again, Path(folder))
        for name, function in [*globals().items(), *vars(npm_check).items()]:
            if not name.startswith("check_") or (words and not any(word in name for word in words)):
                continue
            title, begin = name.removeprefix("check_").replace("_", " "), time.monotonic()
            try:
                function(place)
                passed += 1
                print(f"ok    {title} ({time.monotonic() - begin:.1f} s)", flush=True)
            except Skip as reason:
                skipped += 1
                print(f"skip  {title}: {reason}", flush=True)
            except Exception as error:  # the others are still worth running
                failed += 1
                print(f"FAIL  {title}: {type(error).__name__}: {error}", flush=True)
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit("run by build.py --check")
