# SPDX-License-Identifier: Apache-2.0
from . import b

def name():
    return "a with " + b.name()
