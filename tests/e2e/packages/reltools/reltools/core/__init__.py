# SPDX-License-Identifier: Apache-2.0
"""The inner package."""
from .. import io as _io
from .kernels import *
from .kernels import __all__
