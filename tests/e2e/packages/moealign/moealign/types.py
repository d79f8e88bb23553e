# SPDX-License-Identifier: Apache-2.0
"""What routing gives."""
from typing import NamedTuple

import torch


class Routing(NamedTuple):
    expert: torch.Tensor
    weight: torch.Tensor

    @property
    def tokens(self) -> int:
        return self.expert.shape[0]
