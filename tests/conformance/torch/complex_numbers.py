### tensors_of_complex_numbers_are_refused
# source: ours
import torch
torch.ones(3) * 1j
#! not-supported: a complex number in an operation of tensors
### creation_of_complex_numbers_is_refused
# source: ours
import torch
torch.tensor([1 + 2j])
#! not-supported: `torch.tensor` of complex numbers
### complex_dtypes_are_refused
# source: ours
import torch
torch.zeros(3, dtype=torch.complex64)
#! not-supported: complex64
