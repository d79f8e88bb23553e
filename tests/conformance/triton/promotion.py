### fp16_and_integer_literal
# source: numerics.md 5.2, triton/language/semantic.py computation_type_impl
import torch
import triton
import triton.language as tl
@triton.jit
def kernel():
    
    tl.static_print((tl.full([8], 1, tl.float16) + 1).dtype)
kernel[(1,)]()
#> fp16
### fp16_times_float_literal
# source: numerics.md 5.2, triton/language/semantic.py computation_type_impl
import torch
import triton
import triton.language as tl
@triton.jit
def kernel():
    
    tl.static_print((tl.full([8], 1, tl.float16) * 0.5).dtype)
kernel[(1,)]()
#> fp16
### bf16_times_float_literal
# source: numerics.md 5.2, triton/language/semantic.py computation_type_impl
import torch
import triton
import triton.language as tl
@triton.jit
def kernel():
    
    tl.static_print((tl.full([8], 1, tl.bfloat16) * 2.0).dtype)
kernel[(1,)]()
#> bf16
### int32_and_float_literal
# source: numerics.md 5.2, triton/language/semantic.py computation_type_impl
import torch
import triton
import triton.language as tl
@triton.jit
def kernel():
    
    tl.static_print((tl.full([8], 1, tl.int32) + 1.5).dtype)
kernel[(1,)]()
#> fp32
### int8_and_integer_literal
# source: numerics.md 5.2, triton/language/semantic.py computation_type_impl
import torch
import triton
import triton.language as tl
@triton.jit
def kernel():
    
    tl.static_print((tl.full([8], 1, tl.int8) + 1).dtype)
kernel[(1,)]()
#> int8
### int8_and_int32
# source: numerics.md 5.2, triton/language/semantic.py computation_type_impl
import torch
import triton
import triton.language as tl
@triton.jit
def kernel():
    
    tl.static_print((tl.full([8], 1, tl.int8) + tl.full([8], 1, tl.int32)).dtype)
kernel[(1,)]()
#> int32
### uint32_and_int32_is_unsigned
# source: numerics.md 5.2, triton/language/semantic.py computation_type_impl
import torch
import triton
import triton.language as tl
@triton.jit
def kernel():
    
    tl.static_print((tl.full([8], 1, tl.uint32) + tl.full([8], 1, tl.int32)).dtype)
kernel[(1,)]()
#> uint32
### uint8_and_int32_is_signed
# source: numerics.md 5.2, triton/language/semantic.py computation_type_impl
import torch
import triton
import triton.language as tl
@triton.jit
def kernel():
    
    tl.static_print((tl.full([8], 1, tl.uint8) + tl.full([8], 1, tl.int32)).dtype)
kernel[(1,)]()
#> int32
### int64_and_uint32
# source: numerics.md 5.2, triton/language/semantic.py computation_type_impl
import torch
import triton
import triton.language as tl
@triton.jit
def kernel():
    
    tl.static_print((tl.full([8], 1, tl.int64) + tl.full([8], 1, tl.uint32)).dtype)
kernel[(1,)]()
#> int64
### integers_divide_to_fp32
# source: numerics.md 5.2, triton/language/semantic.py computation_type_impl
import torch
import triton
import triton.language as tl
@triton.jit
def kernel():
    
    tl.static_print((tl.full([8], 1, tl.int32) / tl.full([8], 1, tl.int32)).dtype)
kernel[(1,)]()
#> fp32
### int64_divides_to_fp32
# source: numerics.md 5.2, triton/language/semantic.py computation_type_impl
import torch
import triton
import triton.language as tl
@triton.jit
def kernel():
    
    tl.static_print((tl.full([8], 1, tl.int64) / tl.full([8], 1, tl.int64)).dtype)
kernel[(1,)]()
#> fp32
### fp16_divides_to_fp32
# source: numerics.md 5.2, triton/language/semantic.py computation_type_impl
import torch
import triton
import triton.language as tl
@triton.jit
def kernel():
    
    tl.static_print((tl.full([8], 1, tl.float16) / 2).dtype)
kernel[(1,)]()
#> fp32
### fp16_and_bf16
# source: numerics.md 5.2, triton/language/semantic.py computation_type_impl
import torch
import triton
import triton.language as tl
@triton.jit
def kernel():
    
    tl.static_print((tl.full([8], 1, tl.float16) + tl.full([8], 1, tl.bfloat16)).dtype)
