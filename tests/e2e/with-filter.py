# SPDX-License-Identifier: Apache-2.0
"""with-filter.py UNIT COMMAND..: runs a command below the list of system calls and the namespaces that a systemd unit allows, without
new privileges, as the service manager would. Needs libseccomp and systemd-analyze."""
import ctypes
import os
import re
import subprocess
import sys

allow, errno, permission_denied, masked_equal = 0x7FFF0000, 0x00050000, 1, 7
namespaces = {"cgroup": 0x02000000, "ipc": 0x08000000, "net": 0x40000000, "mnt": 0x00020000, "pid": 0x20000000, "user": 0x10000000,
              "uts": 0x04000000}


class Comparison(ctypes.Structure):
    _fields_ = [("argument", ctypes.c_uint), ("operator", ctypes.c_int), ("one", ctypes.c_uint64), ("other", ctypes.c_uint64)]


def words_of(unit, key):
    return [word for line in open(unit) if line.startswith(key + "=") for word in line.strip().split("=", 1)[1].split()]


def expand(name):
    if not name.startswith("@"):
        return {name}
    text = subprocess.run(["systemd-analyze", "syscall-filter", name], capture_output=True, text=True, check=True).stdout
    listed = re.findall(r"^    (@?[a-z0-9_-]+)$", text, re.MULTILINE)
    return set().union(*map(expand, listed))


def main(unit, command):
    seccomp = ctypes.CDLL("libseccomp.so.2", use_errno=True)
    seccomp.seccomp_init.restype = ctypes.c_void_p
    seccomp.seccomp_rule_add_array.argtypes = [ctypes.c_void_p, ctypes.c_uint32, ctypes.c_int, ctypes.c_uint, ctypes.POINTER(Comparison)]
    seccomp.seccomp_load.argtypes = [ctypes.c_void_p]
    names = set().union(*map(expand, words_of(unit, "SystemCallFilter")))
    forbidden = sum(bit for name, bit in namespaces.items() if name not in words_of(unit, "RestrictNamespaces"))
    context = seccomp.seccomp_init(errno | permission_denied)
    for name in sorted(names):
        number = seccomp.seccomp_syscall_resolve_name(name.encode())
        if number < 0:
            continue
        rule = Comparison(0, masked_equal, forbidden, 0)
        guarded = name in ("unshare", "clone", "setns")
        if name == "clone3":  # its flags are in memory: libraries go back to `clone`
            seccomp.seccomp_rule_add_array(context, errno | 38, number, 0, None)
        else:
            seccomp.seccomp_rule_add_array(context, allow, number, int(guarded), ctypes.byref(rule) if guarded else None)
    if ctypes.CDLL(None).prctl(38, 1, 0, 0, 0) != 0 or seccomp.seccomp_load(context) != 0:
        sys.exit("the filter can't be had")
    os.execvp(command[0], command)


main(sys.argv[1], sys.argv[2:])
