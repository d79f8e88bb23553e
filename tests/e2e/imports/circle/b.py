# SPDX-License-Identifier: Apache-2.0
import circle.a

def name():
    return "b"

def whole():
    return circle.a.name()
