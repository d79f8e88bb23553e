# SPDX-License-Identifier: Apache-2.0
# module: torch.accelerator
"""The device under a name that is not a vendor's."""

import torch


def is_available():
    return torch.cuda.is_available()


def device_count():
    return 1 if torch.cuda.is_available() else 0


def current_accelerator(check_available=False):
    return torch.device("cuda") if torch.cuda.is_available() else None


def current_device_index():
    return 0


current_device_idx = current_device_index


def set_device_index(device):
    return torch.cuda.set_device(device)


set_device_idx = set_device_index


def current_stream(device=None):
    return torch.cuda.current_stream(device)


def set_stream(stream):
    return None


def synchronize(device=None):
    return torch.cuda.synchronize()


def empty_cache():
    return None


class device_index:
    """The current device in a block; there is one."""

    def __init__(self, device):
        self.idx = device

    def __enter__(self):
        torch.cuda.set_device(0 if self.idx is None else self.idx)

    def __exit__(self, *exception):
        return False
