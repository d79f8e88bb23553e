# SPDX-License-Identifier: Apache-2.0
# torch.cuda and what else asks the device: there is one, and no time passes.
### device
import torch

print(torch.cuda.current_device())
#> 0
print(torch.cuda.get_device_name())
#> Tessera sm_90a
print(torch.cuda.get_device_capability())
#> (9, 0)
print(torch.cuda.get_arch_list())
#> ['sm_90']
print(torch.cuda.is_bf16_supported())
#> True
print(torch.cuda.memory_allocated())
#> 0
print(torch.cuda.max_memory_allocated())
#> 0
print(torch.cuda.memory_reserved())
#> 0
print(torch.cuda.max_memory_reserved())
#> 0
print(torch.cuda.memory_stats())
#> {}
print(torch.cuda.memory_summary())
#>
print(torch.cuda.can_device_access_peer(0, 0))
#> False
print(torch.cuda.is_current_stream_capturing())
#> False
print(issubclass(torch.cuda.OutOfMemoryError, Exception))
#> True
torch.cuda.init()
torch.cuda.set_device(0)
torch.cuda.manual_seed(0)
torch.cuda.manual_seed_all(0)
torch.cuda.seed_all()
torch.cuda.empty_cache()
torch.cuda.ipc_collect()
torch.cuda.reset_max_memory_allocated()
torch.cuda.reset_peak_memory_stats()
with torch.cuda.device(0):
    print(torch.ones(1))
#> tensor([1.])
with torch.cuda.device_of(torch.ones(1)):
    print(torch.ones(1))
#> tensor([1.])
### streams_and_events
import torch

stream = torch.cuda.Stream()
event = torch.cuda.Event()
stream.record_event(event)
stream.wait_event(event)
stream.synchronize()
event.wait()
event.synchronize()
print(stream.query(), event.query())
#> True True
torch.cuda.set_stream(stream)
with torch.cuda.StreamContext(stream):
    print(torch.ones(1))
#> tensor([1.])
torch.cuda.nvtx.range_push("part")
torch.cuda.nvtx.mark("here")
torch.cuda.nvtx.range_pop()
with torch.cuda.nvtx.range("part"):
    print(torch.ones(1))
#> tensor([1.])
### accelerator
import torch

print(torch.accelerator.current_device_index())
#> 0
print(torch.accelerator.current_device_idx())
#> 0
print(torch.version.cuda)
#> 12.8
print(torch.version.hip)
#> None
print(torch.version.xpu)
#> None
print(torch.version.debug)
#> False
print(torch.backends.cuda is not None)
#> True
print(torch.backends.cudnn is not None)
#> True
print(torch.backends.mps is not None)
#> True
torch.accelerator.set_device_index(0)
torch.accelerator.set_device_idx(0)
torch.accelerator.synchronize()
torch.accelerator.empty_cache()
with torch.accelerator.device_index(0):
    print(torch.ones(1))
#> tensor([1.])
### compiler
import torch

print(torch.compiler.is_dynamo_compiling(), torch.compiler.is_exporting())
#> False False
torch.compiler.reset()
torch.compiler.cudagraph_mark_step_begin()
double = torch.compiler.disable(lambda x: 2 * x)
print(double(1))
#> 2
print(torch.compiler.allow_in_graph(double)(2))
#> 4
print(torch.compiler.assume_constant_result(double)(3))
#> 6
torch.compiler.set_stance("default")
### one_rank
import torch
import torch.distributed as dist

dist.init_process_group('gloo', rank=0, world_size=1)
x = torch.ones(2)
print(dist.get_backend())
#> gloo
print(dist.is_nccl_available(), dist.is_gloo_available(), dist.is_mpi_available())
#> False True False
print(dist.is_torchelastic_launched())
#> False
print(dist.ReduceOp.SUM)
#> sum
print(dist.group.WORLD is not None)
#> True
every = dist.new_group([0])
print(dist.get_process_group_ranks(every))
#> [0]
print(isinstance(every, dist.ProcessGroup), every.rank(), every.size())
#> True 0 1
dist.barrier()
dist.reduce(x, 0)
dist.broadcast(x, 0)
parts = [torch.zeros(2)]
dist.all_gather(parts, x)
print(parts)
#> [tensor([1., 1.])]
whole = torch.zeros(2)
dist.all_gather_into_tensor(whole, x)
print(whole)
#> tensor([1., 1.])
dist.gather(x, parts)
dist.scatter(x, [torch.ones(2)])
dist.reduce_scatter(x, [torch.ones(2)])
dist.reduce_scatter_tensor(x, torch.ones(2))
dist.all_to_all(parts, [x])
dist.all_to_all_single(x, torch.ones(2))
objects = [None]
dist.all_gather_object(objects, {"a": 1})
print(objects)
#> [{'a': 1}]
dist.broadcast_object_list(objects, 0)
