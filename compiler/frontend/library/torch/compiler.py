# SPDX-License-Identifier: Apache-2.0
# module: torch.compiler
"""torch's own compiler, which changes no result and is not here: what asks it, and what it is told, does nothing."""

import torch


def compile(model=None, **options):
    return torch.compile(model, **options)


def is_compiling():
    return False


def is_dynamo_compiling():
    return False


def is_exporting():
    return False


def disable(fn=None, recursive=True, *, reason=None):
    return (lambda function: function) if fn is None else fn


def allow_in_graph(fn):
    return fn


def assume_constant_result(fn):
    return fn


def substitute_in_graph(original_fn, *, can_constant_fold_through=False, skip_signature_check=False):
    return lambda function: function


def reset():
    return None


def cudagraph_mark_step_begin():
    return None


def set_stance(stance="default", *, skip_guard_eval_unsafe=False, force_backend=None):
    import contextlib

    return contextlib.nullcontext()
