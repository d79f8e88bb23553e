# SPDX-License-Identifier: Apache-2.0
"""Shapes, in modules of their own."""
from . import plane
from .plane import *
from .solid import Cube as Die
from .solid.ball import volume as ball_volume

__version__ = "1.2"
__all__ = ["plane", "Die", "ball_volume", "late"]
