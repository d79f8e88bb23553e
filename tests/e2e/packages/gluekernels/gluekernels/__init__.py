# SPDX-License-Identifier: Apache-2.0
"""Activations as kernels, and a way to put them into a model's place."""
from gluekernels.ops.swiglu import swiglu
from gluekernels.patch import apply_to, revert

try:
    from transformers.models.llama import modeling_llama
except ImportError:
    modeling_llama = None
