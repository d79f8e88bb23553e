# SPDX-License-Identifier: Apache-2.0
"""Quantization schemes, found by their names."""
import importlib
import logging

from .registry import get, names, register

log = logging.getLogger(__name__)

for _module in ("int8", "int4", "nf4_cuda_only"):
    try:
        importlib.import_module(f".schemes.{_module}", __package__)
    except ImportError as error:
        log.debug("no %s: %s", _module, error)
del _module
