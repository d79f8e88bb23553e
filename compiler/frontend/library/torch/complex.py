# SPDX-License-Identifier: Apache-2.0
# hidden: torch.complex
"""Tensors of complex numbers."""
