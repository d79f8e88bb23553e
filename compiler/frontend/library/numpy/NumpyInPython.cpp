// SPDX-License-Identifier: Apache-2.0
// What the Python files of `numpy` and `jax.numpy` need of C++, and names of `linalg` that are known and not supported.
#include "compiler/frontend/library/Libraries.h"
#include "compiler/frontend/library/arrays/ByteOrder.h"
#include "compiler/frontend/library/arrays/PythonSource.h"
#include "compiler/frontend/library/jax/Bits.h"
#include "compiler/frontend/library/jax/NumpyViews.h"
#include "compiler/frontend/library/numpy/NumpyTables.h"

using namespace tessera;
using namespace tessera::frontend;

static Value searchSortedMethod(Call &call) {
  Value module = call.evaluator.importModule("jax.numpy", call.evaluator.range());
  Value function = module ? call.evaluator.getAttribute(module, "searchsorted") : nullptr;
  return function ? call.evaluator.call(function, {call.self, call["v"]}, {{"side", call["side"]}, {"sorter", call["sorter"]}}) : nullptr;
}

/// The array takes the value of another one, whatever its shape.
static Value rebindMethod(Call &call) {
  std::optional<bool> isResize = call.evaluator.truth(call["is_resize"]);
  bool done = isResize && rebindArray(call.evaluator, llvm::cast<JaxArray>(call.self), llvm::cast<JaxArray>(call["array"])->value, *isResize);
  return done ? call.evaluator.none() : nullptr;
}

/// A property whose function in Python has the property's name without its underscores.
static Value sourceProperty(Call &call) {
  std::optional<Value> function = call.evaluator.textMember(call.entry->module,  "_" + llvm::StringRef(call.entry->name).trim('_').str());
  return function && *function ? call.evaluator.call(*function, {call.self}) : nullptr;
}

/// Where an array lies: the array whose memory it is in (None: it has its own), its first element there, strides in elements, and whether it
/// may not be changed.
static Value memoryMethod(Call &call) {
  Evaluator &evaluator = call.evaluator;
  auto *array = llvm::cast<JaxArray>(call.self);
  int64_t offset = 0;
  JaxArray *base = getBase(evaluator, array, &offset);
  return evaluator.tuple({base ? Value(base) : evaluator.none(), evaluator.integer(offset), evaluator.tupleOfInts(getStrides(evaluator, array)),
                          evaluator.boolean(isReadOnly(evaluator, array))});
}

static Value readOnlyMethod(Call &call) {
  std::optional<bool> isReadOnly = call.evaluator.truth(call["is_read_only"]);
  if (!isReadOnly)
    return nullptr;
  setReadOnly(call.evaluator, llvm::cast<JaxArray>(call.self), *isReadOnly);
  return call.self;
}

static Value swappedMethod(Call &call) {
  std::optional<bool> isSwapped = call.evaluator.truth(call["is_swapped"]);
  if (!isSwapped)
    return nullptr;
  setSwapped(call.evaluator, llvm::cast<JaxArray>(call.self), *isSwapped);
  return call.self;
}

/// A fresh array whose memory lies in columns.
static Value inColumnsMethod(Call &call) {
  auto *array = llvm::cast<JaxArray>(call.self);
  Shape strides(array->shape().size(), 1);
  for (size_t axis = 1; axis < strides.size(); ++axis)
    strides[axis] = strides[axis - 1] * std::max<int64_t>(array->shape()[axis - 1], 1);
  Value copy = array->withValue(call.evaluator, array->value);
  setStrides(call.evaluator, llvm::cast<JaxArray>(copy), std::move(strides));
  return copy;
}

/// The options of all texts from now on; None: NumPy's own.
static Value printOptionsMethod(Call &call) {
  std::optional<std::string> text = isNone(call["text"]) ? std::optional<std::string>("") : call.evaluator.toString(call["text"], "text");
  if (!text)
    return nullptr;
  call.evaluator.state<PrintOptions>().text = *text;
  return call.evaluator.none();
}

static Value bitsMethod(Call &call) {
  auto *array = llvm::cast<JaxArray>(call.self);
  std::optional<DType> type = toDType(call.evaluator, call["dtype"], "dtype", array->dtype, false);
  return type ? viewAs(call.evaluator, array, *type) : nullptr;
}

