# SPDX-License-Identifier: Apache-2.0
# module: torch.fft
"""Discrete Fourier transforms of tensors."""
