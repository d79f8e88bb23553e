# SPDX-License-Identifier: Apache-2.0
"""The Python wheel: the package of python/tessera, and the binary where scripts go.

Written here and not by a build back end, as those differ from version to version: a wheel is a zip with a METADATA, a
WHEEL, entry points and a RECORD of digests. The binary lies in `NAME.data/scripts/`, which pip puts onto PATH as it is.
"""
from __future__ import annotations

import base64
import hashlib

from archives import Entry, make_zip, text

name = "tessera-kernels"

description = """\
Metadata-Version: 2.1
Name: tessera-kernels
Version: {version}
Summary: A compiler, interpreter and PTX emulator for Pallas and Triton kernels, without a GPU
License: Apache-2.0
Keywords: gpu,triton,pallas,ptx,compiler
Classifier: License :: OSI Approved :: Apache Software License
Classifier: Operating System :: POSIX :: Linux
Classifier: Programming Language :: Python :: 3
Classifier: Framework :: Pytest
Classifier: Framework :: IPython
Classifier: Typing :: Typed
Requires-Python: >=3.9
Provides-Extra: emulate
Requires-Dist: numpy ; extra == 'emulate'
Description-Content-Type: text/markdown

"""
entry_points = """\
[pytest11]
tessera = tessera.pytest_plugin
"""


def digest(content):
    """As RECORD has it."""
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def make_wheel(parts, level):
    """`(file name, bytes)`. `parts` are build.py's."""
    stem = f"tessera_kernels-{parts.version}"
    tag = f"py3-none-{parts.elf.platform_tag}"
    info = f"{stem}.dist-info"
    tree = {}
    for path, content in parts.python.items():
        tree[f"tessera/{path}"] = Entry(content)
    tree[f"{stem}.data/scripts/tessera"] = Entry(parts.binary, True)
    tree[f"{info}/LICENSE"] = Entry(parts.license)
    tree[f"{info}/METADATA"] = text(description.format(version=parts.version) + parts.readme)
    tree[f"{info}/WHEEL"] = text(f"Wheel-Version: 1.0\nGenerator: tessera\nRoot-Is-Purelib: false\nTag: {tag}\n")
    tree[f"{info}/entry_points.txt"] = text(entry_points)
    tree[f"{info}/sbom.spdx.json"] = text(parts.sbom)
    tree[f"{info}/top_level.txt"] = text("tessera\n")
    record = "".join(f"{path},{digest(entry.content)},{len(entry.content)}\n" for path, entry in tree.items())
    tree[f"{info}/RECORD"] = text(f"{record}{info}/RECORD,,\n")
    return f"{stem}-{tag}.whl", make_zip(tree, parts.epoch, level)
