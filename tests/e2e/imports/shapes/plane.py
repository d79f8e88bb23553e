# SPDX-License-Identifier: Apache-2.0
__all__ = ["square", "_hidden_but_listed"]
unit = 2

def square(side):
    return side * side

def _hidden_but_listed():
    return "listed"

def not_listed():
    return "not listed"
