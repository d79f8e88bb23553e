# SPDX-License-Identifier: Apache-2.0
# module: torch.backends
"""Settings that change no result here."""


class _Flags:
    def __init__(self, **values):
        for name, value in values.items():
            setattr(self, name, value)

    def is_available(self):
        return True

    def version(self):
        return 90100


cuda = _Flags(
    matmul=_Flags(
        allow_tf32=False,
        allow_fp16_reduced_precision_reduction=True,
        allow_bf16_reduced_precision_reduction=True,
        fp32_precision="ieee",
    )
)
cudnn = _Flags(enabled=True, allow_tf32=True, benchmark=False, deterministic=False)
mps = _Flags(is_available=lambda: False, is_built=lambda: False)
