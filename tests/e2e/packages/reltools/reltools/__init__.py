# SPDX-License-Identifier: Apache-2.0
"""Deep packages whose modules name each other in every way."""
from .core.engine import Engine
from . import core, io as io
