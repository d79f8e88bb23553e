# SPDX-License-Identifier: Apache-2.0
"""What is compared: problems, their sizes, and how much work each is."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Case:
    kind: str  # `gemm`: (m, k) times (k, n); `attention`: forward, not causal, (batch, sequence, heads, head_dim)
    dtype: str  # `bfloat16`, `float16`
    sizes: tuple  # gemm: m, n, k; attention: batch, heads, sequence, head_dim

    @property
    def name(self):
        short = {"bfloat16": "bf16", "float16": "f16"}[self.dtype]
        if self.kind == "gemm":
            return f"gemm {short} {'x'.join(map(str, self.sizes))}"
        batch, heads, sequence, head_dim = self.sizes
        return f"attention {short} hd{head_dim} b{batch} h{heads} s{sequence}"

    @property
    def flops(self):
        if self.kind == "gemm":
            m, n, k = self.sizes
            return 2 * m * n * k
        batch, heads, sequence, head_dim = self.sizes
        return 4 * batch * heads * sequence * sequence * head_dim  # two products; exponentials are not counted, by custom

    @property
    def baseline(self):
        """Whom ratios are against."""
        return "cublas" if self.kind == "gemm" else "sdpa"

    def to_json(self):
        return {"kind": self.kind, "dtype": self.dtype, "sizes": list(self.sizes)}

    @staticmethod
    def from_json(value):
        return Case(value["kind"], value["dtype"], tuple(value["sizes"]))


GEMMS = [(4096, 4096, 4096), (8192, 8192, 8192), (4096, 8192, 4096), (8192, 8192, 512), (8192, 8192, 1024)]
# 16,384 tokens and 2,048 columns of all heads together, as papers on attention compare.
ATTENTIONS = [(4, 2048 // head_dim, 4096, head_dim) for head_dim in (64, 128, 256)]
INPUTS = ("normal", "uniform")  # N(0, 1), and [0, 1): power, and so clocks, depend on the numbers


def all_cases():
    dtypes = ("bfloat16", "float16")
    return [Case("gemm", dtype, sizes) for dtype in dtypes for sizes in GEMMS] + [Case("attention", dtype, sizes) for dtype in dtypes for sizes in ATTENTIONS]


def dry_cases():
    """So small that any machine runs them: they try the parts, their times mean nothing."""
    return [Case("gemm", "bfloat16", (256, 256, 128)), Case("attention", "float16", (1, 1, 256, 64))]
