// SPDX-License-Identifier: Apache-2.0
// Found by trying each name in a kernel (DevicesTest.cpp with TESSERA_SURVEY=1), without those that are scheduled for scalars or trivial
// arguments alone.
#include "compiler/frontend/library/OnGpu.h"
#include "llvm/ADT/StringSet.h"

using namespace tessera::frontend;

namespace {
struct NamesOnGpu {
  llvm::StringLiteral module;
  const char *names; // with blanks between
};
} // namespace

static constexpr char libdeviceNames[] =
    "abs acos add_rd add_rn add_ru add_rz asin atan atan2 brev byte_perm cbrt ceil clz copysign cos cosh cospi "
    "div_rd div_rn div_ru div_rz erf erfc exp exp10 exp2 expm1 fast_cosf fast_dividef fast_exp10f fast_expf "
    "fast_log10f fast_log2f fast_logf fast_powf fast_sinf fast_tanf fast_tanhf fdim ffs finitef float2int_rd "
    "float2int_rn float2int_ru float2int_rz float2ll_rd float2ll_rn float2ll_ru float2ll_rz float2uint_rd "
    "float2uint_rn float2uint_ru float2uint_rz float2ull_rd float2ull_rn float2ull_ru float2ull_rz float_as_int "
    "float_as_uint floor fma fma_rd fma_rn fma_ru fma_rz fmod hadd hiloint2double hypot ilogb int2double_rn "
    "int2float_rd int2float_rn int2float_ru int2float_rz int_as_float isfinited isinf isnan llrint llround log "
    "log10 log1p log2 logb max min mul24 mul_rd mul_rn mul_ru mul_rz mulhi nearbyint norm3d normcdf popc pow rcbrt "
    "rcp_rd rcp_rn rcp_ru rcp_rz remainder rhadd rhypot rint rnorm3d round rsqrt rsqrt_rn sad saturatef signbit sin "
    "sinh sinpi sqrt sqrt_rd sqrt_rn sqrt_ru sqrt_rz sub_rd sub_rn sub_ru sub_rz tan tanh trunc";

static constexpr NamesOnGpu table[] = {
    {"triton.language.extra.libdevice", libdeviceNames},
    {"triton.language.extra.cuda.libdevice", libdeviceNames},
    {"triton.language.math", libdeviceNames},
    {"jax.numpy",
     "abs absolute acos add angle arange arccos arcsin arctan arctan2 around array asarray asin astype atan atan2 "
     "bitwise_and bitwise_count bitwise_invert bitwise_left_shift bitwise_not bitwise_or bitwise_right_shift "
     "bitwise_xor broadcast_to cbrt ceil clip conj conjugate copy copysign cos cosh deg2rad degrees divide empty "
     "empty_like equal exp exp2 expm1 fabs fix float_power floor floor_divide fmax fmin fmod full full_like greater "
     "greater_equal heaviside hypot imag invert isclose iscomplex isfinite isinf isnan isneginf isposinf isreal "
     "ldexp left_shift less less_equal log log10 log1p log2 logaddexp logaddexp2 logical_and logical_not logical_or "
     "logical_xor maximum minimum mod multiply nan_to_num negative not_equal ones ones_like positive pow power "
     "rad2deg radians real reciprocal remainder right_shift rint roll round sign signbit sin sinc sinh sqrt square "
     "subtract tan tanh true_divide trunc where zeros zeros_like"},
    {"jax.lax",
     "abs acos add asin atan atan2 bitcast_convert_type bitwise_and bitwise_not bitwise_or bitwise_xor cbrt ceil "
     "clamp clz convert_element_type cos cosh digamma div eq erf erf_inv erfc exp exp2 expm1 floor full full_like ge "
     "gt integer_pow is_finite le lgamma log log1p logaddexp logistic lt max min mul ne neg optimization_barrier "
     "population_count pow reciprocal rem round rsqrt select select_n shift_left shift_right_arithmetic "
     "shift_right_logical sign sin sinh sqrt square stop_gradient sub tan tanh"},
    {"jax.nn",
     "celu elu gelu hard_sigmoid hard_silu hard_swish hard_tanh identity leaky_relu log1mexp log_sigmoid mish relu "
     "relu6 selu sigmoid silu soft_sign softplus squareplus swish tanh"},
    {"jax.scipy.special",
     "betaln digamma entr erf erfc erfinv expit gamma gammaln logit ndtr ndtri xlog1py xlogy"},
    {"jax.experimental.pallas",
     "align_to broadcast_to cdiv empty empty_like multiple_of num_programs pallas_call program_id reciprocal"},
    {"jax.experimental.pallas.triton",
     "approx_tanh max_contiguous multiple_of"},
    {"triton.language",
     "abs add arange broadcast_to cast cdiv ceil clamp cos div_rn erf exp exp2 fdiv floor fma full load log log2 "
     "max_constancy max_contiguous maximum minimum mul multiple_of num_programs program_id rand randint randn rsqrt "
     "sigmoid sin sqrt sqrt_rn store sub to_tensor uint_to_uniform_float umulhi where zeros zeros_like"},
};

bool library::isOnGpu(llvm::StringRef module, llvm::StringRef name) {
  static const llvm::StringSet<> names = [] {
    llvm::StringSet<> all;
    for (const NamesOnGpu &entry : table)
      for (llvm::StringRef rest = entry.names; !rest.empty();) {
        auto [first, others] = rest.split(' ');
        all.insert((entry.module + "." + first).str());
        rest = others;
      }
    return all;
  }();
  return names.contains((module + "." + name).str());
}
