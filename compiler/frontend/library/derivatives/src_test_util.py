# SPDX-License-Identifier: Apache-2.0
# module: jax._src.test_util jax._src.public_test_util
"""Checks of derivatives by differences, where JAX's own tests find them."""

import jax.test_util as _checks


def check_grads(f, args, order, modes=("fwd", "rev"), atol=None, rtol=None, eps=None):
    """Whether derivatives up to `order` agree with differences."""
    _checks.check_grads(f, args, order, modes, atol, rtol, eps)


def check_jvp(f, f_jvp, args, atol=None, rtol=None, eps=None, err_msg=""):
    """Whether a derivative forwards agrees with differences."""
    _checks.check_jvp(f, f_jvp, args, atol, rtol, eps, err_msg)


def check_vjp(f, f_vjp, args, atol=None, rtol=None, eps=None, err_msg=""):
    """Whether a derivative backwards agrees with differences."""
    _checks.check_vjp(f, f_vjp, args, atol, rtol, eps, err_msg)
