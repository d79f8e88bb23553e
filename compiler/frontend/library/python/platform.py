# SPDX-License-Identifier: Apache-2.0
"""`platform`: what a program runs on: nothing in particular."""

import sys as _sys


def system():
    """`Tessera`: what is asked for Linux, Windows or Darwin is none of them."""
    return "Tessera"


def machine():
    """An empty text: the machine is not known while a program is recorded."""
    return ""


def processor():
    """An empty text."""
    return ""


def node():
    """An empty text."""
    return ""


def release():
    """An empty text."""
    return ""


def version():
    """An empty text."""
    return ""


def platform(aliased=False, terse=False):
    """The system's name."""
    return system()


def python_version():
    """The version of the language that is read."""
    return ".".join(map(str, _sys.version_info[:3]))


def python_version_tuple():
    """The version's parts as texts."""
    return tuple(map(str, _sys.version_info[:3]))


def python_implementation():
    """`Tessera`."""
    return "Tessera"


def python_compiler():
    """An empty text."""
    return ""


def architecture(executable="", bits="", linkage=""):
    """Addresses of 64 bits."""
    return bits or "64bit", linkage


def libc_ver(executable=None, lib="", version="", chunksize=16384):
    """No C library."""
    return lib, version


def mac_ver(release="", versioninfo=("", "", ""), machine=""):
    """No Macintosh."""
    return release, versioninfo, machine


def win32_ver(release="", version="", csd="", ptype=""):
    """No Windows."""
    return release, version, csd, ptype
