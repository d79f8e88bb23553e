# SPDX-License-Identifier: Apache-2.0
"""What an ELF file needs of the machine that it runs on: which libraries, and which glibc.

Of the dynamic section are read the names of libraries (DT_NEEDED), of `.gnu.version_r` the versions of glibc's symbols
that it takes from them. That says which Linux it runs on, and so what its packages may claim.
"""
from __future__ import annotations

import struct

# What PEP 600 takes for granted of every Linux, as far as a C++ program without a C++ library needs it.
base_libraries = {"libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1", "ld-linux-x86-64.so.2"}


class Binary:
    """`libraries`, and `glibc` as `(2, 36)`."""

    def __init__(self, content):
        if content[:6] != b"\x7fELF\x02\x01" or struct.unpack_from("<H", content, 18)[0] != 62:
            raise ValueError("this is no ELF file for x86-64, which is all that is packaged so far")
        offset, entry_size, count, names = struct.unpack_from("<Q", content, 40) + struct.unpack_from(
            "<HHH", content, 58
        )
        sections = {}
        headers = [struct.unpack_from("<IIQQQQIIQQ", content, offset + n * entry_size) for n in range(count)]
        strings = headers[names][4]
        for header in headers:
            end = content.index(b"\0", strings + header[0])
            sections[content[strings + header[0] : end].decode()] = header
        table = sections[".dynstr"][4]

        def name_at(at):
            return content[table + at : content.index(b"\0", table + at)].decode()

        _, _, _, _, begin, size, *_ = sections[".dynamic"]
        entries = struct.iter_unpack("<qQ", content[begin : begin + size])
        self.libraries = {name_at(value) for tag, value in entries if tag == 1}
        self.glibc = (0, 0)
        if ".gnu.version_r" in sections:
            at = sections[".gnu.version_r"][4]
            while True:
                _, amount, _, first, step = struct.unpack_from("<HHIII", content, at)
                inner = at + first
                for _ in range(amount):
                    _, _, _, name, following = struct.unpack_from("<IHHII", content, inner)
                    version = name_at(name)
                    if version.startswith("GLIBC_") and version[6:7].isdigit():
                        self.glibc = max(self.glibc, tuple(int(part) for part in version[6:].split(".")[:2]))
                    inner += following
                if not step:
                    break
                at += step

    @property
    def is_portable(self):
        """It needs glibc alone."""
        return self.libraries <= base_libraries

    @property
    def platform_tag(self):
        """A wheel's: by PEP 600 where that says the truth, else `linux_x86_64`, which no index takes."""
        return "manylinux_{}_{}_x86_64".format(*self.glibc) if self.is_portable else "linux_x86_64"
