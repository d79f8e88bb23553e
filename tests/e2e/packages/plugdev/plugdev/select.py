# SPDX-License-Identifier: Apache-2.0
"""The first back end that can be imported."""
import importlib
from contextlib import contextmanager
from types import ModuleType
from typing import Optional

_order = ["cutlass_of_nobody", "pallas", "plain"]
_forced: Optional[str] = None


def _load(name: str) -> Optional[ModuleType]:
    try:
        return importlib.import_module(f"{__package__}.backends.{name}")
    except ModuleNotFoundError:
        return None


def available():
    return [name for name in _order if _load(name) is not None]


def backend() -> ModuleType:
    return _load(_forced) if _forced else _load(available()[0])


@contextmanager
def force(name):
    global _forced
    old, _forced = _forced, name
    try:
        yield _load(name)
    finally:
        _forced = old
