# SPDX-License-Identifier: Apache-2.0
"""`gc`: nothing is freed while a program is evaluated, so there is nothing to collect."""

DEBUG_STATS, DEBUG_COLLECTABLE, DEBUG_UNCOLLECTABLE, DEBUG_SAVEALL, DEBUG_LEAK = 1, 2, 4, 32, 38
callbacks = []
garbage = []
_enabled = True


def collect(generation=2):
    """0: no object was freed."""
    return 0


def enable():
    """Turns the collector on, which has nothing to do."""
    global _enabled
    _enabled = True


def disable():
    """Turns it off."""
    global _enabled
    _enabled = False


def isenabled():
    """Whether it is on."""
    return _enabled


def get_count():
    """No object waits."""
    return (0, 0, 0)


def get_threshold():
    """CPython's."""
    return (700, 10, 10)


def set_threshold(threshold0, threshold1=10, threshold2=10):
    """Changes nothing."""


def freeze():
    """Changes nothing."""


def unfreeze():
    """Changes nothing."""
