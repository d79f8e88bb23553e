### flag_of_a_later_program
# source: Triton: programs of a launch run at the same time, so one may wait for a later one
import torch, triton
import triton.language as tl
@triton.jit
def kernel(flag, x, out):
    i = tl.program_id(0)
    if i == 0:
        while tl.load(flag, volatile=True) == 0:
            pass
        tl.store(out, tl.load(x) * 2)
    else:
        tl.store(x, 21.0)
        tl.atomic_xchg(flag, 1)
flag = torch.zeros(1, dtype=torch.int32, device="cuda")
x = torch.zeros(1, device="cuda")
out = torch.zeros(1, device="cuda")
kernel[(2,)](flag, x, out)
print(out.tolist())
#> [42.0]
### chain_from_the_last_to_the_first
# source: the same; each program adds its number to what its successor has stored
import torch, triton
import triton.language as tl
@triton.jit
def kernel(flags, values, COUNT: tl.constexpr):
    i = tl.program_id(0)
    total = 0
    if i < COUNT - 1:
        while tl.atomic_cas(flags + i + 1, 1, 1) == 0:
            pass
        total = tl.load(values + i + 1)
    tl.store(values + i, total + i)
    tl.atomic_xchg(flags + i, 1)
flags = torch.zeros(50, dtype=torch.int32, device="cuda")
values = torch.zeros(50, dtype=torch.int32, device="cuda")
kernel[(50,)](flags, values, 50)
print(values[0].item(), values[48].item(), values.sum().item())
#> 1225 97 41650
### barrier_of_the_whole_grid
# source: every program arrives at a counter and waits until all have
import torch, triton
import triton.language as tl
@triton.jit
def kernel(counter, x, y, BLOCK: tl.constexpr):
    i = tl.program_id(0)
    n = tl.num_programs(0)
    lanes = tl.arange(0, BLOCK)
    tl.store(x + i * BLOCK + lanes, lanes + 10 * i)
    tl.atomic_add(counter, 1)
    arrived = 0
    while arrived < n:
        arrived = tl.load(counter, volatile=True)
    neighbour = (i + 1) % n
    tl.store(y + i * BLOCK + lanes, tl.load(x + neighbour * BLOCK + lanes))
counter = torch.zeros(1, dtype=torch.int32, device="cuda")
x = torch.zeros(16, dtype=torch.int32, device="cuda")
y = torch.zeros(16, dtype=torch.int32, device="cuda")
kernel[(4,)](counter, x, y, 4)
print(y.tolist())
#> [10, 11, 12, 13, 20, 21, 22, 23, 30, 31, 32, 33, 0, 1, 2, 3]
### lock_around_a_critical_section
# source: Triton's tutorial 05, whose backward pass adds up under a lock
import torch, triton
import triton.language as tl
@triton.jit
def kernel(lock, total, BLOCK: tl.constexpr):
    lanes = tl.arange(0, BLOCK)
    while tl.atomic_cas(lock, 0, 1) == 1:
        pass
    tl.store(total + lanes, tl.load(total + lanes) + tl.program_id(0))
    tl.debug_barrier()
    tl.atomic_xchg(lock, 0)
lock = torch.zeros(1, dtype=torch.int32, device="cuda")
total = torch.zeros(4, device="cuda")
kernel[(10,)](lock, total, 4)
print(total.tolist())
#> [45.0, 45.0, 45.0, 45.0]
### the_last_of_a_split_adds_up
# source: split-k with a counter: who arrives last finds every part stored
import torch, triton
import triton.language as tl
@triton.jit
def kernel(parts, counter, out, SPLIT: tl.constexpr):
    i = tl.program_id(0)
    tl.store(parts + i, (i + 1) * (i + 1))
    if tl.atomic_add(counter, 1) == SPLIT - 1:
        tl.store(out, tl.sum(tl.load(parts + tl.arange(0, SPLIT))))
