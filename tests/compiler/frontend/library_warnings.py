# RUN: %tessera run %s 2>&1 | FileCheck %s
# A warning of the library's own text stands at the program's call.
import numpy as np
import torch

print(np.msort(np.array([2, 1])))
loss = torch.nn.MSELoss(size_average=False)
# CHECK: library_warnings.py:6:7: warning: msort is deprecated
# CHECK: library_warnings.py:7:8: warning: size_average and reduce args will be deprecated
