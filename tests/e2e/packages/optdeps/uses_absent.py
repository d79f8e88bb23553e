# SPDX-License-Identifier: Apache-2.0
"""Fails where it uses what is absent, by name."""
import optdeps.compat

print("before")
try:
    optdeps.compat.plot([1, 2, 3])
except Exception as error:  # what is lacking here is no error of the program
    print("caught", error)
