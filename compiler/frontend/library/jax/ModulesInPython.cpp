// SPDX-License-Identifier: Apache-2.0
// Names of smaller modules of JAX that are known and not supported; what is written in Python is in the files beside this one.
#include "compiler/frontend/library/arrays/DTypeObject.h"
#include "compiler/frontend/library/jax/Tables.h"

using namespace tessera;
using namespace tessera::frontend;

static const LibraryEntry entries[] = {
    {"jax.scipy.linalg", "svd", EntryKind::function, "(*args, **kwargs)", "Singular values.", nullptr},
    {"jax.scipy.linalg", "eigh", EntryKind::function, "(*args, **kwargs)", "Eigenvalues of symmetric matrices.",
     nullptr},
    {"jax.scipy.linalg", "expm", EntryKind::function, "(*args, **kwargs)", "The exponential of a matrix.", nullptr},
    {"jax.dtypes", "bfloat16", EntryKind::constant, "", "Floats of 16 bits with float32's range.", makeDTypeConstant},
    {"jax.dtypes", "prng_key", EntryKind::constant, "", "The kind of typed keys.", nullptr},
    {"jax.dtypes", "float0", EntryKind::constant, "", "The dtype of derivatives of integers.", nullptr},
    {"jax.image", "resize", EntryKind::function, "(*args, **kwargs)", "An image of another size.", nullptr},
    {"jax.profiler", "trace", EntryKind::function, "(*args, **kwargs)", "Measures a program.", nullptr},
    {"jax.profiler", "start_trace", EntryKind::function, "(*args, **kwargs)", "Measures a program.", nullptr},
    {"jax.experimental", "sparse", EntryKind::constant, "", "Sparse arrays.", nullptr},
};

void library::registerModulesInPython(LibraryTable &table) {
  static const LibraryModule modules[] = {{"jax.image", "Images."}, {"jax.profiler", "Measuring."}};
  table.add(modules, entries);
}
