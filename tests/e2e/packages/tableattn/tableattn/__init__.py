# SPDX-License-Identifier: Apache-2.0
"""Attention in blocks."""
from __future__ import annotations

from typing import TYPE_CHECKING

from .interface import attention
from .config import AttentionConfig, Backend

if TYPE_CHECKING:
    from transformers import PreTrainedModel
    from flash_attn import flash_attn_func


def patch_model(model: PreTrainedModel, window: "flash_attn_func | None" = None):
    return model
