# SPDX-License-Identifier: Apache-2.0
"""Sorts tokens by expert."""
from .align import count_experts, route
from .types import Routing
