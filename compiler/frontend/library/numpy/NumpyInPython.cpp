// SPDX-License-Identifier: Apache-2.0
// The tables of what is written in Python for `numpy` and `jax.numpy`, and their texts.
#include "compiler/frontend/library/Libraries.h"
#include "compiler/frontend/library/arrays/PythonSource.h"
#include "compiler/frontend/library/jax/Bits.h"
#include "compiler/frontend/library/numpy/NumpySource.h"

using namespace tessera;
using namespace tessera::frontend;

static Value searchSortedMethod(Call &call) {
  Value module = call.evaluator.importModule("jax.numpy", call.evaluator.range());
  Value function = module ? call.evaluator.getAttribute(module, "searchsorted") : nullptr;
  return function ? call.evaluator.call(function, {call.self, call["v"]}, {{"side", call["side"]}, {"sorter", call["sorter"]}}) : nullptr;
}

/// The array takes the value of another one, whatever its shape.
static Value rebindMethod(Call &call) {
  llvm::cast<JaxArray>(call.self)->value = llvm::cast<JaxArray>(call["array"])->value;
  return call.evaluator.none();
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

#define TESSERA_MODULE "numpy"
static const LibraryEntry ofNumpy[] = {
#include "compiler/frontend/library/numpy/NumpyInPython.def"
#define TESSERA_SOURCE(name, signature, summary) {"numpy", name, EntryKind::function, signature, summary, sourceHandler},
    TESSERA_SOURCE("union1d", "(ar1, ar2)", "Elements of either, sorted.")
    TESSERA_SOURCE("intersect1d", "(ar1, ar2, assume_unique=False, return_indices=False)", "Elements of both, sorted.")
    TESSERA_SOURCE("setdiff1d", "(ar1, ar2, assume_unique=False)", "Elements of one that are not in the other.")
    TESSERA_SOURCE("setxor1d", "(ar1, ar2, assume_unique=False)", "Elements of one of both, sorted.")
    TESSERA_SOURCE("put", "(a, ind, v, mode='raise')", "Replaces elements of the flattened array in place.")
    TESSERA_SOURCE("fill_diagonal", "(a, val, wrap=False)", "Fills the diagonal in place.")
    TESSERA_SOURCE("copyto", "(dst, src, casting='same_kind', where=True)", "Copies elements into an array.")
    TESSERA_SOURCE("place", "(arr, mask, vals)", "Replaces elements by a mask, values in order.")
    TESSERA_SOURCE("putmask", "(a, mask, values)", "Replaces elements by a mask.")
    TESSERA_SOURCE("ndenumerate", "(arr)", "Each index with its element.")
    TESSERA_SOURCE("frombuffer", "(buffer, dtype=None, count=-1, offset=0)", "The bytes of an object as an array.")
    TESSERA_SOURCE("require", "(a, dtype=None, requirements=None)", "Makes an array, or passes one through.")
    TESSERA_SOURCE("asarray_chkfinite", "(a, dtype=None, order=None)", "Makes an array, and checks that it is finite.")
    TESSERA_SOURCE("min_scalar_type", "(a, /)", "The smallest dtype that holds a number.")
    TESSERA_SOURCE("errstate", "(**kwargs)", "Changes nothing: there are no warnings of floating-point errors here.")
    TESSERA_SOURCE("seterr", "(all=None, divide=None, over=None, under=None, invalid=None)", "Changes nothing: there are no warnings of floating-point errors here.")
    TESSERA_SOURCE("geterr", "()", "What floating-point errors do, as NumPy begins.")
    TESSERA_SOURCE("shares_memory", "(a, b, max_work=None)", "Whether two arrays overlap.")
    TESSERA_SOURCE("ndindex", "(*shape)", "All indices of a shape.")
#undef TESSERA_SOURCE
};
#undef TESSERA_MODULE

#define TESSERA_MODULE "jax.numpy"
static const LibraryEntry ofJaxNumpy[] = {
#include "compiler/frontend/library/numpy/NumpyInPython.def"
#define TESSERA_SOURCE(name, signature, summary) {"jax.numpy", name, EntryKind::function, signature, summary, sourceHandler},
    TESSERA_SOURCE("union1d", "(ar1, ar2, *, size=None, fill_value=None)", "Elements of either, sorted.")
    TESSERA_SOURCE("intersect1d", "(ar1, ar2, assume_unique=False, return_indices=False, *, size=None, fill_value=None)", "Elements of both, sorted.")
    TESSERA_SOURCE("setdiff1d", "(ar1, ar2, assume_unique=False, *, size=None, fill_value=None)", "Elements of one that are not in the other.")
    TESSERA_SOURCE("setxor1d", "(ar1, ar2, assume_unique=False, *, size=None, fill_value=None)", "Elements of one of both, sorted.")
#undef TESSERA_SOURCE
};
#undef TESSERA_MODULE

/// The tables of `linalg` of either module.
#define TESSERA_LINALG(module)                                                                                                             \
  {module, "norm", EntryKind::function, "(x, ord=None, axis=None, keepdims=False)", "The norm of vectors or matrices.", sourceHandler},      \
      {module, "vector_norm", EntryKind::function, "(x, /, *, axis=None, keepdims=False, ord=2)", "The norm of vectors.", sourceHandler},      \
      {module, "matrix_norm", EntryKind::function, "(x, /, *, keepdims=False, ord='fro')", "The norm of matrices.", sourceHandler},           \
      {module, "matrix_power", EntryKind::function, "(a, n)", "A matrix to an integer power.", sourceHandler},                               \
      {module, "solve", EntryKind::function, "(a, b)", "Solves a x = b.", sourceHandler},                                                    \
      {module, "inv", EntryKind::function, "(a)", "The inverse of a matrix.", sourceHandler},                                                \
      {module, "det", EntryKind::function, "(a)", "The determinant of a matrix.", sourceHandler},                                            \
      {module, "slogdet", EntryKind::function, "(a)", "The determinant's sign, and the logarithm of its size.", sourceHandler},               \
      {module, "cholesky", EntryKind::function, "(a, /, *, upper=False)", "The Cholesky factor of a positive definite matrix.", sourceHandler}, \
      {module, "qr", EntryKind::function, "(a, mode='reduced')", "Orthogonal and triangular factor.", sourceHandler},                         \
      {module, "multi_dot", EntryKind::function, "(arrays, *, out=None, precision=None)", "The product of several matrices.", sourceHandler},  \
      {module, "outer", EntryKind::function, "(x1, x2, /)", "Every product of two vectors.", sourceHandler},                                 \
      {module, "matmul", EntryKind::function, "(x1, x2, /)", "Matrix product.", sourceHandler},                                              \
      {module, "vecdot", EntryKind::function, "(x1, x2, /, *, axis=-1)", "Dot products along an axis.", sourceHandler},                       \
      {module, "tensordot", EntryKind::function, "(x1, x2, /, *, axes=2)", "Products over chosen axes.", sourceHandler},                      \
      {module, "cross", EntryKind::function, "(x1, x2, /, *, axis=-1)", "Cross product.", sourceHandler},                                    \
      {module, "trace", EntryKind::function, "(x, /, *, offset=0)", "Sums of diagonals.", sourceHandler},                                    \
      {module, "diagonal", EntryKind::function, "(x, /, *, offset=0)", "Diagonals.", sourceHandler},                                         \
      {module, "matrix_transpose", EntryKind::function, "(x, /)", "The last two axes exchanged.", sourceHandler},                            \
      {module, "LinAlgError", EntryKind::constant, "", "What fails in linear algebra.", sourceConstant},                                     \
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

#define TESSERA_UFUNC_METHODS(module)                                                                                                          \
  {module ".ufunc", "reduce", EntryKind::method, "(a, axis=0, dtype=None, out=None, keepdims=False, initial=None, where=True)",                \
   "Combines the elements along an axis.", sourceHandler},                                                                                   \
      {module ".ufunc", "accumulate", EntryKind::method, "(a, axis=0, dtype=None, out=None)", "Combines all prefixes along an axis.", sourceHandler}, \
      {module ".ufunc", "outer", EntryKind::method, "(A, B)", "Applies the function to all pairs.", sourceHandler},                          \
      {module ".ufunc", "reduceat", EntryKind::method, "(a, indices, axis=0, dtype=None, out=None)", "Combines slices along an axis.", sourceHandler}, \
      {module ".ufunc", "nin", EntryKind::property, "", "How many operands there are.", sourceProperty},                                      \
      {module ".ufunc", "identity", EntryKind::property, "", "The value that changes nothing.", sourceProperty},

static const LibraryEntry methods[] = {
    TESSERA_UFUNC_METHODS("numpy") TESSERA_UFUNC_METHODS("jax.numpy")
    {"numpy.ufunc", "at", EntryKind::method, "(a, indices, b=None)", "Applies the function in place, repeated indices too.", sourceHandler},
    {"jax.numpy.ufunc", "at", EntryKind::method, "(a, indices, b=None, /, *, inplace=True)", "The array with the function applied at indices.", sourceHandler},
#define TESSERA_METHOD(name, signature, summary) {"numpy.ndarray", name, EntryKind::method, signature, summary, sourceHandler},
    TESSERA_METHOD("fill", "(value)", "Sets all elements.")
    TESSERA_METHOD("sort", "(axis=-1, kind=None, order=None)", "Sorts in place.")
    TESSERA_METHOD("partition", "(kth, axis=-1)", "Puts the least elements first, in place; here all in order.")
    TESSERA_METHOD("put", "(indices, values, mode='raise')", "Replaces elements of the flattened array in place.")
    TESSERA_METHOD("itemset", "(*args)", "Replaces one element.")
    TESSERA_METHOD("resize", "(*new_shape, refcheck=True)", "Another shape in place, zeros where elements lack.")
    TESSERA_METHOD("copy", "(order='C')", "A copy.")
    TESSERA_METHOD("searchsorted", "(v, side='left', sorter=None)", "Where elements would be inserted.")
    TESSERA_METHOD("compress", "(condition, axis=None)", "Entries where a condition holds.")
    TESSERA_METHOD("choose", "(choices, out=None, mode='raise')", "Elements of several arrays, by index.")
    TESSERA_METHOD("argpartition", "(kth, axis=-1)", "Positions that put the least elements first; here all in order.")
    TESSERA_METHOD("conj", "()", "The array itself.")
    TESSERA_METHOD("conjugate", "()", "The array itself.")
    TESSERA_METHOD("squeeze", "(axis=None)", "Removes axes of size 1.")
    TESSERA_METHOD("view", "(dtype=None, type=None)", "The bits read as another dtype.")
    TESSERA_METHOD("tobytes", "(order='C')", "The bytes of all elements.")
    TESSERA_METHOD("tofile", "(fid, sep='', format='%s')", "Writes a file.")
    TESSERA_METHOD("dump", "(file)", "Writes a file.")
    TESSERA_METHOD("setflags", "(write=None, align=None, uic=None)", "Changes nothing, but can't make an array read-only.")
#undef TESSERA_METHOD
    {"numpy.ndarray", "flat", EntryKind::property, "", "The elements in a row, to be read and assigned.", sourceProperty},
    {"numpy.ndarray", "strides", EntryKind::property, "", "Bytes from one element to the next along each axis, in row-major order.", sourceProperty},
    {"numpy.ndarray", "base", EntryKind::property, "", "The array whose memory this is a view of.", sourceProperty},
    {"numpy.ndarray", "flags", EntryKind::property, "", "How the memory is laid out.", sourceProperty},
    {"numpy.ndarray", "imag", EntryKind::property, "", "Zeros: there are no complex numbers here.", sourceProperty},
    // What the texts need, under a name that no program reaches.
    {"numpy.hidden", "set_shape", EntryKind::method, "(shape)", "", sourceHandler},
    {"numpy.hidden", "set_flat", EntryKind::method, "(value)", "", sourceHandler},
    {"numpy.hidden", "_rebind", EntryKind::method, "(array)", "", rebindMethod},
    {"numpy.hidden", "_print_options", EntryKind::method, "(text)", "", printOptionsMethod},
    {"numpy.hidden", "_bits", EntryKind::method, "(dtype)", "", bitsMethod},
    {"numpy.hidden", "_places", EntryKind::method, "()", "", [](Call &call) { return makePlaces(call.evaluator, llvm::cast<JaxArray>(call.self)); }},
    {"jax.Array", "conj", EntryKind::method, "()", "The array itself.", [](Call &call) -> Value { return call.self; }},
    {"jax.Array", "conjugate", EntryKind::method, "()", "The array itself.", [](Call &call) -> Value { return call.self; }},
    {"jax.Array", "searchsorted", EntryKind::method, "(v, side='left', sorter=None)", "Where elements would be inserted.", searchSortedMethod},
};

static const LibraryEntry ofLinalg[] = {TESSERA_LINALG("numpy.linalg") TESSERA_LINALG("jax.numpy.linalg")};

void library::registerNumpyInPython(LibraryTable &table) {
  static const LibraryModule modules[] = {{"numpy.linalg", "Linear algebra."}, {"jax.numpy.linalg", "Linear algebra."}};
  static const std::string shared = std::string(sourceOfArrays) + sourceOfNumbers + sourceOfFunctions + sourceOfLinalg;
  static const std::string numpyText = "import numpy as np\nJAX = False\n" + shared + sourceOfHost;
  static const std::string jaxText = "import jax.numpy as np\nJAX = True\n" + shared;
  static const std::string ufuncText = "import jax.numpy as np\nJAX = True\n" + std::string(sourceOfUfuncs);
  static const std::string numpyUfuncText = "import numpy as np\nJAX = False\n" + std::string(sourceOfUfuncs);
  static const std::string ufuncName = sourceNameOf("jax.numpy.ufunc"), numpyUfuncName = sourceNameOf("numpy.ufunc"), arrayName = sourceNameOf("numpy.ndarray");
  static const std::string numpyName = sourceNameOf("numpy"), jaxName = sourceNameOf("jax.numpy");
  static const LibrarySource sources[] = {{numpyName.c_str(), numpyText.c_str()},           {jaxName.c_str(), jaxText.c_str()},
                                          {numpyUfuncName.c_str(), numpyUfuncText.c_str()}, {ufuncName.c_str(), ufuncText.c_str()},
                                          {arrayName.c_str(), sourceOfMethods}};
  table.add(modules, ofLinalg);
  table.add({}, methods);
  table.add({}, ofNumpy);
  table.add({}, ofJaxNumpy);
  table.addSources(sources);
}
