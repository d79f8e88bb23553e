// SPDX-License-Identifier: Apache-2.0
// The tables of `numpy` and `numpy.testing`. NumPy's functions are jnp's with NumPy's dtypes: 64 bits by default, no weak types.
#include "compiler/frontend/evaluate/OutArgument.h"
#include "compiler/frontend/library/Libraries.h"
#include "compiler/frontend/library/arrays/Checks.h"
#include "compiler/frontend/library/arrays/Complex.h"
#include "compiler/frontend/library/arrays/NonNumeric.h"
#include "compiler/frontend/library/arrays/PythonSource.h"
#include "compiler/frontend/library/jax/NumpyTable.h"
#include "compiler/frontend/library/numpy/NumpyTables.h"
#include "compiler/frontend/library/numpy/Ufunc.h"

using namespace tessera;
using namespace tessera::frontend;

//===-- testing -----------------------------------------------------------------------------------------------===//

/// Arguments that change no verdict (`verbose`) are taken; those that would are refused.
static bool readMessage(Call &call, CloseOptions &options) {
  std::optional<std::string> message = call.evaluator.toString(call["err_msg"], "err_msg");
  if (!message)
    return false;
  options.message = *message;
  std::optional<bool> strict = call.evaluator.truth(call["strict"]);
  if (strict && *strict)
    return call.evaluator.notSupported("`strict` of `" + publicName(call.entry) + "`"), false;
  return strict.has_value();
}

static Value assertAllCloseHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  CloseOptions options;
  std::optional<double> rtol = evaluator.toDouble(call["rtol"], "rtol"), atol = rtol ? evaluator.toDouble(call["atol"], "atol") : std::nullopt;
  std::optional<bool> equalNan = atol ? evaluator.truth(call["equal_nan"]) : std::nullopt;
  if (!equalNan || !readMessage(call, options))
    return nullptr;
  options.rtol = *rtol;
  options.atol = *atol;
  options.equalNan = *equalNan;
  return recordCheckClose(evaluator, call["actual"], call["desired"], options, publicName(call.entry)) ? evaluator.none() : nullptr;
}

static Value assertArrayEqualHandler(Call &call) {
  CloseOptions options;
  options.rtol = 0;
  options.header = "Arrays are not equal";
  if (!readMessage(call, options))
    return nullptr;
  return recordCheckClose(call.evaluator, call[size_t(0)], call[size_t(1)], options, publicName(call.entry)) ? call.evaluator.none() : nullptr;
}

/// |actual - desired| < 1.5 * 10**-decimal
static Value assertAlmostEqualHandler(Call &call) {
  CloseOptions options;
  std::optional<int64_t> decimal = call.evaluator.toInt(call["decimal"], "decimal");
  std::optional<std::string> message = decimal ? call.evaluator.toString(call["err_msg"], "err_msg") : std::nullopt;
  if (!message)
    return nullptr;
  options.rtol = 0;
  options.atol = 1.5 * std::pow(10.0, -static_cast<double>(*decimal));
  options.header = "Arrays are not almost equal to " + std::to_string(*decimal) + " decimals";
  options.message = *message;
  return recordCheckClose(call.evaluator, call[size_t(0)], call[size_t(1)], options, publicName(call.entry)) ? call.evaluator.none() : nullptr;
}

