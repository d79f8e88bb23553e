# SPDX-License-Identifier: Apache-2.0
# module: jax.interpreters.partial_eval jax._src.interpreters.partial_eval
"""JAX's own IR is not here; its rules may be written down."""

custom_staging_rules = {}
partial_eval_jaxpr_custom_rules = {}
dce_rules = {}
