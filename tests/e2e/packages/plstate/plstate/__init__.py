# SPDX-License-Identifier: Apache-2.0
"""Parameters in a tree, and steps that change it."""
from .optimizer import Momentum, State
from .kernels import update
