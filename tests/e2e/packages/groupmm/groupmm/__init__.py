# SPDX-License-Identifier: Apache-2.0
"""Several products in one launch."""
from .launch import grouped_matmul