/// The tables of `linalg` of either module.
#define TESSERA_LINALG(module)                                                                                                             \
      {module, "svd", EntryKind::function, "(*args, **kwargs)", "Singular values.", nullptr},                                                \
      {module, "svdvals", EntryKind::function, "(*args, **kwargs)", "Singular values.", nullptr},                                            \
      {module, "eig", EntryKind::function, "(*args, **kwargs)", "Eigenvalues and eigenvectors.", nullptr},                                   \
      {module, "eigh", EntryKind::function, "(*args, **kwargs)", "Eigenvalues and eigenvectors of symmetric matrices.", nullptr},             \
      {module, "eigvals", EntryKind::function, "(*args, **kwargs)", "Eigenvalues.", nullptr},                                                \
      {module, "eigvalsh", EntryKind::function, "(*args, **kwargs)", "Eigenvalues of symmetric matrices.", nullptr},                          \
      {module, "pinv", EntryKind::function, "(*args, **kwargs)", "The pseudo-inverse.", nullptr},                                            \
      {module, "lstsq", EntryKind::function, "(*args, **kwargs)", "Least squares.", nullptr},                                                \
      {module, "matrix_rank", EntryKind::function, "(*args, **kwargs)", "The rank of a matrix.", nullptr},                                   \
      {module, "cond", EntryKind::function, "(*args, **kwargs)", "The condition number.", nullptr},

static const LibraryEntry methods[] = {
    {"numpy.ndarray", "__reduce__", EntryKind::method, "()", "What pickle needs.", sourceHandler},
    {"numpy.ndarray", "__reduce_ex__", EntryKind::method, "(protocol)", "What pickle needs.", sourceHandler},
    {"numpy.ndarray", "__sizeof__", EntryKind::method, "()", "Bytes of the array.", sourceHandler},
    {"numpy.ndarray", "__complex__", EntryKind::method, "()", "The only element, for `complex(a)`.", sourceHandler},
    {"numpy.ndarray", "__buffer__", EntryKind::method, "(flags)", "The memory, for `memoryview`.", sourceHandler},
    {"numpy.ndarray", "__array_interface__", EntryKind::property, "", "Where and how the elements lie.", sourceProperty},
    {"numpy.dtype", "__reduce__", EntryKind::method, "()", "What pickle needs.", sourceHandler},
    {"numpy.dtype", "__reduce_ex__", EntryKind::method, "(protocol)", "What pickle needs.", sourceHandler},
    {"numpy.hidden", "set_shape", EntryKind::method, "(shape)", "", sourceHandler},
    {"numpy.hidden", "set_flat", EntryKind::method, "(value)", "", sourceHandler},
    // What the texts need, under a name that no program reaches.
    {"numpy.hidden", "_rebind", EntryKind::method, "(array, is_resize)", "", rebindMethod},
    {"numpy.hidden", "_memory", EntryKind::method, "()", "", memoryMethod},
    {"numpy.hidden", "_set_read_only", EntryKind::method, "(is_read_only)", "", readOnlyMethod},
    {"numpy.hidden", "_set_swapped", EntryKind::method, "(is_swapped)", "", swappedMethod},
    {"numpy.hidden", "_in_columns", EntryKind::method, "()", "", inColumnsMethod},
    {"numpy.hidden", "_print_options", EntryKind::method, "(text)", "", printOptionsMethod},
    {"numpy.hidden", "_bits", EntryKind::method, "(dtype)", "", bitsMethod},
    {"numpy.hidden", "_places", EntryKind::method, "()", "", [](Call &call) { return makePlaces(call.evaluator, llvm::cast<JaxArray>(call.self)); }},
    {"jax.Array", "conj", EntryKind::method, "()", "The array itself.", [](Call &call) -> Value { return call.self; }},
    {"jax.Array", "conjugate", EntryKind::method, "()", "The array itself.", [](Call &call) -> Value { return call.self; }},
    {"jax.Array", "searchsorted", EntryKind::method, "(v, side='left', sorter=None)", "Where elements would be inserted.", searchSortedMethod},
};

static const LibraryEntry ofLinalg[] = {TESSERA_LINALG("numpy.linalg") TESSERA_LINALG("jax.numpy.linalg")};

void library::registerNumpyInPython(LibraryTable &table) {
  table.add({}, ofLinalg);
  table.add({}, methods);
}
