# SPDX-License-Identifier: Apache-2.0
# module: torch.amp torch.cuda.amp
"""Mixed precision: products in a narrower dtype, and gradients that are scaled so that they do not vanish."""

import torch


class autocast:
    """Products of the device's float tensors are computed in `dtype`; a context and a decorator."""

    def __init__(self, device_type="cuda", dtype=None, enabled=True, cache_enabled=None):
        if isinstance(device_type, bool):  # torch.cuda.amp.autocast(True)
            device_type, enabled = "cuda", device_type
        self.device = torch.device(device_type).type
        self.fast_dtype = dtype or (torch.float16 if self.device == "cuda" else torch.bfloat16)
        self._enabled = enabled
        self._before = []

    def __enter__(self):
        self._before.append(torch._autocast(self.device, self.fast_dtype if self._enabled else None))
        return self

    def __exit__(self, *exception):
        torch._autocast(self.device, self._before.pop())
        return False

    def __call__(self, func):
        import functools

        @functools.wraps(func)
        def run(*args, **kwargs):
            with autocast(self.device, self.fast_dtype, self._enabled):
                return func(*args, **kwargs)

        return run


def is_autocast_available(device_type):
    return device_type in ("cpu", "cuda")


def custom_fwd(fwd=None, *, device_type="cuda", cast_inputs=None):
    """The forward of an autograd function: outside of autocast where `cast_inputs` is given, else as it is called."""
    import functools

    if fwd is None:
        return functools.partial(custom_fwd, device_type=device_type, cast_inputs=cast_inputs)
    if cast_inputs is None:
        return fwd

    def narrowed(x):
        fits = torch.is_tensor(x) and x.is_floating_point() and x.dtype != torch.float64
        return x.to(cast_inputs) if fits and x.device.type == device_type else x

    @functools.wraps(fwd)
    def run(*args, **kwargs):
        with autocast(device_type, enabled=False):
            return fwd(*[narrowed(x) for x in args], **{name: narrowed(x) for name, x in kwargs.items()})

    return run


def custom_bwd(bwd=None, *, device_type="cuda"):
    """The backward of an autograd function."""
    import functools

    return functools.partial(custom_bwd, device_type=device_type) if bwd is None else bwd


class GradScaler:
    """Scales losses before their gradients are computed."""

    def __init__(
        self,
        device="cuda",
        init_scale=65536.0,
        growth_factor=2.0,
        backoff_factor=0.5,
        growth_interval=2000,
        enabled=True,
    ):
        self._scale, self._enabled = init_scale if enabled else 1.0, enabled

    def scale(self, outputs):
        if not self._enabled:
            return outputs
        return [x * self._scale for x in outputs] if isinstance(outputs, (list, tuple)) else outputs * self._scale

    def get_scale(self):
        return self._scale

    def is_enabled(self):
        return self._enabled

    def unscale_(self, optimizer):
        raise NotImplementedError("`GradScaler.unscale_`: there are no optimizers here")

    def step(self, optimizer, *args, **kwargs):
        raise NotImplementedError("`GradScaler.step`: there are no optimizers here")

    def update(self, new_scale=None):
        if new_scale is not None:
            self._scale = float(new_scale)
