# SPDX-License-Identifier: Apache-2.0
"""The npm packages `tessera-kernels` and `tessera-elements`, of the folders that web/npm/build.mjs puts together.

npm's own `pack` is not used: what it writes differs from version to version. A package is a tar below `package/`,
compressed by gzip. The modules are those of web/public/wasm (`./dev wasm`); where they or the web's tools are not, the
packages are left out, and that is told.
"""
from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import NamedTuple

from archives import Entry, compress_gzip, make_tar
from sbom import licence_of, version_of

kernels, elements = "tessera-kernels", "tessera-elements"


class NpmPackages(NamedTuple):
    """`{path: bytes}` of each package, by its name; the modules' own version; what is bundled from npm."""

    files: dict
    modules: str
    bundled: list


def modules_folder(root):
    """Where the modules are, as web/npm/build.mjs finds them."""
    return Path(os.environ.get("TESSERA_WASM", root / "web/public/wasm"))


def why_not(root):
    """Why the packages can't be made here; an empty string where they can."""
    if not shutil.which("node"):
        return "no node here"
    if not (root / "web/node_modules/vite").is_dir():
        return "web/node_modules is not there (`./dev setup` makes it)"
    if not all(
        (modules_folder(root) / name).is_file() for name in ("tessera.wasm", "tessera-code.wasm", "emulator.wasm")
    ):
        return "the WebAssembly modules are not there (`./dev wasm` builds them)"
    return ""


def call_node(root, *words):
    """Standard output of node; what it said to standard error is the error."""
    told = subprocess.run(["node", *map(str, words)], cwd=root, capture_output=True, text=True)
    if told.returncode:
        raise RuntimeError(told.stderr.strip() or f"`node {words[0]}` ended with {told.returncode}")
    return told.stdout


def build(root, version):
    """Builds both packages, and asks the modules of which version they are."""
    with tempfile.TemporaryDirectory(prefix="tessera-npm-") as folder:
        call_node(root, root / "web/npm/build.mjs", f"--output={folder}")
        files = {name: read_files(Path(folder, name)) for name in (kernels, elements)}
        entry = Path(folder, kernels, "dist/node.js").as_uri()
        ask = f"const {{ createTessera }} = await import('{entry}'); console.log((await createTessera()).version)"
        modules = call_node(root, "--input-type=module", "--eval", ask).strip()
    bundled = json.loads(files[elements].pop("bundled.json"))
    for name, tree in files.items():
        told = json.loads(tree["package.json"])["version"]
        if told != version:
            raise ValueError(f"web/npm has {name} {told}, and the binary is {version}")
    if modules.split(" ")[0] != version:
        raise ValueError(
            f"the WebAssembly modules are {modules}, and the binary is {version}: `./dev wasm` builds them"
        )
    return NpmPackages(files, modules, bundled)


def read_files(folder):
    """`{path: bytes}` of all files below a folder."""
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def pack(parts, name, level):
    """`(file name, bytes)` of one package."""
    tree = {f"package/{path}": Entry(content) for path, content in parts.npm.files[name].items()}
    return f"{name}-{parts.version}.tgz", compress_gzip(make_tar(tree, parts.epoch), level)


def make_npm(parts, level):
    """The compiler's. `parts` are build.py's."""
    return pack(parts, kernels, level)


def make_elements(parts, level):
    """The web components'."""
    return pack(parts, elements, level)


def llvm_version(root):
    """Of the LLVM that the modules are built with."""
    return re.search(r"^version=(\S+)$", (root / "wasm/toolchain/build-mlir").read_text(), re.M).group(1)


def describe(name, version, licence, comment, locator=""):
    """A package of SPDX's."""
    reference = [
        {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": locator},
    ]
    return {
        "SPDXID": "SPDXRef-npm-" + re.sub(r"[^A-Za-z0-9.-]", "-", name),
        "name": name,
        "versionInfo": version,
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": "NOASSERTION",
        "licenseDeclared": licence,
        "copyrightText": "NOASSERTION",
        "comment": comment,
        **({"externalRefs": reference} if locator else {}),
    }


def add_to_sbom(sbom, npm, root, version):
    """The bill of materials with the npm packages, and what went into them."""
    document = json.loads(sbom)
    emscripten, llvm = version_of("emscripten"), llvm_version(root)
    modules = f"WebAssembly modules of {npm.modules} and their bindings"
    runtime = f"Emscripten's runtime, libc++ and musl in the modules; its licence there: {licence_of('emscripten')[1]}"
    linked = [
        describe("llvm-project", llvm, "Apache-2.0 WITH LLVM-exception", "LLVM and MLIR in the WebAssembly modules"),
        describe("emscripten", emscripten, "MIT OR NCSA", runtime),
    ]
    bundled = [
        describe(
            one["name"], one["version"], one["license"], "bundled", f"pkg:npm/{purl(one['name'])}@{one['version']}"
        )
        for one in npm.bundled
    ]
    ours = [
        describe(kernels, version, "Apache-2.0", modules, f"pkg:npm/{kernels}@{version}"),
        describe(elements, version, "Apache-2.0", "web components", f"pkg:npm/{elements}@{version}"),
    ]
    document["packages"] += [*ours, *linked, *bundled]
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", one) for one in ours]
    relations += [(ours[0]["SPDXID"], "STATIC_LINK", one) for one in linked]
    relations += [(ours[1]["SPDXID"], "CONTAINS", one) for one in bundled]
    document["relationships"] += [
        {"spdxElementId": element, "relationshipType": kind, "relatedSpdxElement": one["SPDXID"]}
        for element, kind, one in relations
    ]
    return json.dumps(document, indent=2) + "\n"


def purl(name):
    """A package's name in a purl, where `@` has a sense of its own."""
    return name.replace("@", "%40")
