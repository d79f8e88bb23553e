// SPDX-License-Identifier: Apache-2.0
// Which functions of torch are methods of tensors, too; those written in Python are in torch.py.
#include "compiler/frontend/library/torch/TorchCalls.h"
#include "llvm/ADT/StringSet.h"

using namespace tessera;
using namespace tessera::frontend;

/// Functions of `torch` that tensors have as methods too.
bool frontend::isTensorMethod(llvm::StringRef name) {
  static const llvm::StringSet<> names = [] {
    llvm::StringSet<> all;
    llvm::SmallVector<llvm::StringRef> parts;
    llvm::StringRef("absolute negative subtract multiply divide true_divide eq ne lt le gt ge greater greater_equal less less_equal not_equal logical_and logical_or logical_xor bitwise_and "
                    "bitwise_or bitwise_xor bitwise_not bitwise_left_shift bitwise_right_shift tan acos arccos atan arctan sinh cosh asinh acosh atanh arcsin log10 expm1 trunc fix frac erfc "
                    "signbit positive sgn atan2 arctan2 hypot copysign fmax fmin addcmul addcdiv lerp clamp_min clamp_max clip nan_to_num addmm baddbmm addmv mv dot inner vdot diag diagonal "
                    "trace fliplr flipud roll rot90 repeat_interleave unflatten ravel movedim moveaxis swapaxes swapdims narrow select tensor_split broadcast_to gather take_along_dim "
                    "index_select take masked_select nonzero argwhere count_nonzero argsort msort kthvalue median unique bincount histc isin diff cummax cummin logcumsumexp logsumexp norm "
                    "aminmax nansum nanmean scatter scatter_add index_add index_fill index_copy masked_scatter log_softmax flatten isfinite isinf isclose allclose equal sin cos asin exp2 log2 "
                    "log1p erf floor ceil round square sign reciprocal logical_not maximum minimum remainder fmod floor_divide mm bmm prod neg outer bernoulli is_nonzero cosh kron rsub "
                    "is_same_size multinomial")
        .split(parts, ' ');
    for (llvm::StringRef part : parts)
      all.insert(part);
    return all;
  }();
  return names.contains(name);
}

