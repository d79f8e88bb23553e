# SPDX-License-Identifier: Apache-2.0
"""Archives that have the same bytes whenever and wherever they are made of the same files.

A tree is `{path: Entry}`; entries are written sorted by path, with one time for all, owned by root, with no other mode
than 0755 or 0644. zlib's and liblzma's output is the same for the same version of them: that is what a rebuild needs.
"""
from __future__ import annotations

import gzip
import io
import lzma
import tarfile
import time
import zipfile
from typing import NamedTuple


class Entry(NamedTuple):
    """A file of an archive, or with `target` a symbolic link."""

    content: bytes
    is_executable: bool = False
    target: str = ""


def text(content, is_executable=False):
    """An entry of a text."""
    return Entry(content.encode(), is_executable)


def mode_of(entry):
    return 0o755 if entry.is_executable else 0o644


def folders_of(tree):
    """All folders above the tree's paths."""
    found = set()
    for path in tree:
        parts = path.split("/")[:-1]
        found |= {"/".join(parts[: n + 1]) for n in range(len(parts))}
    return found


def make_tar(tree, epoch):
    """A tar in the pax format, uncompressed."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path in sorted([*tree, *folders_of(tree)]):
            info = tarfile.TarInfo(path)
            info.mtime, info.uname, info.gname = epoch, "root", "root"
            entry = tree.get(path)
            if entry is None:
                info.type, info.mode = tarfile.DIRTYPE, 0o755
                archive.addfile(info)
            elif entry.target:
                info.type, info.linkname, info.mode = tarfile.SYMTYPE, entry.target, 0o777
                archive.addfile(info)
            else:
                info.size, info.mode = len(entry.content), mode_of(entry)
                archive.addfile(info, io.BytesIO(entry.content))
    return out.getvalue()


def compress_xz(content, level):
    """By one thread: more of them would cut it into blocks by their number."""
    return lzma.compress(content, format=lzma.FORMAT_XZ, check=lzma.CHECK_CRC64, preset=level)


def compress_gzip(content, level=9):
    """As `gzip -n`: no name and no time."""
    out = io.BytesIO()
    with gzip.GzipFile(fileobj=out, mode="wb", compresslevel=level, mtime=0, filename="") as stream:
        stream.write(content)
    return out.getvalue()


def make_zip(tree, epoch, level):
    """A zip with files only, in the order of `tree`: a wheel's RECORD comes last."""
    moment = time.gmtime(max(epoch, 315532800))[:6]  # the format begins in 1980
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for path, entry in tree.items():
            info = zipfile.ZipInfo(path, moment)
            info.create_system = 3  # Unix, whose modes follow
            info.external_attr = (0o100000 | mode_of(entry)) << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, entry.content, compresslevel=level)
    return out.getvalue()
