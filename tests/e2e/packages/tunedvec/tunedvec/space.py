# SPDX-License-Identifier: Apache-2.0
"""Configurations, and what is left of them."""
import itertools
import os

import triton

QUICK = os.environ.get("TUNEDVEC_QUICK", "1") not in ("0", "false")


def configurations():
    sizes, warps = ((64, 128), (4,)) if QUICK else ((64, 128, 256), (2, 4, 8))
    return [triton.Config({"BLOCK": b}, num_warps=n, num_stages=2) for b, n in itertools.product(sizes, warps)]


def prune(configs, named_args, **kwargs):
    kept = [c for c in configs if c.kwargs["BLOCK"] <= max(64, named_args["n"])]
    return kept or configs[:1]
