# SPDX-License-Identifier: Apache-2.0
"""Rows out of a table, and their gradient into it."""
from .autograd import embedding
