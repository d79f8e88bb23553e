# SPDX-License-Identifier: Apache-2.0
"""A bill of materials in SPDX 2.3: our binary, and what is linked into it, by version and licence.

Versions and licences are those of Debian's packages on this machine, which is the one that builds: dpkg's database,
and the machine-readable `copyright` of each package (`Files: *`). Where a package is not installed or says nothing
that SPDX has a name for, the field is NOASSERTION, and the package's own words stand beside it.
"""
from __future__ import annotations

import hashlib
import json
import re
import subprocess
import time
from pathlib import Path

# What compiler/cmake/LinkPortable.cmake and runner/CMakeLists.txt link or include; the Debian package that it is of.
linked = [
    ("LLVM", "llvm-22-dev", "static archives"),
    ("MLIR", "libmlir-22-dev", "static archives"),
    ("libstdc++", "libstdc++-12-dev", "static archive"),
    ("libgcc", "libgcc-12-dev", "static archive"),
    ("zlib", "zlib1g-dev", "static archive"),
    ("zstd", "libzstd-dev", "static archive"),
    ("OpenSSL", "libssl-dev", "static archives"),
    ("SQLite", "libsqlite3-dev", "static archive"),
    ("libseccomp", "libseccomp-dev", "static archive"),
    ("Boost", "libboost1.81-dev", "headers: Asio, Beast and what they need"),
    ("spdlog", "libspdlog-dev", "headers"),
    ("fmt", "libfmt-dev", "headers"),
    ("CLI11", "libcli11-dev", "headers"),
    ("toml++", "libtomlplusplus-dev", "headers"),
    ("libpq", "libpq-dev", "headers alone: the library itself is loaded where there is one"),
]
# Debian's short names of licences, in SPDX's words.
spdx_names = {
    "APACHE-2-LLVM-EXCEPTIONS": "Apache-2.0 WITH LLVM-exception",
    "Apache-2.0": "Apache-2.0",
    "BSD-3-clause": "BSD-3-Clause",
    "BSD-3-clause or GPL-2": "BSD-3-Clause OR GPL-2.0-only",
    "BSL-1.0": "BSL-1.0",
    "Expat": "MIT",
    "LGPL-2.1": "LGPL-2.1-only",
    "PostgreSQL": "PostgreSQL",
    "Zlib": "Zlib",
}


def version_of(package):
    """dpkg's version, or NOASSERTION."""
    command = ["dpkg-query", "-W", "-f", "${Version}", package]
    try:
        told = subprocess.run(command, capture_output=True, text=True)
    except OSError:  # no Debian
        return "NOASSERTION"
    return told.stdout.strip() if told.returncode == 0 and told.stdout.strip() else "NOASSERTION"


def licence_of(package):
    """The licence of `Files: *` in the package's copyright, as `(SPDX's name, Debian's)`."""
    file = Path("/usr/share/doc") / package / "copyright"
    try:
        content = file.read_text(errors="replace")
    except OSError:
        return "NOASSERTION", ""
    for paragraph in re.split(r"\n\s*\n", content):
        files = re.search(r"^Files:\s*(.*(?:\n[ \t]+.*)*)", paragraph, re.M)
        licence = re.search(r"^License:[ \t]*(\S.*)$", paragraph, re.M)
        if files and licence and "*" in files.group(1).split():
            name = licence.group(1).strip()
            return spdx_names.get(name, "NOASSERTION"), name
    if "GCC Runtime Library Exception" in content and "either version 3" in content:
        return "GPL-3.0-or-later WITH GCC-exception-3.1", "GPL 3 with the GCC Runtime Library Exception"
    return "NOASSERTION", ""


def make_sbom(version, commit, binary, epoch):
    """The document's text. `binary` are the bytes of the file that it is about."""
    created = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(epoch))
    digest = hashlib.sha256(binary).hexdigest()
    packages = [
        {
            "SPDXID": "SPDXRef-tessera",
            "name": "tessera",
            "versionInfo": version,
            "downloadLocation": "NOASSERTION",
            "filesAnalyzed": False,
            "licenseConcluded": "Apache-2.0",
            "licenseDeclared": "Apache-2.0",
            "copyrightText": "NOASSERTION",
            "checksums": [{"algorithm": "SHA256", "checksumValue": digest}],
            "comment": f"the binary `tessera`, built from commit {commit}",
        }
    ]
    relations = [
        {
            "spdxElementId": "SPDXRef-DOCUMENT",
            "relationshipType": "DESCRIBES",
            "relatedSpdxElement": "SPDXRef-tessera",
        }
    ]
    for name, package, how in linked:
        declared, told = licence_of(package)
        reference = "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", package)
        debian = version_of(package)
        packages.append(
            {
                "SPDXID": reference,
                "name": name,
                "versionInfo": debian,
                "downloadLocation": "NOASSERTION",
                "filesAnalyzed": False,
                "licenseConcluded": "NOASSERTION",
                "licenseDeclared": declared,
                "copyrightText": "NOASSERTION",
                "comment": f"{how}, of Debian's package {package}" + (f"; its licence there: {told}" if told else ""),
                **(
                    {}
                    if debian == "NOASSERTION"
                    else {
                        "externalRefs": [
                            {
                                "referenceCategory": "PACKAGE-MANAGER",
                                "referenceType": "purl",
                                "referenceLocator": f"pkg:deb/debian/{package}@{debian}?arch=amd64".replace("+", "%2B"),
                            }
                        ]
                    }
                ),
            }
        )
        relations.append(
            {
                "spdxElementId": "SPDXRef-tessera",
                "relationshipType": "STATIC_LINK" if "archive" in how else "DEPENDS_ON",
                "relatedSpdxElement": reference,
            }
        )
    document = {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"tessera-{version}",
        "documentNamespace": f"urn:tessera:sbom:{version}:{digest}",
        "creationInfo": {"created": created, "creators": ["Tool: tessera-runner-packages"]},
        "packages": packages,
        "relationships": relations,
    }
    return json.dumps(document, indent=2) + "\n"


if __name__ == "__main__":
    for name, package, _ in linked:
        print(name, package, version_of(package), *licence_of(package))
