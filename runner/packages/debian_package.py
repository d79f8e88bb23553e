# SPDX-License-Identifier: Apache-2.0
"""The Debian package, by dpkg-deb, and the tarball, which has the same files without a package manager."""
from __future__ import annotations

import email.utils
import hashlib
import os
import re
import subprocess
import tempfile
import textwrap
from pathlib import Path

from archives import Entry, compress_gzip, compress_xz, make_tar, text

control = """\
Package: tessera
Version: {version}
Architecture: amd64
Maintainer: The Tessera maintainers <maintainers@tessera.invalid>
Installed-Size: {size}
Depends: {depends}
Suggests: libpq5, postgresql
Section: devel
Priority: optional
Description: compiler and emulator for Pallas and Triton GPU kernels
 Tessera takes the Python text of Pallas and Triton kernels to PTX, and shows
 every step that it takes. It runs the programs on a CPU: in an interpreter,
 which is the reference, or as PTX in an emulator that finds races and wrong
 accesses, also in PTX of other compilers.
 .
 Neither Python nor a GPU is needed. The same binary is a runner, which runs
 jobs of others behind HTTP, each in a sandbox of its own.
"""

overrides = """\
# The binary brings its libraries along, to be the same one that the other packages have.
tessera: embedded-library *
"""


def make_debian_changelog(markdown, epoch):
    """Debian's form of the newest entries of CHANGELOG.md.

    >>> print(make_debian_changelog("# x\\n\\n## 0.1.0, 2026-11-30\\n\\n- One\\n  line.\\n", 0), end="")
    tessera (0.1.0) unstable; urgency=medium
    <BLANKLINE>
      * One line.
    <BLANKLINE>
     -- The Tessera maintainers <maintainers@tessera.invalid>  Thu, 01 Jan 1970 00:00:00 +0000
    """
    parts = []
    for heading, body in re.findall(r"^## (\S+), .*?\n(.*?)(?=^## |\Z)", markdown, re.M | re.S):
        points = [" ".join(point.split()) for point in re.findall(r"^- (.*?)(?=^- |\Z)", body, re.M | re.S)]
        lines = "".join(
            textwrap.indent(textwrap.fill(point, 74), "    ").replace("    ", "  * ", 1) + "\n" for point in points
        )
        when = email.utils.formatdate(epoch).replace("-0000", "+0000")
        signed = f" -- The Tessera maintainers <maintainers@tessera.invalid>  {when}\n"
        parts.append(f"tessera ({heading}) unstable; urgency=medium\n\n{lines}\n{signed}")
    return "\n".join(parts)


def adopt_unit(unit):
    """The unit of runner/ops with the binary where a package puts it."""
    return unit.replace("/usr/local/bin/tessera", "/usr/bin/tessera")


def make_tree(parts):
    """Everything below /, as the package installs it."""
    tree = {"usr/bin/tessera": Entry(parts.binary, True)}
    for name, page in parts.pages.items():
        tree[f"usr/share/man/man1/{name}.gz"] = Entry(compress_gzip(page.encode()))
    tree["usr/share/bash-completion/completions/tessera"] = text(parts.completions["bash"])
    tree["usr/share/zsh/vendor-completions/_tessera"] = text(parts.completions["zsh"])
    tree["usr/share/fish/vendor_completions.d/tessera.fish"] = text(parts.completions["fish"])
    for name, unit in parts.units.items():
        tree[f"usr/lib/systemd/system/{name}"] = text(adopt_unit(unit))
    tree["usr/lib/sysusers.d/tessera.conf"] = Entry(parts.debian["sysusers.conf"])
    tree["usr/share/lintian/overrides/tessera"] = text(overrides)
    doc = "usr/share/doc/tessera"
    tree[f"{doc}/copyright"] = Entry(parts.debian["copyright"])
    tree[f"{doc}/changelog.gz"] = Entry(compress_gzip(make_debian_changelog(parts.changelog, parts.epoch).encode()))
    tree[f"{doc}/tessera.spdx.json"] = text(parts.sbom)
    return tree


def make_deb(parts, level):
    """`(file name, bytes)`. dpkg-deb takes times from SOURCE_DATE_EPOCH, and compresses by one thread."""
    tree = make_tree(parts)
    depends = "libc6 (>= {}.{})".format(*parts.elf.glibc)
    if not parts.elf.is_portable:  # of a test
        depends += ", " + ", ".join(sorted(re.sub(r"\.so\..*|\.so$", "", one).lower() for one in parts.elf.libraries))
        depends = depends.replace("_", "-")
    with tempfile.TemporaryDirectory(prefix="tessera-deb-") as folder:
        root = Path(folder, "root")
        size = 0
        for path, entry in tree.items():
            file = root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(entry.content)
            file.chmod(0o755 if entry.is_executable else 0o644)
            size += -(-len(entry.content) // 1024)
        (root / "DEBIAN").mkdir()
        (root / "DEBIAN/control").write_text(control.format(version=parts.version, size=size, depends=depends))
        sums = "".join(f"{hashlib.md5(tree[path].content).hexdigest()}  {path}\n" for path in sorted(tree))
        (root / "DEBIAN/md5sums").write_text(sums)
        for script in ("postinst", "prerm", "postrm"):
            (root / "DEBIAN" / script).write_bytes(parts.debian[script])
            (root / "DEBIAN" / script).chmod(0o755)
        for path in [root, *root.rglob("*")]:
            if path.is_dir():
                path.chmod(0o755)
            os.utime(path, (parts.epoch, parts.epoch))
        name = f"tessera_{parts.version}_amd64.deb"
        command = ["dpkg-deb", "--root-owner-group", f"-z{level}", "-Zxz", "--threads-max=1", "--build", "root", name]
        environment = {**os.environ, "SOURCE_DATE_EPOCH": str(parts.epoch)}
        told = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
        if told.returncode:
            raise RuntimeError(f"dpkg-deb: {told.stderr.strip()}")
        return name, Path(folder, name).read_bytes()


def make_tarball(parts, level):
    """`(file name, bytes)`: to unpack anywhere, and to put its bin on PATH and its share/man on MANPATH."""
    stem = f"tessera-{parts.version}-linux-x86_64"
    tree = {}
    for path, entry in make_tree(parts).items():
        if (
            path.startswith("usr/")
            and not path.startswith("usr/share/doc/")
            and not re.search("sysusers|lintian", path)
        ):
            tree[f"{stem}/{path.removeprefix('usr/')}"] = entry
    for name, unit in parts.units.items():  # as for /usr/local, where a tarball's binary goes
        tree[f"{stem}/lib/systemd/system/{name}"] = text(unit)
    tree[f"{stem}/LICENSE"] = Entry(parts.license)
    tree[f"{stem}/README.md"] = text(parts.readme)
    tree[f"{stem}/CHANGELOG.md"] = text(parts.changelog)
    tree[f"{stem}/copyright"] = Entry(parts.debian["copyright"])
    tree[f"{stem}/tessera.spdx.json"] = text(parts.sbom)
    return f"{stem}.tar.xz", compress_xz(make_tar(tree, parts.epoch), level)
