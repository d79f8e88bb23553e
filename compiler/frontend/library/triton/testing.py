# SPDX-License-Identifier: Apache-2.0
# module: triton.testing
"""Figures of the targets' first GPUs, as NVIDIA gives them: H100 SXM5, A100 SXM4."""

import torch


def nvsmi(attrs):
    raise NotImplementedError(
        "`triton.testing.nvsmi` asks a driver, of which there is none while a program is evaluated"
    )


def get_dram_gbps(device=None):
    return 3352.32 if torch.cuda.get_device_capability()[0] >= 9 else 1555.2


def get_max_tensorcore_tflops(dtype, clock_rate, device=None):
    hopper = torch.cuda.get_device_capability()[0] >= 9
    subcores, clock = (132 if hopper else 108) * 4, clock_rate / 1e6
    ops = {
        torch.float32: 1024 if hopper else 256,
        torch.float16: 2048 if hopper else 512,
        torch.bfloat16: 2048 if hopper else 512,
    }
    ops = ops.get(dtype, 4096 if hopper else 1024) // 2
    return subcores * clock * ops * 2 * 1e-3


def get_max_simd_tflops(dtype, clock_rate, device=None):
    hopper = torch.cuda.get_device_capability()[0] >= 9
    subcores, clock = (132 if hopper else 108) * 4, clock_rate / 1e6
    return subcores * clock * (32 if dtype == torch.float32 else 64) * 2 * 1e-3


class set_gpu_clock:
    def __init__(self, ref_sm_clock=1350, ref_mem_clock=1215):
        raise NotImplementedError(
            "`triton.testing.set_gpu_clock` sets a device's clocks, of which there is none while a program is evaluated"
        )


def cuda_memcheck(**target_kwargs):
    return lambda function: function
