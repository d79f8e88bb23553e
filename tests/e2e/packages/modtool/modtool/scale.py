# SPDX-License-Identifier: Apache-2.0
"""Multiplies a vector."""
import argparse

import torch
import triton
import triton.language as tl

from modtool import kernels


def main(argv=None):
    parser = argparse.ArgumentParser(prog="scale")
    parser.add_argument("--factor", type=float, default=3.0)
    args = parser.parse_args(argv)
    x = torch.arange(100, device="cuda", dtype=torch.float32)
    y = kernels.scale(x, args.factor)
    assert torch.equal(y, x * args.factor)
    print("ok")


if __name__ == "__main__":
    main()
