# SPDX-License-Identifier: Apache-2.0
"""Times, where there are any."""
import torch
import triton

import lazyloss


@triton.testing.perf_report(
    triton.testing.Benchmark(
        x_names=["n"],
        x_vals=[32, 64],
        line_arg="provider",
        line_vals=["triton", "torch"],
        line_names=["Triton", "torch"],
        ylabel="ms",
        plot_name="softmax",
        args={"rows": 4},
    )
)
def run(rows, n, provider):
    x = torch.randn(rows, n, device="cuda")
    function = (lambda: lazyloss.softmax(x)) if provider == "triton" else (lambda: torch.softmax(x, dim=-1))
    return triton.testing.do_bench(function)
