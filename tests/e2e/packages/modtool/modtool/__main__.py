# SPDX-License-Identifier: Apache-2.0
"""Runs everything."""
from . import __version__
from .scale import main

print("modtool", __version__, __name__, __package__)
main([])