kernel[(1,)]()
#> fp16
### bf16_and_int32
# source: numerics.md 5.2, triton/language/semantic.py computation_type_impl
import torch
import triton
import triton.language as tl
@triton.jit
def kernel():
    
    tl.static_print((tl.full([8], 1, tl.bfloat16) + tl.full([8], 1, tl.int32)).dtype)
kernel[(1,)]()
#> fp32
### fp64_wins
# source: numerics.md 5.2, triton/language/semantic.py computation_type_impl
import torch
import triton
import triton.language as tl
@triton.jit
def kernel():
    
    tl.static_print((tl.full([8], 1, tl.float32) + tl.full([8], 1, tl.float64)).dtype)
kernel[(1,)]()
#> fp64
### comparison_is_int1
# source: numerics.md 5.2, triton/language/semantic.py computation_type_impl
import torch
import triton
import triton.language as tl
@triton.jit
def kernel():
    
    tl.static_print((tl.full([8], 1, tl.float16) < 0.1).dtype)
kernel[(1,)]()
#> int1
### maximum_with_literal_counts_as_tensor
# source: numerics.md 5.2, triton/language/semantic.py computation_type_impl
import torch
import triton
import triton.language as tl
@triton.jit
def kernel():
    
    tl.static_print((tl.maximum(tl.full([8], 1, tl.float16), 0.0)).dtype)
kernel[(1,)]()
#> fp32
### where_keeps_fp16_with_literal
# source: numerics.md 5.2, triton/language/semantic.py computation_type_impl
import torch
import triton
import triton.language as tl
@triton.jit
def kernel():
    
    tl.static_print((tl.where(tl.full([8], 1, tl.int1), tl.full([8], 1, tl.float16), 0.0)).dtype)
kernel[(1,)]()
#> fp16
### small_integers_sum_to_int32
# source: numerics.md 5.2, triton/language/semantic.py computation_type_impl
import torch
import triton
import triton.language as tl
@triton.jit
def kernel():
    
    tl.static_print((tl.sum(tl.full([8], 1, tl.int8), 0)).dtype)
kernel[(1,)]()
#> int32
### int1_sums_to_uint32
# source: numerics.md 5.2, triton/language/semantic.py computation_type_impl
import torch
import triton
import triton.language as tl
@triton.jit
def kernel():
    
    tl.static_print((tl.sum(tl.full([8], 1, tl.int1), 0)).dtype)
kernel[(1,)]()
#> uint32
### fp16_max_is_fp32
# source: numerics.md 5.2, triton/language/semantic.py computation_type_impl
import torch
import triton
import triton.language as tl
@triton.jit
def kernel():
    
    tl.static_print((tl.max(tl.full([8], 1, tl.float16), 0)).dtype)
kernel[(1,)]()
#> fp32
### fp16_sum_keeps_fp16
# source: numerics.md 5.2, triton/language/semantic.py computation_type_impl
import torch
import triton
import triton.language as tl
@triton.jit
def kernel():
    
    tl.static_print((tl.sum(tl.full([8], 1, tl.float16), 0)).dtype)
kernel[(1,)]()
#> fp16
### int1_and_int1_stays
# source: numerics.md 5.2, triton/language/semantic.py computation_type_impl
import torch
import triton
import triton.language as tl
@triton.jit
def kernel():
    
    tl.static_print((tl.full([8], 1, tl.int1) + tl.full([8], 1, tl.int1)).dtype)
kernel[(1,)]()
#> int1
### program_id_is_int32
# source: numerics.md 5.2, triton/language/semantic.py computation_type_impl
import torch
import triton
import triton.language as tl
@triton.jit
def kernel():
    
    tl.static_print((tl.program_id(0)).dtype)
kernel[(1,)]()
#> int32
### big_literal_is_int64
# source: numerics.md 5.2, triton/language/semantic.py computation_type_impl
import torch
import triton
import triton.language as tl
@triton.jit
def kernel():
    
    tl.static_print((tl.to_tensor(5000000000)).dtype)
kernel[(1,)]()
#> int64
### literal_of_32_bits_is_uint32
# source: numerics.md 5.2, triton/language/semantic.py computation_type_impl
import torch
import triton
import triton.language as tl
@triton.jit
def kernel():
    
    tl.static_print((tl.to_tensor(4000000000)).dtype)
kernel[(1,)]()
#> uint32
### float_literal_is_fp32
# source: numerics.md 5.2, triton/language/semantic.py computation_type_impl
import torch
import triton
import triton.language as tl
@triton.jit
def kernel():
    
    tl.static_print((tl.to_tensor(0.5)).dtype)
