// SPDX-License-Identifier: Apache-2.0
// The table of `jax.numpy`, and of the methods of JAX's arrays.
#include "compiler/frontend/library/Libraries.h"
#include "compiler/frontend/library/arrays/Complex.h"
#include "compiler/frontend/library/arrays/Items.h"
#include "compiler/frontend/library/jax/Bits.h"
#include "compiler/frontend/library/jax/NumpyTable.h"
#include "compiler/frontend/library/jax/Tables.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;

static Value viewMethod(Call &call) {
  auto *array = cast<JaxArray>(call.self);
  std::optional<DType> type = toDType(call.evaluator, call["dtype"], "dtype", array->dtype, array->flavour == Flavour::jax);
  return type ? viewAs(call.evaluator, array, *type) : nullptr;
}

template <Unary op> static Value unaryMethod(Call &call) { return applyUnary(call.evaluator, op, call.self, call.entry->name); }

#define TESSERA_MODULE "jax.numpy"
static const LibraryEntry entries[] = {
#include "compiler/frontend/library/jax/NumpyNames.def"
    {"jax.numpy", "pad", EntryKind::function, "(array, pad_width, mode='constant', **kwargs)", "An array with a border.", padHandler},
    {"jax.numpy", "clip", EntryKind::function, "(arr, /, min=None, max=None)", "Limits each element to a range.", clipHandler},
    {"jax.numpy", "bool", EntryKind::constant, "", "Booleans.", makeDTypeConstant},
    {"jax.numpy", "bfloat16", EntryKind::constant, "", "Floats of 16 bits with float32's range.", makeDTypeConstant},
    {"jax.numpy", "float8_e4m3fn", EntryKind::constant, "", "Floats of 8 bits: 4 of exponent, 3 of mantissa.", makeDTypeConstant},
    {"jax.numpy", "float8_e5m2", EntryKind::constant, "", "Floats of 8 bits: 5 of exponent, 2 of mantissa.", makeDTypeConstant},
    {"jax.numpy", "complex64", EntryKind::constant, "", "Complex numbers of two float32.", complexConstant},
    {"jax.numpy", "complex128", EntryKind::constant, "", "Complex numbers of two float64.", complexConstant},
    {"jax.numpy", "csingle", EntryKind::constant, "", "Another name of complex64.", complexConstant},
    {"jax.numpy", "cdouble", EntryKind::constant, "", "Another name of complex128.", complexConstant},
    {"jax.numpy", "int2", EntryKind::constant, "", "Signed integers of 2 bits.", makeDTypeConstant},
    {"jax.numpy", "uint2", EntryKind::constant, "", "Unsigned integers of 2 bits.", makeDTypeConstant},
    {"jax.numpy", "int4", EntryKind::constant, "", "Signed integers of 4 bits.", makeDTypeConstant},
    {"jax.numpy", "uint4", EntryKind::constant, "", "Unsigned integers of 4 bits.", makeDTypeConstant},
    {"jax.numpy", "take", EntryKind::function, "(a, indices, axis=None, out=None, mode=None, unique_indices=False, indices_are_sorted=False, fill_value=None)",
     "Elements at an array of indices; those outside are filled.", takeHandler},
    {"jax.numpy", "put_along_axis", EntryKind::function, "(arr, indices, values, axis, inplace=True, *, mode=None)",
     "An array with elements at indices along one axis replaced.", putAlongAxisHandler},
    {"jax.numpy", "repeat", EntryKind::function, "(a, repeats, axis=None, *, total_repeat_length=None)", "Elements repeated.", repeatHandler},
    {"jax.numpy", "bincount", EntryKind::function, "(x, weights=None, minlength=0, *, length=None)", "How often each integer occurs.", bincountHandler},
    {"jax.numpy", "nonzero", EntryKind::function, "(a, *, size=None, fill_value=None)", "Positions of nonzero elements.", nonzeroHandler},
    {"jax.numpy", "flatnonzero", EntryKind::function, "(a, *, size=None, fill_value=None)", "Positions of nonzero elements of the flattened array.", nonzeroHandler},
    {"jax.numpy", "argwhere", EntryKind::function, "(a, *, size=None, fill_value=None)", "Positions of nonzero elements, as rows.", nonzeroHandler},
    {"jax.numpy", "unique", EntryKind::function,
     "(ar, return_index=False, return_inverse=False, return_counts=False, axis=None, *, equal_nan=True, size=None, fill_value=None)", "Distinct elements, sorted.",
     uniqueHandler},
    {"jax.numpy", "ndarray", EntryKind::constant, "", "Another name of jax.Array.",
     [](Call &call) -> Value { return call.evaluator.libraryClass("jax", "Array"); }},
};
#undef TESSERA_MODULE

