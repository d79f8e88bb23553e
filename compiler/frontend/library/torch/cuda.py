# SPDX-License-Identifier: Apache-2.0
# module: torch.cuda
"""What torch tells of the machine. Work is in order, and there is one stream. No time passes, so what measures times
says that there are none.
"""

import torch


class Stream:
    """Work is done in the order in which it is asked for, so a stream changes nothing."""

    _made = 0

    def __init__(self, device=None, priority=0, stream_id=None, **kwargs):
        if stream_id is None:
            Stream._made += 1
            stream_id = Stream._made
        self.stream_id = self.cuda_stream = stream_id
        self.priority = priority
        self.device = torch.device("cuda", 0)
        self.device_index = 0

    def synchronize(self):
        return None

    def wait_stream(self, stream):
        return None

    def wait_event(self, event):
        return None

    def record_event(self, event=None):
        event = Event() if event is None else event
        event.record(self)
        return event

    def query(self):
        return True

    def __eq__(self, other):
        return isinstance(other, Stream) and self.stream_id == other.stream_id

    def __hash__(self):
        return hash(self.stream_id)

    def __enter__(self):
        _streams.append(self)
        return self

    def __exit__(self, *exception):
        _streams.pop()
        return False

    def __repr__(self):
        return f"<torch.cuda.Stream device=cuda:0 cuda_stream={hex(self.cuda_stream)}>"


ExternalStream = Stream
_streams = [Stream(stream_id=0)]


class Event:
    """No time passes, so times between events are NaN."""

    def __init__(self, enable_timing=False, blocking=False, interprocess=False, external=False):
        self.enable_timing = enable_timing
        self._recorded = False

    def record(self, stream=None):
        self._recorded = True

    def synchronize(self):
        return None

    def wait(self, stream=None):
        return None

    def query(self):
        return True

    def elapsed_time(self, end_event):
        if not (self.enable_timing and end_event.enable_timing):
            raise RuntimeError("Both events must be created with argument 'enable_timing=True'.")
        if not (self._recorded and end_event._recorded):
            raise RuntimeError("Both events must be recorded before calculating elapsed time.")
        return float("nan")


def current_stream(device=None):
    return _streams[-1]


def default_stream(device=None):
    return _streams[0]


def set_stream(stream):
    if stream is not None:
        _streams[-1] = stream


class StreamContext:
    """A block whose work belongs to a stream."""

    def __init__(self, stream):
        self.stream = stream

    def __enter__(self):
        if self.stream is not None:
            _streams.append(self.stream)

    def __exit__(self, *exception):
        if self.stream is not None:
            _streams.pop()
        return False


def stream(stream):
    return StreamContext(stream)


class device:
    """A block on a device; there is one."""

    def __init__(self, device):
        if isinstance(device, int) and device > 0:
            raise RuntimeError("CUDA error: invalid device ordinal")
        self.idx = device

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        return False


device_of = device


class CUDAGraph:
    """Launches that are kept to be replayed; they are not supported."""

    def __init__(self, keep_graph=False):
        raise NotImplementedError("`torch.cuda.CUDAGraph`: launch the kernels without a graph")


class graph:
    """A block whose launches become a graph; it is not supported."""

    def __init__(self, cuda_graph, pool=None, stream=None, capture_error_mode="global"):
        raise NotImplementedError("`torch.cuda.graph`: launch the kernels without a graph")


def make_graphed_callables(callables, sample_args, **options):
    raise NotImplementedError("`torch.cuda.make_graphed_callables`: call them without a graph")


def graph_pool_handle():
    raise NotImplementedError("`torch.cuda.graph_pool_handle`: there are no graphs")


def is_current_stream_capturing():
    return False


class OutOfMemoryError(RuntimeError):
    """The device has no memory left."""


def mem_get_info(device=None):
    total = torch.cuda.get_device_properties(device).total_memory
    return total, total


def memory_stats(device=None):
    return {}


def memory_summary(device=None, abbreviated=False):
    return ""


def reset_max_memory_allocated(device=None):
    return None


def get_arch_list():
    major, minor = torch.cuda.get_device_capability()
    return [f"sm_{major}{minor}"]


def get_rng_state(device="cuda"):
    raise NotImplementedError("`torch.cuda.get_rng_state`")


def can_device_access_peer(device, peer_device):
    return False


def is_current_device(device):
    return True


class nvtx:
    """Marks for profilers, which see nothing here."""

    @staticmethod
    def range_push(msg):
        return 0

    @staticmethod
    def range_pop():
        return 0

    @staticmethod
    def mark(msg):
        return None

    @staticmethod
    def range(msg, *args, **kwargs):
        import contextlib

        return contextlib.nullcontext()


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
