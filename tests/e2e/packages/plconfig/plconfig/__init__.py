# SPDX-License-Identifier: Apache-2.0
"""Settings from text, checked."""
from .settings import Settings, load
from .run import scale
