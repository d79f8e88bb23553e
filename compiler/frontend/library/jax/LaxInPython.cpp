// SPDX-License-Identifier: Apache-2.0
// Names of `jax.lax` and `jax.scipy.special` that are known and not supported; what there is in Python is in lax*.py
// and scipy_special.py.
#include "compiler/frontend/library/jax/Tables.h"

using namespace tessera;
using namespace tessera::frontend;

static const LibraryEntry entries[] = {
    {"jax.lax", "igammac", EntryKind::function, "(*args, **kwargs)", "The complementary incomplete gamma function.",
     nullptr},
    {"jax.lax", "betainc", EntryKind::function, "(*args, **kwargs)", "The incomplete beta function.", nullptr},
    {"jax.lax", "bessel_i0e", EntryKind::function, "(*args, **kwargs)", "A Bessel function, scaled.", nullptr},
    {"jax.lax", "bessel_i1e", EntryKind::function, "(*args, **kwargs)", "A Bessel function, scaled.", nullptr},
    {"jax.lax", "polygamma", EntryKind::function, "(*args, **kwargs)", "Derivatives of digamma.", nullptr},
    {"jax.lax", "zeta", EntryKind::function, "(*args, **kwargs)", "The Hurwitz zeta function.", nullptr},
    {"jax.lax", "fft", EntryKind::function, "(*args, **kwargs)", "Fourier transforms.", nullptr},
    {"jax.lax", "real", EntryKind::function, "(*args, **kwargs)", "Real parts.", nullptr},
    {"jax.lax", "imag", EntryKind::function, "(*args, **kwargs)", "Imaginary parts.", nullptr},
    {"jax.lax", "pcast", EntryKind::function, "(*args, **kwargs)", "Types of several devices.", nullptr},
    {"jax.lax", "reduce_window_shape_tuple", EntryKind::function, "(*args, **kwargs)", "Shapes of windows.", nullptr},
    {"jax.lax", "ragged_dot_general", EntryKind::function, "(*args, **kwargs)",
     "Products of rows in groups, in general.", nullptr},
    {"jax.scipy.special", "i0", EntryKind::function, "(x)", "Modified Bessel function.", nullptr},
    {"jax.scipy.special", "i1", EntryKind::function, "(x)", "Modified Bessel function.", nullptr},
    {"jax.scipy.special", "zeta", EntryKind::function, "(x, q)", "Hurwitz zeta function.", nullptr},
    {"jax.scipy.special", "polygamma", EntryKind::function, "(n, x)", "Derivatives of digamma.", nullptr},
    {"jax.scipy.special", "gammainc", EntryKind::function, "(a, x)", "Regularized incomplete gamma function.", nullptr},
    {"jax.scipy.special", "betainc", EntryKind::function, "(a, b, x)", "Regularized incomplete beta function.",
     nullptr},
    {"jax.lax", "scatter_apply", EntryKind::function, "(*args, **kwargs)", "A function at computed places.", nullptr},
};

void library::registerLaxInPython(LibraryTable &table) {
  table.add({}, entries);
}
