# SPDX-License-Identifier: Apache-2.0
"""Switches: environment variables, and blocks that set them for a while."""
import contextlib
import logging
import os

logger = logging.getLogger("rotaryx")
_state = {"backend": os.environ.get("ROTARYX_BACKEND", "triton"), "debug": os.getenv("ROTARYX_DEBUG") == "1"}


def get(name):
    return _state[name]


@contextlib.contextmanager
def using(**changes):
    old = dict(_state)
    unknown = set(changes) - set(old)
    if unknown:
        raise ValueError(f"unknown switches {sorted(unknown)}")
    _state.update(changes)
    try:
        yield
    finally:
        _state.update(old)
