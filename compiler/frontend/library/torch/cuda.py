# SPDX-License-Identifier: Apache-2.0
# module: torch.cuda
"""What torch tells of the machine. Work is in order, and there is one stream. No time passes, so what measures times
says that there are none.
"""

import torch


class Stream:
    def __init__(self, device=None, priority=0):
        self.cuda_stream = 0

    def synchronize(self):
        return None

    def wait_stream(self, stream):
        return None

    def wait_event(self, event):
        return None

    def record_event(self, event=None):
        return Event() if event is None else event

    def query(self):
        return True

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        return False


class Event:
    def __init__(self, enable_timing=False, blocking=False, interprocess=False):
        self.enable_timing = enable_timing

    def record(self, stream=None):
        return None

    def synchronize(self):
        return None

    def wait(self, stream=None):
        return None

    def query(self):
        return True

    def elapsed_time(self, end_event):
        return float("nan")


def current_stream(device=None):
    return Stream()


def default_stream(device=None):
    return Stream()


def set_stream(stream):
    return None


def stream(stream):
    return Stream()


class device:
    def __init__(self, device):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        return False


device_of = device


def is_initialized():
    return True


def init():
    return None


def is_bf16_supported():
    return True


def memory_allocated(device=None):
    return 0


def max_memory_allocated(device=None):
    return 0


def memory_reserved(device=None):
    return 0


def max_memory_reserved(device=None):
    return 0


def reset_peak_memory_stats(device=None):
    return None


def manual_seed_all(seed):
    return torch.manual_seed(seed)


def seed_all():
    return None


def ipc_collect():
    return None
