// SPDX-License-Identifier: Apache-2.0
// Element types as values of the program: `jnp.float32`, `x.dtype`, `torch.float16`, `tl.int32`. All name a `DType`; they differ
// in how they print and in what calling them does.
#pragma once

#include "compiler/frontend/evaluate/Evaluator.h"

namespace tessera::frontend {

enum class DTypeStyle : uint8_t {
  jaxScalar,   // `jnp.float32`: also makes arrays, `jnp.float32(3)`
  numpyScalar, // `np.float32`
  numpyDType,  // `x.dtype`, `jnp.dtype("float32")`
  torch,
  triton,
};

class DTypeObject : public ExtensionObject {
public:
  DTypeObject(numerics::DType dtype, DTypeStyle style, bool key = false)
      : ExtensionObject(&tag), dtype(dtype), style(style), key(key) {}
  const numerics::DType dtype;
  const DTypeStyle style;
  const bool key; // JAX's `key<fry>`, the element type of typed random keys

  ClassObject *type(Evaluator &evaluator) override;
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  void listAttributes(Evaluator &evaluator, std::vector<std::string> &names) override;
  Value call(Evaluator &evaluator, Arguments &arguments) override;
  std::optional<Value> compare(Evaluator &evaluator, CompareOp op, Value other) override;
  std::optional<std::string> repr(Evaluator &evaluator) override;
  std::optional<std::string> str(Evaluator &evaluator) override;
  std::optional<uint64_t> hash(Evaluator &evaluator) override;
  static bool classof(const Object *o) { return ExtensionObject::hasTag(o, &tag); }

private:
  std::string spell() const;
  static const char tag;
};

/// The dtype that `value` names: a dtype object, a name, or Python's `int`, `float`, `bool` (64 bits wide). Empty and no exception
/// when it names none.
std::optional<numerics::DType> asDType(Evaluator &evaluator, Value value);
/// The same with an error that names `what`; None gives `absent`. For JAX 64-bit types become 32-bit ones, with a warning when
/// the program asked for them by name.
std::optional<numerics::DType> toDType(Evaluator &evaluator, Value value, llvm::StringRef what, numerics::DType absent,
                                       bool x32 = true);
/// The handler of every table entry that is a dtype: the entry's module says the style, its name the type.
Value makeDTypeConstant(Call &call);

} // namespace tessera::frontend
