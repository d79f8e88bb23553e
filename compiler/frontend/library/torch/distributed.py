# SPDX-License-Identifier: Apache-2.0
# module: torch.distributed
"""One process, rank 0 of 1: collectives give what one rank would see."""

_group = []


class ReduceOp:
    SUM, PRODUCT, MIN, MAX, AVG, BAND, BOR, BXOR = "sum", "product", "min", "max", "avg", "band", "bor", "bxor"


class ProcessGroup:
    def rank(self):
        return 0

    def size(self):
        return 1


class _Work:
    # A collective that is done.
    def wait(self, timeout=None):
        return True

    def is_completed(self):
        return True


group = type("group", (), {"WORLD": ProcessGroup()})


def is_available():
    return True


def is_initialized():
    return bool(_group)


def is_nccl_available():
    return False


def is_gloo_available():
    return True


def is_mpi_available():
    return False


def is_torchelastic_launched():
    return False


def init_process_group(
    backend=None, init_method=None, timeout=None, world_size=-1, rank=-1, store=None, group_name="", pg_options=None,
    device_id=None,
):  # fmt: skip
    if world_size > 1 or rank > 0:
        raise NotImplementedError(f"rank {rank} of {world_size}: there is one process")
    _group.append(backend or "gloo")


def destroy_process_group(group=None):
    _group.clear()


def _check():
    if not _group:
        raise ValueError("Default process group has not been initialized, please make sure to call init_process_group.")


def get_rank(group=None):
    _check()
    return 0


def get_world_size(group=None):
    _check()
    return 1


def get_backend(group=None):
    _check()
    return _group[-1]


def get_process_group_ranks(group=None):
    return [0]


def new_group(ranks=None, timeout=None, backend=None, pg_options=None):
    _check()
    return ProcessGroup()


def _done(async_op):
    _check()
    return _Work() if async_op else None


def barrier(group=None, async_op=False, device_ids=None):
    return _done(async_op)


def all_reduce(tensor, op=ReduceOp.SUM, group=None, async_op=False):
    return _done(async_op)


def reduce(tensor, dst=0, op=ReduceOp.SUM, group=None, async_op=False):
    return _done(async_op)


def broadcast(tensor, src=0, group=None, async_op=False):
    return _done(async_op)


def all_gather(tensor_list, tensor, group=None, async_op=False):
    tensor_list[0].copy_(tensor)
    return _done(async_op)


def all_gather_into_tensor(output_tensor, input_tensor, group=None, async_op=False):
    output_tensor.copy_(input_tensor.reshape(output_tensor.shape))
    return _done(async_op)


def gather(tensor, gather_list=None, dst=0, group=None, async_op=False):
    if gather_list:
        gather_list[0].copy_(tensor)
    return _done(async_op)


def scatter(tensor, scatter_list=None, src=0, group=None, async_op=False):
    if scatter_list:
        tensor.copy_(scatter_list[0])
    return _done(async_op)


def reduce_scatter(output, input_list, op=ReduceOp.SUM, group=None, async_op=False):
    output.copy_(input_list[0])
    return _done(async_op)


def reduce_scatter_tensor(output, input, op=ReduceOp.SUM, group=None, async_op=False):
    output.copy_(input.reshape(output.shape))
    return _done(async_op)


def all_to_all(output_tensor_list, input_tensor_list, group=None, async_op=False):
    output_tensor_list[0].copy_(input_tensor_list[0])
    return _done(async_op)


def all_to_all_single(output, input, output_split_sizes=None, input_split_sizes=None, group=None, async_op=False):
    output.copy_(input)
    return _done(async_op)


def all_gather_object(object_list, obj, group=None):
    _check()
    object_list[0] = obj


def broadcast_object_list(object_list, src=0, group=None, device=None):
    _check()


def send(tensor, dst, group=None, tag=0):
    raise RuntimeError(
        "Invalid destination rank: destination rank should not be the same as the rank of the current process."
    )


def recv(tensor, src=None, group=None, tag=0):
    raise RuntimeError("Invalid source rank: source rank should not be the same as the rank of the current process.")
