# RUN: %tessera show %s --stage=tile --pass=trace | FileCheck %s
# Atomics, pointers from memory, combining functions, inline PTX, options of loops and launches.
import torch
import triton
import triton.language as tl

@triton.jit
def greater(a, i, b, j):
    return tl.where(a > b, a, b), tl.where(a > b, i, j)

@triton.jit
def total(a, b):
    return a + b

@triton.jit
def kernel(lock, x, pointers, n):
    while tl.atomic_cas(lock, 0, 1, sem='acquire') == 1:
        pass
    i = tl.arange(0, 16)
    v = tl.load(x + i)
    tl.atomic_max(x + i, v, mask=i < n, sem='relaxed', scope='cta')
    p = tl.load(pointers).to(tl.pointer_type(tl.float32))
    tl.store(p, tl.reduce(v, 0, total))
    m, k = tl.reduce((v, i), 0, greater)
    s = tl.associative_scan(v, 0, total, reverse=True)
    w = tl.inline_asm_elementwise("mov.b32 $0, $1;", "=r,r", [s], dtype=tl.int32, is_pure=True, pack=2)
    for j in tl.range(0, n, num_stages=4, flatten=True):
        tl.store(x + j, m + k + tl.sum(w, 0))

lock = torch.zeros(1, dtype=torch.int32, device='cuda')
x, y = torch.zeros(16, device='cuda'), torch.zeros(16, device='cuda')
kernel[(2,)](lock, x, torch.tensor([y.data_ptr()], device='cuda'), 7, num_warps=8, launch_pdl=True)

# The tensor that the address means is an argument of its own.
# CHECK: tile.launch @kernel grid [2]
# CHECK-SAME: -> (tensor<1xi32>, tensor<16xf32>, tensor<16xf32>)
# CHECK: tile.kernel @kernel(%lock
# CHECK-SAME: tile.name = "pointee_4"
# CHECK-SAME: launch_pdl = 1
# CHECK-SAME: num_warps = 8
# CHECK: scf.while
# CHECK: tile.atomic_cas %{{.*}}, %{{.*}}, %lock[%{{.*}}] {order = "acquire"}
# CHECK: tile.atomic_rmw max %{{.*}}, %x[%{{.*}}] mask %{{.*}} : tensor<16xi1> {order = "relaxed", scope = "cta"}
# CHECK: tile.reduce add
# CHECK: tile.select_ref %{{.*}} : i32 of %pointee_4
# CHECK: tile.reduce_by %{{.*}}, %{{.*}} axis 0
# CHECK: tile.scan %{{.*}} axis 0 reverse
# CHECK: tile.inline_asm "mov.b32 $0, $1;", "=r,r"
# CHECK-SAME: pack = 2
# CHECK: tile.flatten
# CHECK-SAME: tile.num_stages = 4