#define TESSERA_MODULE "numpy"
#define TESSERA_UFUNC(...) callUfunc<__VA_ARGS__>
#define TESSERA_UFUNC_OPTIONS ", out=None, *, where=True, casting='same_kind', order='K', dtype=None, subok=True, signature=None, sig=None"
#define TESSERA_ORDER_OPTION ", order='C'"
#define TESSERA_LIKE_OPTIONS ", order='K', subok=True"
#define TESSERA_OUT_OPTION ", out=None"
#define TESSERA_SUBOK_OPTION ", subok=False"
#define TESSERA_CAST_OPTIONS ", *, dtype=None, casting='same_kind'"
#define TESSERA_CHOOSING "a"
#define TESSERA_BY_NAME "*, "
#define TESSERA_SORT_OPTIONS "kind=None, order=None, *, stable=None"
#define TESSERA_EINSUM_OPTIONS "out=None, dtype=None, order='K', casting='safe', optimize=False"
#define TESSERA_RESHAPE "(a, shape=None, order='C', *, newshape=None, copy=None)"
#define TESSERA_QUANTILE_OPTIONS ", *, weights=None, interpolation=None"
static const LibraryEntry entries[] = {
#include "compiler/frontend/library/jax/NumpyNames.def"
    {"numpy.dtype", "__instancecheck__", EntryKind::method, "(instance)", "Whether something is a scalar of the dtype.", instanceCheckMethod},
    {"numpy", "ndarray", EntryKind::type, "(shape, dtype=None, buffer=None, offset=0, strides=None, order=None)", "A NumPy array.", sourceHandler},
    {"numpy", "take", EntryKind::function, "(a, indices, axis=None, out=None, mode='raise')", "Elements at an array of indices.", takeHandler},
    {"numpy", "repeat", EntryKind::function, "(a, repeats, axis=None)", "Elements repeated.", repeatHandler},
    {"numpy", "bincount", EntryKind::function, "(x, weights=None, minlength=0)", "How often each integer occurs.", bincountHandler},
    {"numpy", "nonzero", EntryKind::function, "(a)", "Positions of nonzero elements.", nonzeroHandler},
    {"numpy", "flatnonzero", EntryKind::function, "(a)", "Positions of nonzero elements of the flattened array.", nonzeroHandler},
    {"numpy", "argwhere", EntryKind::function, "(a)", "Positions of nonzero elements, as rows.", nonzeroHandler},
    {"numpy", "unique", EntryKind::function, "(ar, return_index=False, return_inverse=False, return_counts=False, axis=None, *, equal_nan=True)",
     "Distinct elements, sorted.", uniqueHandler},
    {"numpy", "asanyarray", EntryKind::function, "(a, dtype=None, order=None)", "Makes an array, or passes one through.", createArray},
    {"numpy", "ascontiguousarray", EntryKind::function, "(a, dtype=None)", "Makes an array whose memory lies in rows.", createArray},
    {"numpy", "asfortranarray", EntryKind::function, "(a, dtype=None)", "Makes an array whose memory lies in columns.", createArray},
    {"numpy", "__version__", EntryKind::constant, "", "The version of NumPy whose behaviour is meant.", [](Call &call) -> Value { return call.evaluator.string("2.3.0"); }},
#define TESSERA_ALIAS(name, summary) {"numpy", name, EntryKind::constant, "", summary, makeDTypeConstant},
    TESSERA_ALIAS("bool", "Booleans.")
    TESSERA_ALIAS("half", "Another name of float16.")
    TESSERA_ALIAS("intc", "Another name of int32.")
    TESSERA_ALIAS("int_", "Another name of int64.")
    TESSERA_ALIAS("intp", "Another name of int64.")
    TESSERA_ALIAS("longlong", "Another name of int64.")
    TESSERA_ALIAS("byte", "Another name of int8.")
    TESSERA_ALIAS("short", "Another name of int16.")
    TESSERA_ALIAS("ubyte", "Another name of uint8.")
    TESSERA_ALIAS("ushort", "Another name of uint16.")
    TESSERA_ALIAS("uintc", "Another name of uint32.")
    TESSERA_ALIAS("uint", "Another name of uint64.")
    TESSERA_ALIAS("uintp", "Another name of uint64.")
    TESSERA_ALIAS("ulonglong", "Another name of uint64.")
    TESSERA_ALIAS("longdouble", "Another name of float64: there is no wider float.")
#undef TESSERA_ALIAS
    {"numpy", "complex64", EntryKind::constant, "", "Complex numbers of two float32.", complexConstant},
    {"numpy", "complex128", EntryKind::constant, "", "Complex numbers of two float64.", complexConstant},
    {"numpy", "csingle", EntryKind::constant, "", "Another name of complex64.", complexConstant},
    {"numpy", "cdouble", EntryKind::constant, "", "Another name of complex128.", complexConstant},
    {"numpy", "complex_", EntryKind::constant, "", "Another name of complex128.", complexConstant},
    {"numpy", "cfloat", EntryKind::constant, "", "Another name of complex128.", complexConstant},
    {"numpy", "clongdouble", EntryKind::constant, "", "Another name of complex128: there is no wider one.", complexConstant},
    {"numpy", "singlecomplex", EntryKind::constant, "", "Another name of complex64.", complexConstant},
#define TESSERA_LATER(name, summary) {"numpy", name, EntryKind::constant, "", summary, nullptr},
    {"numpy", "datetime64", EntryKind::constant, "", "Times.", itemsConstant},
    {"numpy", "timedelta64", EntryKind::constant, "", "Differences of times.", itemsConstant},
    {"numpy", "str_", EntryKind::constant, "", "Texts in arrays.", itemsConstant},
    {"numpy", "object_", EntryKind::constant, "", "Objects in arrays.", itemsConstant},
    {"numpy", "void", EntryKind::constant, "", "Records in arrays.", itemsConstant},
    TESSERA_LATER("memmap", "Arrays in files.")
    TESSERA_LATER("nditer", "Iterators over several arrays.")
    {"numpy", "recarray", EntryKind::constant, "", "Arrays of records.", itemsConstant},
    TESSERA_LATER("ma", "Masked arrays.")
    TESSERA_LATER("strings", "Arrays of texts.")
    TESSERA_LATER("polynomial", "Polynomials as objects.")
    TESSERA_LATER("ctypeslib", "Arrays for C.")
#undef TESSERA_LATER
#define TESSERA_LATER(name, summary) {"numpy", name, EntryKind::function, "(*args, **kwargs)", summary, nullptr},
    TESSERA_LATER("roots", "The roots of a polynomial.")
    TESSERA_LATER("format_float_positional", "The text of a number.")
    TESSERA_LATER("format_float_scientific", "The text of a number.")
    TESSERA_LATER("from_dlpack", "An array of another library.")
#undef TESSERA_LATER
    {"numpy.testing", "assert_allclose", EntryKind::function, "(actual, desired, rtol=1e-07, atol=0, equal_nan=True, err_msg='', verbose=True, *, strict=False)",
     "Fails the run unless arrays agree within a tolerance.", assertAllCloseHandler},
    {"numpy.testing", "assert_array_equal", EntryKind::function, "(actual, desired, err_msg='', verbose=True, *, strict=False)", "Fails the run unless arrays are equal.",
     assertArrayEqualHandler},
    {"numpy.testing", "assert_array_almost_equal", EntryKind::function, "(actual, desired, decimal=6, err_msg='', verbose=True)",
     "Fails the run unless arrays agree to a number of decimals.", assertAlmostEqualHandler},
    {"numpy.testing", "assert_almost_equal", EntryKind::function, "(actual, desired, decimal=7, err_msg='', verbose=True)",
     "Fails the run unless arrays agree to a number of decimals.", assertAlmostEqualHandler},
};
#undef TESSERA_MODULE

void library::registerNumpy(LibraryTable &table) {
  static const LibraryModule modules[] = {{"numpy", "Arrays of the host program."}, {"numpy.testing", "Comparisons that fail the run."}};
  table.add(modules, entries);
  registerNumpyInPython(table);
  registerNumpyRandom(table);
  OutArgument::run = callWithOut;
}
