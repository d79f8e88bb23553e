# SPDX-License-Identifier: Apache-2.0
"""A command: `python -m modtool`, `python -m modtool.scale`."""
import sys

__version__ = "2"
