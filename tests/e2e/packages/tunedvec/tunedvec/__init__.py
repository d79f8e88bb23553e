# SPDX-License-Identifier: Apache-2.0
"""One tuned kernel, with its space of configurations in a module of its own."""
from .axpy import axpy, benchmark