kernel[(1,)]()
#> fp32
### tiny_float_literal_is_fp64
# source: numerics.md 5.2, triton/language/semantic.py computation_type_impl
import torch
import triton
import triton.language as tl
@triton.jit
def kernel():
    
    tl.static_print((tl.to_tensor(1e-60)).dtype)
kernel[(1,)]()
#> fp64
### dot_of_fp16_is_fp32
# source: numerics.md 5.2, triton/language/semantic.py computation_type_impl
import torch
import triton
import triton.language as tl
@triton.jit
def kernel():
    
    tl.static_print((tl.dot(tl.zeros([16, 16], tl.float16), tl.zeros([16, 16], tl.float16))).dtype)
kernel[(1,)]()
#> fp32
### dot_of_fp16_out_fp16
# source: numerics.md 5.2, triton/language/semantic.py computation_type_impl
import torch
import triton
import triton.language as tl
@triton.jit
def kernel():
    
    tl.static_print((tl.dot(tl.zeros([16, 16], tl.float16), tl.zeros([16, 16], tl.float16), out_dtype=tl.float16)).dtype)
kernel[(1,)]()
#> fp16
### dot_of_int8_is_int32
# source: numerics.md 5.2, triton/language/semantic.py computation_type_impl
import torch
import triton
import triton.language as tl
@triton.jit
def kernel():
    
    tl.static_print((tl.dot(tl.zeros([16, 32], tl.int8), tl.zeros([32, 16], tl.int8))).dtype)
kernel[(1,)]()
#> int32
### integer_division_truncates
# source: numerics.md 5.2: C division
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    x = tl.arange(0, 8) - 4
    tl.store(out + tl.arange(0, 8), x // 3)
out = torch.zeros(8, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([-1, -1,  0,  0,  0,  0,  0,  1], dtype=torch.int32)
### remainder_has_the_dividends_sign
# source: numerics.md 5.2: C remainder
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    x = tl.arange(0, 8) - 4
    tl.store(out + tl.arange(0, 8), x % 3)
out = torch.zeros(8, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([-1,  0, -2, -1,  0,  1,  2,  0], dtype=torch.int32)
### integers_wrap
# source: numerics.md 5.3
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    x = tl.full([4], 2147483647, tl.int32) + tl.arange(0, 4)
    tl.store(out + tl.arange(0, 4), x)
out = torch.zeros(4, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([ 2147483647, -2147483648, -2147483647, -2147483646], dtype=torch.int32)
### shift_right_by_sign
# source: numerics.md 5.3: arithmetic for signed, logical for unsigned
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    x = tl.full([1], -16, tl.int32)
    tl.store(out + tl.arange(0, 1), x >> 2)
    tl.store(out + 1 + tl.arange(0, 1), x.to(tl.uint32) >> 28)
out = torch.zeros(2, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([-4, 15], dtype=torch.int32)
### number_out_of_range
# source: semantic.py: Scalar 300 is out of range for type uint8
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    x = tl.full([4], 1, tl.uint8) + 300
    tl.store(out + tl.arange(0, 4), x)
out = torch.zeros(4, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#! value-error: 300
### floor_division_of_floats_is_refused
# source: semantic.py floordiv
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    x = tl.full([4], 1.0, tl.float32) // 2.0
    tl.store(out + tl.arange(0, 4), x)
out = torch.zeros(4, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#! type-error: takes integers
### mixed_signs_do_not_divide
# source: semantic.py: Cannot use /, #, or % with ... different signedness
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    x = tl.full([4], 8, tl.uint32) % tl.full([4], 3, tl.int32)
    tl.store(out + tl.arange(0, 4), x)
out = torch.zeros(4, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#! dtype-mismatch: signed
### exp_wants_fp32
# source: math.py: Expected dtype ['fp32', 'fp64'] but got fp16
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    x = tl.exp(tl.full([4], 1, tl.float16))
    tl.store(out + tl.arange(0, 4), x)
out = torch.zeros(4, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#! dtype-mismatch: fp32 or fp64
### float_to_int_truncates
# source: numerics.md 5.3
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    x = (tl.arange(0, 4) - 2).to(tl.float32) * 1.5
    tl.store(out + tl.arange(0, 4), x.to(tl.int32))
out = torch.zeros(4, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([-3, -1,  0,  1], dtype=torch.int32)
### bitcast_of_one
# source: IEEE 754: 1.0f is 0x3f800000 = 1065353216
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    tl.store(out + tl.arange(0, 2), tl.full([2], 1.0, tl.float32).to(tl.int32, bitcast=True))
out = torch.zeros(2, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([1065353216, 1065353216], dtype=torch.int32)
