# SPDX-License-Identifier: Apache-2.0
"""What is compared: problems, their sizes, and how much work each is."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Case:
    kind: str  # `gemm`: (m, k) times (k, n); `attention`: forward, not causal, (batch, sequence, heads, head_dim); `softmax`, `layer_norm`, `rms_norm` of rows; `vector_add`
    dtype: str  # `bfloat16`, `float16`, `float32`
    sizes: tuple  # gemm: m, n, k; attention: batch, heads, sequence, head_dim; rows, columns; elements

    @property
    def name(self):
        short = {"bfloat16": "bf16", "float16": "f16", "float32": "f32"}[self.dtype]
        if self.kind in MEMORY_KINDS:
            return f"{self.kind} {short} {'x'.join(map(str, self.sizes))}"
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
    def bytes(self):
        """What must go through memory at least; 0 where arithmetic is the limit."""
        if self.kind not in MEMORY_KINDS:
            return 0
        elements = 1
        for extent in self.sizes:
            elements *= extent
        return elements * {"bfloat16": 2, "float16": 2, "float32": 4}[self.dtype] * (3 if self.kind == "vector_add" else 2)

    @property
    def baseline(self):
        """Whom ratios are against. `copy` moves the same bytes and does nothing else."""
        if self.kind in MEMORY_KINDS:
            return "copy"
        return "cublas" if self.kind == "gemm" else "sdpa"

    def to_json(self):
        return {"kind": self.kind, "dtype": self.dtype, "sizes": list(self.sizes)}

    @staticmethod
    def from_json(value):
        return Case(value["kind"], value["dtype"], tuple(value["sizes"]))


# Limited by memory: each element is read once and written once.
MEMORY_KINDS = ("softmax", "layer_norm", "rms_norm", "vector_add")
ROWS = [(16384, 1024), (8192, 4096), (4096, 16384)]
VECTORS = [(1 << 26,)]
GEMMS = [(4096, 4096, 4096), (8192, 8192, 8192), (4096, 8192, 4096), (8192, 8192, 512), (8192, 8192, 1024)]
# 16,384 tokens and 2,048 columns of all heads together, as papers on attention compare.
ATTENTIONS = [(4, 2048 // head_dim, 4096, head_dim) for head_dim in (64, 128, 256)]
INPUTS = ("normal", "uniform")  # N(0, 1), and [0, 1): power, and so clocks, depend on the numbers


def all_cases():
    dtypes = ("bfloat16", "float16")
    return [Case("gemm", dtype, sizes) for dtype in dtypes for sizes in GEMMS] + [Case("attention", dtype, sizes) for dtype in dtypes for sizes in ATTENTIONS] + \
        [Case(kind, dtype, sizes) for kind in MEMORY_KINDS for dtype in ("bfloat16", "float32") for sizes in (VECTORS if kind == "vector_add" else ROWS)]


def dry_cases():
    """So small that any machine runs them: they try the parts, their times mean nothing."""
    return [Case("gemm", "bfloat16", (256, 256, 128)), Case("attention", "float16", (1, 1, 256, 64)), Case("softmax", "float32", (8, 256)), Case("layer_norm", "bfloat16", (8, 256)), Case("rms_norm", "float32", (8, 256)),
            Case("vector_add", "float32", (4096,))]
