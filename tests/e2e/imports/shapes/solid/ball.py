# SPDX-License-Identifier: Apache-2.0
from .. import plane
from . import Cube

def volume(radius):
    return plane.unit * plane.unit * radius ** 3 / 3, Cube.__name__
