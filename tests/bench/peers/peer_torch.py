# SPDX-License-Identifier: Apache-2.0
"""What PyTorch calls: cuBLAS(Lt) for products, the best of its backends for attention. Also how CUDA events time a call here: the
L2 cache is overwritten before each, and that keeps the GPU busy while the call is being issued, so no launch latency is in a sample."""

import torch


def make_inputs(shape, dtype, inputs, seed, device):
    generator = torch.Generator(device=device).manual_seed(seed)
    make = {"normal": torch.randn, "uniform": torch.rand}[inputs]
    return make(shape, generator=generator, device=device, dtype=torch.float32).to(getattr(torch, dtype))


def time_calls(call, samples, device):
    if device == "cpu":  # a dry run
        import time

        milliseconds = []
        for _ in range(samples):
            begin = time.perf_counter()
            call()
            milliseconds.append(1e3 * (time.perf_counter() - begin))
        return milliseconds
    flush = torch.empty(2 * torch.cuda.get_device_properties(0).L2_cache_size, dtype=torch.int8, device=device)
    milliseconds = []
    for _ in range(samples):
        begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        flush.zero_()
        begin.record()
        call()
        end.record()
        torch.cuda.synchronize()
        milliseconds.append(begin.elapsed_time(end))
    return milliseconds


def check_product(result, a, b):
    """A few rows against f32."""
    wanted = a[:8].float() @ b.float()
    error = ((result[:8].float() - wanted).abs().max() / wanted.abs().max()).item()
    if not error < 1e-2:
        raise ValueError(f"wrong product: relative error {error}")


class Peer:
    def __init__(self, device="cuda"):
        if device == "cuda" and not torch.cuda.is_available():
            raise RuntimeError("PyTorch sees no GPU")
        torch.backends.cuda.matmul.allow_bf16_reduced_precision_reduction = False
        torch.backends.cuda.matmul.allow_fp16_reduced_precision_reduction = False
        self.device, self.ready, self.calls = device, None, {}

    def versions(self):
        versions = {"torch": torch.__version__, "cuda": torch.version.cuda}
        if self.device == "cuda":
            versions["gpu"] = torch.cuda.get_device_name(0)
        return versions

    def measure(self, case, inputs, samples):
        if self.ready != (case, inputs):
            self.call, self.variant = None, None  # frees the last case's memory first
            self.call, self.variant = getattr(self, "prepare_" + case.kind)(case, inputs)
            self.ready = (case, inputs)
        return time_calls(self.call, samples, self.device), self.variant

    def prepare_gemm(self, case, inputs):
        m, n, k = case.sizes
        a, b = (make_inputs(shape, case.dtype, inputs, seed, self.device) for seed, shape in enumerate([(m, k), (k, n)]))
        check_product(torch.matmul(a, b), a, b)
        out = torch.empty((m, n), dtype=a.dtype, device=self.device)
        return lambda: torch.matmul(a, b, out=out), None

    def make_rows(self, case, inputs):
        return make_inputs(case.sizes, case.dtype, inputs, 0, self.device)

    def prepare_softmax(self, case, inputs):
        x = self.make_rows(case, inputs)
        out = torch.empty_like(x)
        return lambda: torch.softmax(x, dim=1, out=out), None

    def prepare_layer_norm(self, case, inputs):
        x = self.make_rows(case, inputs)
        weight, bias = (make_inputs(case.sizes[1:], case.dtype, inputs, seed, self.device) for seed in (1, 2))
        return lambda: torch.nn.functional.layer_norm(x, x.shape[1:], weight, bias), None

    def prepare_rms_norm(self, case, inputs):
        x = self.make_rows(case, inputs)
        weight = make_inputs(case.sizes[1:], case.dtype, inputs, 1, self.device)
        return lambda: torch.nn.functional.rms_norm(x, x.shape[1:], weight), None

    def prepare_vector_add(self, case, inputs):
        a, b = (make_inputs(case.sizes, case.dtype, inputs, seed, self.device) for seed in (0, 1))
        out = torch.empty_like(a)
        return lambda: torch.add(a, b, out=out), None

    def prepare_attention(self, case, inputs):
        from torch.nn.attention import SDPBackend, sdpa_kernel

        batch, heads, sequence, head_dim = case.sizes
        q, k, v = (make_inputs((batch, heads, sequence, head_dim), case.dtype, inputs, seed, self.device) for seed in range(3))
        attend = torch.nn.functional.scaled_dot_product_attention

        def under(backend):
            def call():
                with sdpa_kernel(backend):
                    return attend(q, k, v)

            return call

        best, reasons = None, []
        for name in ("CUDNN_ATTENTION", "FLASH_ATTENTION", "EFFICIENT_ATTENTION", "MATH"):
            backend = getattr(SDPBackend, name, None)
            if backend is None or (name == "MATH" and best):
                continue
            try:
                call = under(backend)
                for _ in range(3):
                    call()
                time = sorted(time_calls(call, 7, self.device))[3]
            except RuntimeError as error:
                reasons.append(f"{name}: {error}")
                continue
            if best is None or time < best[0]:
                best = (time, call, name.removesuffix("_ATTENTION").lower())
        if best is None:
            raise RuntimeError("no backend of scaled_dot_product_attention takes this: " + "; ".join(reasons))
        return best[1], best[2]