static const LibraryEntry methods[] = {
    {"jax.Array", "shape", EntryKind::property, "", "The sizes of the axes.", shapeProperty},
    {"jax.Array", "ndim", EntryKind::property, "", "How many axes there are.", ndimProperty},
    {"jax.Array", "size", EntryKind::property, "", "How many elements there are.", sizeProperty},
    {"jax.Array", "dtype", EntryKind::property, "", "The element type.", dtypeProperty},
    {"jax.Array", "itemsize", EntryKind::property, "", "Bytes of an element.", itemsizeProperty},
    {"jax.Array", "nbytes", EntryKind::property, "", "Bytes of all elements.", nbytesProperty},
    {"jax.Array", "weak_type", EntryKind::property, "", "Whether the dtype gives way to others.", weakTypeProperty},
    {"jax.Array", "T", EntryKind::property, "", "The axes reversed.", transposedProperty},
    {"jax.Array", "mT", EntryKind::property, "", "The last two axes exchanged.", matrixTransposedProperty},
    {"jax.Array", "real", EntryKind::property, "", "The array itself, which has no other part.", identityMethod},
    {"jax.Array", "astype", EntryKind::method,
     "(dtype, copy=False, device=None, *, order=None, casting=None, subok=None)", "Converts to another dtype.",
     astypeHandler},
    {"jax.Array", "reshape", EntryKind::method, "(*shape, order='C')", "The same elements under another shape.",
     reshapeHandler},
    {"jax.Array", "ravel", EntryKind::method, "(order='C')", "All elements in one axis.", ravelHandler},
    {"jax.Array", "flatten", EntryKind::method, "(order='C')", "All elements in one axis.", ravelHandler},
    {"jax.Array", "transpose", EntryKind::method, "(*axes)", "Permutes the axes.", transposeHandler},
    {"jax.Array", "swapaxes", EntryKind::method, "(axis1, axis2)", "Exchanges two axes.", swapAxesHandler},
    {"jax.Array", "squeeze", EntryKind::method, "(axis=None)", "Removes axes of size 1.", squeezeHandler},
    {"jax.Array", "sum", EntryKind::method,
     "(axis=None, dtype=None, out=None, keepdims=False, initial=None, where=None)", "Sum along axes.",
     reduceHandler<Reduce::sum>},
    {"jax.Array", "prod", EntryKind::method,
     "(axis=None, dtype=None, out=None, keepdims=False, initial=None, where=None)", "Product along axes.",
     reduceHandler<Reduce::prod>},
    {"jax.Array", "max", EntryKind::method, "(axis=None, out=None, keepdims=False, initial=None, where=None)",
     "Greatest element along axes.", reduceHandler<Reduce::max>},
    {"jax.Array", "min", EntryKind::method, "(axis=None, out=None, keepdims=False, initial=None, where=None)",
     "Least element along axes.", reduceHandler<Reduce::min>},
    {"jax.Array", "mean", EntryKind::method, "(axis=None, dtype=None, out=None, keepdims=False, *, where=None)",
     "Mean along axes.", reduceHandler<Reduce::mean>},
    {"jax.Array", "var", EntryKind::method,
     "(axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=None, correction=None)",
     "Variance along axes.", reduceHandler<Reduce::var>},
    {"jax.Array", "std", EntryKind::method,
     "(axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=None, correction=None)",
     "Standard deviation along axes.", reduceHandler<Reduce::std>},
    {"jax.Array", "any", EntryKind::method, "(axis=None, out=None, keepdims=False, *, where=None)",
     "Whether any element is nonzero.", reduceHandler<Reduce::any>},
    {"jax.Array", "all", EntryKind::method, "(axis=None, out=None, keepdims=False, *, where=None)",
     "Whether all elements are nonzero.", reduceHandler<Reduce::all>},
    {"jax.Array", "argmax", EntryKind::method, "(axis=None, out=None, keepdims=False)",
     "Position of the greatest element.", argReduceHandler<true>},
    {"jax.Array", "argmin", EntryKind::method, "(axis=None, out=None, keepdims=False)",
     "Position of the least element.", argReduceHandler<false>},
    {"jax.Array", "dot", EntryKind::method, "(b, *, precision=None, preferred_element_type=None)", "Dot product.",
     dotHandler},
    {"jax.Array", "clip", EntryKind::method, "(min=None, max=None)", "Limits each element to a range.", clipHandler},
    {"jax.Array", "round", EntryKind::method, "(decimals=0)", "Rounds to a number of decimals.", roundHandler},
    {"jax.Array", "copy", EntryKind::method, "()", "The same array: arrays never change.", identityMethod},
    {"jax.Array", "block_until_ready", EntryKind::method, "()", "The same array: results are always there.",
     identityMethod},
    {"jax.Array", "__abs__", EntryKind::method, "()", "Absolute value, for `abs(x)`.", unaryMethod<Unary::abs>},
    {"jax.Array", "__round__", EntryKind::method, "(decimals=0)", "Rounded, for `round(x)`.", roundHandler},
    {"jax.Array", "item", EntryKind::method, "(*args)", "The only element, or the one at an index, as a Python number.",
     itemMethod},
    {"jax.Array", "tolist", EntryKind::method, "()", "The elements as nested lists.", toListMethod},
    {"jax.Array", "view", EntryKind::method, "(dtype)",
     "The bits read as another dtype; the last axis grows or shrinks.", viewMethod},
    {"jax.Array", "cumsum", EntryKind::method, "(axis=None, dtype=None, out=None)", "Running sum.", cumulativeHandler},
    {"jax.Array", "cumprod", EntryKind::method, "(axis=None, dtype=None, out=None)", "Running product.",
     cumulativeHandler},
    {"jax.Array", "sort", EntryKind::method, "(axis=-1, *, kind=None, order=None, stable=True, descending=False)",
     "Sorted elements.", sortHandler},
    {"jax.Array", "argsort", EntryKind::method, "(axis=-1, *, kind=None, order=None, stable=True, descending=False)",
     "Positions that sort the array.", argsortHandler},
    {"jax.Array", "take", EntryKind::method, "(indices, axis=None, out=None, mode=None, fill_value=None)",
     "Elements at an array of indices.", takeHandler},
    {"jax.Array", "repeat", EntryKind::method, "(repeats, axis=None)", "Elements repeated.", repeatHandler},
    {"jax.Array", "diagonal", EntryKind::method, "(offset=0, axis1=0, axis2=1)", "The diagonal of two axes.",
     diagHandler},
    {"jax.Array", "trace", EntryKind::method, "(offset=0, axis1=0, axis2=1, dtype=None, out=None)",
     "The sum of the diagonal.", diagHandler},
    {"jax.Array", "ptp", EntryKind::method, "(axis=None, out=None, keepdims=False)",
     "The greatest less the least element.", ptpHandler},
    {"jax.Array", "nonzero", EntryKind::method, "(*, size=None, fill_value=None)", "Positions of nonzero elements.",
     nonzeroHandler},
};

void library::registerJaxNumpy(LibraryTable &table) {
  static const LibraryModule modules[] = {{"jax.numpy", "NumPy's functions on JAX's arrays."}};
  table.add(modules, entries);
  table.add({}, methods);
}
