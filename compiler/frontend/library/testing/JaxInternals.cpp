// SPDX-License-Identifier: Apache-2.0
// The parts of `jax._src` that JAX's own test files import beside `test_util`: dtypes, options, the cache of traced kernels.
#include "compiler/frontend/library/arrays/DTypeObject.h"
#include "compiler/frontend/library/arrays/X64.h"
#include "compiler/frontend/library/jax/Operations.h"
#include "compiler/frontend/library/pallas/PallasCall.h"
#include "compiler/frontend/library/pallas/PallasTables.h"
#include "compiler/frontend/library/testing/Testing.h"

using namespace tessera;
using namespace tessera::frontend;
using namespace tessera::frontend::testing;

//===-- dtypes ------------------------------------------------------------------------------------------------===//

static Value makeDType(Evaluator &evaluator, numerics::DType type) { return evaluator.make<DTypeObject>(type, DTypeStyle::numpyDType); }

/// 64 bits become 32 without JAX's 64-bit mode.
static Value canonicalizeDType(Call &call) {
  std::optional<numerics::DType> type = toDType(call.evaluator, call["dtype"], "dtype", numerics::DType::float32);
  return type ? makeDType(call.evaluator, canonicalizeX32(*type)) : nullptr;
}
static Value defaultInt(Call &call) { return makeDType(call.evaluator, defaultIntOfJax()); }
static Value defaultUint(Call &call) { return makeDType(call.evaluator, isX64() ? numerics::DType::uint64 : numerics::DType::uint32); }
static Value defaultFloat(Call &call) { return makeDType(call.evaluator, defaultFloatOfJax()); }
static Value itemsizeBits(Call &call) {
  std::optional<numerics::DType> type = toDType(call.evaluator, call["dtype"], "dtype", numerics::DType::float32);
  return type ? call.evaluator.integer(numerics::getBitWidth(*type)) : nullptr;
}
static Value scalarTypeOf(Call &call) {
  std::optional<Operand> operand = toOperand(call.evaluator, call["x"], publicName(call.entry));
  return operand ? makeDType(call.evaluator, operand->type.dtype) : nullptr;
}

/// A name of `jax.numpy` under another module's.
static Value numpyMember(Call &call) {
  std::optional<Value> member = call.evaluator.libraryMember("jax.numpy", call.entry->name);
  return member ? *member : Value(call.evaluator.notSupported(publicName(call.entry)));
}

//===-- traces ------------------------------------------------------------------------------------------------===//

namespace {
/// A cached function of JAX's, of which only the cache is here.
class TraceCache : public ExtensionObject {
public:
  TraceCache() : ExtensionObject(&tag) {}
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override {
    if (name == "cache_clear")
      return evaluator.function("cache_clear", [](Evaluator &e, Arguments &) -> Value {
        ++e.state<TraceGeneration>().number;
        return e.none();
      });
    return Object::getAttribute(evaluator, name);
  }
  Value call(Evaluator &evaluator, Arguments &) override { return evaluator.notSupported("JAX's own IR of a kernel"); }

private:
  static const char tag;
};
const char TraceCache::tag = 0;
} // namespace
static Value traceCache(Call &call) { return call.evaluator.make<TraceCache>(); }

#define TESSERA_DTYPES(name, signature, summary, handler)                                                              \
  {"jax._src.dtypes", name, EntryKind::function, signature, summary, handler}
static constexpr LibraryEntry entries[] = {
    TESSERA_DTYPES("canonicalize_dtype", "(dtype, allow_extended_dtype=False)",
                   "The dtype that arrays really have: 64 bits become 32 without the 64-bit mode.", canonicalizeDType),
    TESSERA_DTYPES("default_int_dtype", "()", "int32; int64 in the 64-bit mode.", defaultInt),
    TESSERA_DTYPES("default_uint_dtype", "()", "uint32; uint64 in the 64-bit mode.", defaultUint),
    TESSERA_DTYPES("default_float_dtype", "()", "float32; float64 in the 64-bit mode.", defaultFloat),
    TESSERA_DTYPES("itemsize_bits", "(dtype)", "Bits of one element.", itemsizeBits),
    TESSERA_DTYPES("bit_width", "(dtype)", "Bits of one element, by the older name.", itemsizeBits),
    TESSERA_DTYPES("dtype", "(x, *, canonicalize=False)", "The dtype of an array or a number.", scalarTypeOf),
    {"jax._src.dtypes", "issubdtype", EntryKind::constant, "", "`jnp.issubdtype`.", numpyMember},
    {"jax._src.dtypes", "finfo", EntryKind::constant, "", "`jnp.finfo`.", numpyMember},
    {"jax._src.dtypes", "iinfo", EntryKind::constant, "", "`jnp.iinfo`.", numpyMember},
    {"jax._src.dtypes", "result_type", EntryKind::constant, "", "`jnp.result_type`.", numpyMember},
    {"jax._src.dtypes", "promote_types", EntryKind::constant, "", "`jnp.promote_types`.", numpyMember},
    {"jax._src.dtypes", "bfloat16", EntryKind::constant, "", "`jnp.bfloat16`.", numpyMember},
    {"jax._src.pallas.pallas_call", "_trace_kernel_to_jaxpr", EntryKind::constant, "",
     "JAX's cache of traced kernels: `cache_clear` forgets them.", traceCache},
    {"jax._src.pallas.pallas_call", "pallas_call", EntryKind::constant, "", "`pl.pallas_call`.",
     [](Call &call) -> Value {
       return call.evaluator.libraryMember("jax.experimental.pallas", "pallas_call").value_or(nullptr);
     }},
    {"jax._src.lax.control_flow.for_loop", "for_loop", EntryKind::function,
     "(nsteps, body, init_state, *, reverse=False, unroll=1)",
     "Calls `body(i, refs)` for each step, on Refs that begin as the values, and gives what they hold in the end; in "
     "kernels.",
     forLoopHandler},
};
#undef TESSERA_DTYPES

llvm::ArrayRef<LibraryEntry> testing::jaxInternalEntries() { return entries; }