parts = torch.zeros(8, dtype=torch.int32, device="cuda")
counter = torch.zeros(1, dtype=torch.int32, device="cuda")
out = torch.zeros(1, dtype=torch.int32, device="cuda")
kernel[(8,)](parts, counter, out, 8)
print(out.item())
#> 204
### stream_k_with_locks
# source: stream-k: a program whose share ends inside a tile leaves its part, and the tile's owner waits for the parts of later programs
import torch, triton
import triton.language as tl
@triton.jit
def kernel(a, b, c, parts, locks, K: tl.constexpr, TILES: tl.constexpr, STEPS: tl.constexpr, SHARE: tl.constexpr, T: tl.constexpr):
    pid = tl.program_id(0)
    rows = tl.arange(0, T)[:, None]
    columns = tl.arange(0, T)[None, :]
    begin = pid * SHARE
    end = begin + SHARE
    while begin < end:
        tile = begin // STEPS
        first = begin % STEPS
        last = tl.minimum(STEPS, first + end - begin)
        acc = tl.zeros((T, T), dtype=tl.float32)
        for k in range(first, last):
            left = tl.load(a + (tile * T + rows) * K + k * T + columns)
            right = tl.load(b + (k * T + rows) * T + columns)
            acc = tl.dot(left, right, acc, input_precision="ieee")
        if first == 0:
            missing = last
            other = pid + 1
            while missing < STEPS:
                while tl.atomic_cas(locks + other, 1, 1) == 0:
                    pass
                acc += tl.load(parts + other * T * T + rows * T + columns)
                missing += SHARE
                other += 1
            tl.store(c + (tile * T + rows) * T + columns, acc)
        else:
            tl.store(parts + pid * T * T + rows * T + columns, acc)
            tl.debug_barrier()
            tl.atomic_xchg(locks + pid, 1)
        begin += last - first
T, TILES, STEPS, SHARE = 16, 3, 8, 6
a = (torch.arange(TILES * T * STEPS * T, device="cuda") % 7).float().reshape(TILES * T, STEPS * T)
b = (torch.arange(STEPS * T * T, device="cuda") % 5).float().reshape(STEPS * T, T)
c = torch.zeros(TILES * T, T, device="cuda")
parts = torch.zeros(4, T, T, device="cuda")
locks = torch.zeros(4, dtype=torch.int32, device="cuda")
kernel[(4,)](a, b, c, parts, locks, STEPS * T, TILES, STEPS, SHARE, T)
print(torch.equal(c, a @ b))
#> True
### two_that_wait_for_each_other
# source: ours
import torch, triton
import triton.language as tl
@triton.jit
def kernel(flags):
    i = tl.program_id(0)
    while tl.atomic_cas(flags + 1 - i, 1, 1) == 0:
        pass
    tl.atomic_xchg(flags + i, 1)
kernel[(2,)](torch.zeros(2, dtype=torch.int32, device="cuda"))
#! deadlock: program (0,) of `kernel` waits in this loop, and nobody is left who would change the memory that it reads
### lock_that_is_never_given_back
# source: ours
import torch, triton
import triton.language as tl
@triton.jit
def kernel(lock):
    while tl.atomic_cas(lock, 0, 1) == 1:
        pass
kernel[(3,)](torch.zeros(1, dtype=torch.int32, device="cuda"))
#! deadlock: program (1,) of `kernel` waits in this loop
### wait_with_a_timeout
# source: a loop that counts its own turns is no deadlock
import torch, triton
import triton.language as tl
@triton.jit
def kernel(flag, out):
    tries = 0
    while (tl.load(flag, volatile=True) == 0) & (tries < 1000):
        tries += 1
    tl.store(out + tl.program_id(0), tries)
out = torch.zeros(2, dtype=torch.int32, device="cuda")
kernel[(2,)](torch.zeros(1, dtype=torch.int32, device="cuda"), out)
print(out.tolist())
#> [1000, 1000]
