# SPDX-License-Identifier: Apache-2.0
"""Choices by hardware and type."""
import dataclasses
import enum

import torch


class Backend(enum.Enum):
    TRITON = "triton"
    TORCH = "torch"


@dataclasses.dataclass(frozen=True)
class AttentionConfig:
    block_m: int = 16
    block_n: int = 16
    backend: Backend = Backend.TRITON
    dtypes: tuple = (torch.float16, torch.bfloat16, torch.float32)

    def replace(self, **changes):
        return dataclasses.replace(self, **changes)


#: names that some versions lack
ACCUMULATORS = {
    torch.float16: torch.float32,
    torch.bfloat16: torch.float32,
    torch.float32: torch.float32,
    torch.float8_e8m0fnu_of_the_future: torch.float32,
}
BY_CAPABILITY = {8: AttentionConfig(), 9: AttentionConfig(block_m=32, block_n=32)}


def pick(capability=None):
    if capability is None:
        capability = torch.cuda.get_device_capability()
    return BY_CAPABILITY.get(capability[0], BY_CAPABILITY[8])
