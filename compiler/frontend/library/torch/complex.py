# SPDX-License-Identifier: Apache-2.0
# hidden: torch.complex
"""Tensors of complex numbers: none yet, so that whatever asks for one is refused by name."""
