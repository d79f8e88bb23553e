# SPDX-License-Identifier: Apache-2.0
# module: jax
"""Derivatives of recorded functions, and functions with derivatives of their own."""

import functools
import inspect

# ---- one function, recorded between leaves and outputs


def _is_floating(x):
    return jnp.issubdtype(x.dtype, jnp.floating)


def _of_type(x):
    return f"{x.dtype}[{','.join([str(n) for n in x.shape])}]"


class _Recorded:
    """What `fun` computes from `primals`: derivatives go from its outputs to their floating leaves and back."""

    def __init__(self, whose, fun, primals, has_aux=False):
        leaves, self.in_tree = jax.tree.flatten(primals)
        inside = []
        self.inputs = []
        for leaf in leaves:
            if not (hasattr(leaf, "dtype") or isinstance(leaf, (int, float))):
                raise TypeError(f"Argument '{leaf}' of type {type(leaf)} is not a valid JAX type.")
            leaf = jnp.asarray(leaf)
            self.inputs.append(leaf)
            inside.append(leaf._derivative_leaf() if _is_floating(leaf) else leaf)
        zero = jnp.zeros((), bool)
        zero._derivative_depth(1)
        try:
            result = fun(*jax.tree.unflatten(self.in_tree, inside))
        finally:
            zero._derivative_depth(-1)
        self.aux = None
        if has_aux:
            if not (isinstance(result, tuple) and len(result) == 2):
                raise TypeError(
                    "expected function with aux output to return a two-element tuple, but got type "
                    f"{type(result)} with value {result!r}"
                )
            result, self.aux = result
        outputs, self.out_tree = jax.tree.flatten(result)
        self.outputs = [jnp.asarray(x) for x in outputs]
        self.moving = [k for k, x in enumerate(self.inputs) if _is_floating(x)]
        self.linear = zero._derivative_map(whose, [inside[k] for k in self.moving], self.outputs)
        self.value = jax.tree.unflatten(self.out_tree, self.outputs)

    def pull(self, cotangents):
        """Cotangents of the inputs, a list, from those of the outputs."""
        found = self.linear("pull", cotangents)
        result = []
        moving = iter(found)
        for x in self.inputs:
            g = next(moving) if _is_floating(x) else None
            result.append(jnp.zeros_like(x) if g is None else g)
        return result

    def push(self, tangents):
        found = self.linear("push", [tangents[k] for k in self.moving])
        return [jnp.zeros_like(x) if t is None else t for x, t in zip(self.outputs, found)]


def _fitting(given, tree, expected, of_what):
    """The leaves of `given`, which has the structure `tree` and the types of `expected`."""
    leaves, structure = jax.tree.flatten(given)
    if structure != tree:
        raise ValueError(f"unexpected tree structure of argument to {of_what}: expected {tree}, got {structure}")
    result = []
    for leaf, x in zip(leaves, expected):
        leaf = jnp.asarray(leaf)
        if _is_floating(x) and getattr(leaf, "weak_type", False):
            leaf = leaf.astype(x.dtype)
        if leaf.shape != x.shape or _is_floating(x) and leaf.dtype != x.dtype:
            raise ValueError(
                f"unexpected JAX type (e.g. shape/dtype) for argument to {of_what}: got {_of_type(leaf)}, but "
                f"expected {_of_type(x)} "
                f"because the corresponding output of the function had JAX type {_of_type(x)}"
            )
        result.append(leaf)
    return result


def vjp(fun, *primals, has_aux=False, reduce_axes=()):
    """A function's value, and the function that takes cotangents of its outputs to those of its inputs."""
    recorded = _Recorded("jax.vjp", fun, primals, has_aux)

    def vjp_fun(cotangents):
        leaves = _fitting(cotangents, recorded.out_tree, recorded.outputs, "vjp function")
        return jax.tree.unflatten(recorded.in_tree, recorded.pull(leaves))

    return (recorded.value, vjp_fun, recorded.aux) if has_aux else (recorded.value, vjp_fun)


def jvp(fun, primals, tangents, has_aux=False):
    """A function's value and its derivative along tangents."""
    if not isinstance(primals, (tuple, list)) or not isinstance(tangents, (tuple, list)):
        raise TypeError(
            f"primal and tangent arguments to jax.jvp must be tuples or lists; found {type(primals).__name__} and "
            f"{type(tangents).__name__}."
        )
    leaves, structure = jax.tree.flatten(tuple(primals))
    given, other = jax.tree.flatten(tuple(tangents))
    if structure != other:
        raise TypeError(
            "primal and tangent arguments to jax.jvp must have the same tree structure; primals have tree "
            "structure "
            f"{structure} whereas tangents have tree structure {other}."
        )
    moving = []
    for x, t in zip(leaves, given):
        x, t = jnp.asarray(x), jnp.asarray(t)
        if x.shape != t.shape:
            raise ValueError(
                f"jvp called with different primal and tangent shapes;Got primal shape {x.shape} and tangent "
                f"shape as {t.shape}"
            )
        if _is_floating(x) and t.dtype != x.dtype:
            if not getattr(t, "weak_type", False):
                raise TypeError(
                    "primal and tangent arguments to jax.jvp do not match; dtypes must be equal, or in case of "
                    "int/bool primal dtype the tangent "
                    f"dtype must be float0.Got primal dtype {x.dtype} and so expected tangent dtype {x.dtype}, "
                    f"but got tangent dtype {t.dtype} instead."
                )
            t = t.astype(x.dtype)
        moving.append(t)
    recorded = _Recorded("jax.jvp", fun, tuple(primals), has_aux)
    moved = jax.tree.unflatten(recorded.out_tree, recorded.push(moving))
    return (recorded.value, moved, recorded.aux) if has_aux else (recorded.value, moved)


def linearize(fun, *primals, has_aux=False):
    """A function's value, and its derivative as a function of tangents."""
    recorded = _Recorded("jax.linearize", fun, primals, has_aux)

    def f_jvp(*tangents):
        leaves = _fitting(tangents, recorded.in_tree, recorded.inputs, "linearized function")
        return jax.tree.unflatten(recorded.out_tree, recorded.push(leaves))

    return (recorded.value, f_jvp, recorded.aux) if has_aux else (recorded.value, f_jvp)


# ---- gradients


def _chosen(argnums, args):
    """The numbers of the arguments that are differentiated, counted from the front."""
    numbers = [argnums] if isinstance(argnums, int) else list(argnums)
    most = max([n if n >= 0 else -n - 1 for n in numbers]) + 1
    if most > len(args):
        raise ValueError(
            f"differentiating with respect to argnums={argnums} requires at least {most} positional arguments to "
            "be passed by the caller, "
            f"but got only {len(args)} positional arguments."
        )
    return [n % len(args) for n in numbers]


def _partly(fun, args, kwargs, numbers):
    """`fun` as a function of the arguments `numbers`, and those."""

    def of_chosen(*chosen):
        all_args = list(args)
        for n, x in zip(numbers, chosen):
            all_args[n] = x
        return fun(*all_args, **kwargs)

    return of_chosen, tuple([args[n] for n in numbers])


def _check_inputs(name, chosen, allow_int=False):
    for x in jax.tree.leaves(chosen):
        kind = jnp.asarray(x).dtype
        if not jnp.issubdtype(kind, jnp.floating):
            if allow_int:
                raise NotImplementedError(f"`allow_int` of `jax.{name}`")
            raise TypeError(
                f"{name} requires real- or complex-valued inputs (input dtype that is a sub-dtype of np.inexact), "
                f"but got {kind}. "
                "If you want to use Boolean- or integer-valued inputs, use vjp or set allow_int to True."
            )


def _refuse_holomorphic(name, holomorphic):
    if holomorphic:
        raise NotImplementedError(f"`holomorphic` of `jax.{name}`")


def value_and_grad(fun, argnums=0, has_aux=False, holomorphic=False, allow_int=False, reduce_axes=()):
    """A function that gives the value of `fun` and its gradient."""
    return _with_gradient("value_and_grad", fun, argnums, has_aux, holomorphic, allow_int)


def _with_gradient(name, fun, argnums, has_aux, holomorphic, allow_int):
    _refuse_holomorphic(name, holomorphic)

    @functools.wraps(fun)
    def value_and_grad_f(*args, **kwargs):
        numbers = _chosen(argnums, args)
        of_chosen, chosen = _partly(fun, args, kwargs, numbers)
        _check_inputs(name, chosen, allow_int)
        recorded = _Recorded("jax." + name, of_chosen, chosen, has_aux)
        if len(recorded.outputs) != 1 or jax.tree.structure(0) != recorded.out_tree:
            raise TypeError(f"Gradient only defined for scalar-output functions. Output was {recorded.value}.")
        output = recorded.outputs[0]
        if output.shape != ():
            raise TypeError(f"Gradient only defined for scalar-output functions. Output had shape: {output.shape}.")
        if not _is_floating(output):
            raise TypeError(
                f"{name} requires real-valued outputs (output dtype that is a sub-dtype of np.floating), but got "
                f"{output.dtype}. "
                "For holomorphic differentiation, pass holomorphic=True. For differentiation of functions "
                "involving complex outputs, use jax.vjp directly."
            )
        gradients = jax.tree.unflatten(recorded.in_tree, recorded.pull([jnp.ones((), output.dtype)]))
        gradients = gradients[0] if isinstance(argnums, int) else gradients
        return ((recorded.value, recorded.aux), gradients) if has_aux else (recorded.value, gradients)

    return value_and_grad_f


def grad(fun, argnums=0, has_aux=False, holomorphic=False, allow_int=False, reduce_axes=()):
    """A function that gives the gradient of `fun`."""
    both = _with_gradient("grad", fun, argnums, has_aux, holomorphic, allow_int)

    @functools.wraps(fun)
    def grad_f(*args, **kwargs):
        value, gradients = both(*args, **kwargs)
        return (gradients, value[1]) if has_aux else gradients

    return grad_f


# ---- Jacobians


def _basis(x):
    size = x.size
    return jnp.eye(size, dtype=x.dtype).reshape((size,) + x.shape)


def jacrev(fun, argnums=0, has_aux=False, holomorphic=False, allow_int=False):
    """A function that gives the Jacobian of `fun`, a row of it from a walk backwards."""
    _refuse_holomorphic("jacrev", holomorphic)

    @functools.wraps(fun)
    def jacfun(*args, **kwargs):
        numbers = _chosen(argnums, args)
        of_chosen, chosen = _partly(fun, args, kwargs, numbers)
        _check_inputs("jacrev", chosen, allow_int)
        recorded = _Recorded("jax.jacrev", of_chosen, chosen, has_aux)
        blocks = []
        for k, y in enumerate(recorded.outputs):
            rows = jax.vmap(
                lambda ct, k=k: recorded.pull([ct if j == k else None for j in range(len(recorded.outputs))])
            )(_basis(y))
            rows = [row.reshape(y.shape + x.shape) for row, x in zip(rows, recorded.inputs)]
            block = jax.tree.unflatten(recorded.in_tree, rows)
            blocks.append(block[0] if isinstance(argnums, int) else block)
        result = jax.tree.unflatten(recorded.out_tree, blocks)
        return (result, recorded.aux) if has_aux else result

    return jacfun


def jacfwd(fun, argnums=0, has_aux=False, holomorphic=False):
    """A function that gives the Jacobian of `fun`, a column of it from a walk forwards."""
    _refuse_holomorphic("jacfwd", holomorphic)

    @functools.wraps(fun)
    def jacfun(*args, **kwargs):
        numbers = _chosen(argnums, args)
        of_chosen, chosen = _partly(fun, args, kwargs, numbers)
        _check_inputs("jacfwd", chosen)
        recorded = _Recorded("jax.jacfwd", of_chosen, chosen, has_aux)
        columns = []
        for k, x in enumerate(recorded.inputs):
            columns.append(
                jax.vmap(lambda t, k=k: recorded.push([t if j == k else None for j in range(len(recorded.inputs))]))(
                    _basis(x)
                )
            )
        blocks = []
        for j, y in enumerate(recorded.outputs):
            parts = [
                jnp.moveaxis(column[j], 0, -1).reshape(y.shape + x.shape) for column, x in zip(columns, recorded.inputs)
            ]
            block = jax.tree.unflatten(recorded.in_tree, parts)
            blocks.append(block[0] if isinstance(argnums, int) else block)
        result = jax.tree.unflatten(recorded.out_tree, blocks)
        return (result, recorded.aux) if has_aux else result

    return jacfun


jacobian = jacrev


def hessian(fun, argnums=0, has_aux=False, holomorphic=False):
    """A function that gives the second derivatives of `fun`."""
    return jacfwd(
        jacrev(fun, argnums, has_aux=has_aux, holomorphic=holomorphic),
        argnums,
        has_aux=has_aux,
        holomorphic=holomorphic,
    )


def linear_transpose(fun, *primals, reduce_axes=()):
    """The transpose of a linear function of arrays of these types."""

    def transposed(cotangents):
        recorded = _Recorded("jax.linear_transpose", fun, jax.tree.map(lambda x: jnp.zeros(x.shape, x.dtype), primals))
        leaves = _fitting(cotangents, recorded.out_tree, recorded.outputs, "linear transpose")
        return jax.tree.unflatten(recorded.in_tree, recorded.pull(leaves))

    return transposed


def fwd_and_bwd(fun, argnums, has_aux=False, jitted=True):
    """Two functions: the value of `fun` with what its derivative needs, and the cotangents from that."""
    if has_aux:
        raise NotImplementedError("`has_aux` of `jax.fwd_and_bwd`")

    def forward(*args):
        of_chosen, chosen = _partly(fun, args, {}, _chosen(argnums, args))
        return vjp(of_chosen, *chosen)

    def backward(pull, cotangents):
        gradients = pull(cotangents)
        return gradients[0] if isinstance(argnums, int) else gradients

    return forward, backward


def checkpoint(fun, *, prevent_cse=True, policy=None, static_argnums=(), concrete=False):
    """The function itself: what its derivative needs is kept, not computed again."""
    return fun


remat = checkpoint


def _policy(*args, **kwargs):
    return True


def _policy_of(*args, **kwargs):
    return _policy


class checkpoint_policies:
    """What `jax.checkpoint` may keep; all is kept here, whatever the policy."""

    everything_saveable = nothing_saveable = staticmethod(_policy)
    dots_saveable = checkpoint_dots = staticmethod(_policy)
    dots_with_no_batch_dims_saveable = checkpoint_dots_with_no_batch_dims = staticmethod(_policy)
    offload_dot_with_no_batch_dims = save_any_names_but_these = staticmethod(_policy_of)
    save_anything_except_these_names = save_only_these_names = staticmethod(_policy_of)
    save_and_offload_only_these_names = save_from_both_policies = staticmethod(_policy_of)


# ---- functions with derivatives of their own


def _resolve(fun, args, kwargs):
    """All arguments by position, defaults too."""
    bound = inspect.signature(fun).bind(*args, **kwargs)
    bound.apply_defaults()
    if bound.kwargs:
        raise TypeError("keyword arguments could not be resolved to positions")
    return bound.args


def _is_array(x):
    return isinstance(x, jax.Array) and hasattr(x, "_derivative_leaf")  # not a key


class _OwnDerivative:
    def __init__(self, fun, nondiff_argnums=(), nondiff_argnames=()):
        self.fun, self.rules = fun, None
        functools.update_wrapper(self, fun)
        if isinstance(nondiff_argnums, int):
            nondiff_argnums = (nondiff_argnums,)
        if isinstance(nondiff_argnames, str):
            nondiff_argnames = (nondiff_argnames,)
        self.fixed = set(nondiff_argnums)
        if nondiff_argnames:
            names = list(inspect.signature(fun).parameters)
            self.fixed = self.fixed.union([names.index(name) for name in nondiff_argnames])

    def __get__(self, instance, owner=None):
        return self if instance is None else functools.partial(self, instance)

    def __call__(self, *args, **kwargs):
        if self.rules is None:
            raise AttributeError(
                f"No {self.kind} defined for {self.word} function {self.__name__} using def{self.kind.lower()}."
            )
        if jnp.zeros((), bool)._derivative_depth(0) == 0:
            return self.fun(*args, **kwargs)
        return self.mark(list(_resolve(self.fun, args, kwargs)))

    def call_outside(self, function, args):
        """Calls what stands for the function here: its own calls of the function are not differentiated once more."""
        zero = jnp.zeros((), bool)
        zero._derivative_depth(-1)
        try:
            return function(*args)
        finally:
            zero._derivative_depth(1)

    def split(self, args):
        """Arguments that are not differentiated, the leaves of the others, and their tree."""
        count = len(args)
        fixed = set([n % count for n in self.fixed])
        leaves, tree = jax.tree.flatten(tuple([x for n, x in enumerate(args) if n not in fixed]))
        return [x for n, x in enumerate(args) if n in fixed], [jnp.asarray(x) for x in leaves], tree


class _CustomJvp(_OwnDerivative):
    kind, word = "JVP", "custom_jvp"

    def defjvp(self, jvp, symbolic_zeros=False):
        if symbolic_zeros:
            raise NotImplementedError("`symbolic_zeros` of `defjvp`")
        self.rules = jvp
        return jvp

    def defjvps(self, *jvps):
        def rule(primals, tangents):
            value = self(*primals)
            parts = [f(t, value, *primals) for f, t in zip(jvps, tangents) if f is not None]
            total = jax.tree.map(jnp.zeros_like, value)
            for part in parts:
                total = jax.tree.map(jnp.add, total, part)
            return value, total

        self.rules = rule

    def mark(self, args):
        fixed, inputs, tree = self.split(args)
        outputs, out_tree = jax.tree.flatten(self.call_outside(self.fun, args))
        outputs = [jnp.asarray(x) for x in outputs]

        def forward(primals, tangents):
            pair = self.rules(*fixed, jax.tree.unflatten(tree, primals), jax.tree.unflatten(tree, tangents))
            if not isinstance(pair, (tuple, list)) or len(pair) != 2:
                raise TypeError(
                    f"Custom JVP rule {self.rules.__name__} for function {self.__name__} must produce a pair "
                    "(list or tuple of length two) "
                    f"representing primal and tangent outputs, but got {pair}."
                )
            moved = jax.tree.leaves(pair[1])
            if len(moved) != len(outputs):
                raise TypeError(
                    f"Custom JVP rule {self.rules.__name__} for function {self.__name__} must produce primal and "
                    "tangent outputs with equal container (pytree) structures."
                )
            return [jnp.asarray(t).astype(x.dtype) if _is_floating(x) else None for t, x in zip(moved, outputs)]

        return jax.tree.unflatten(out_tree, jnp.zeros(0)._derivative_rule(outputs, inputs, [], None, forward))


class _CustomVjp(_OwnDerivative):
    kind, word = "VJP", "custom_vjp"

    def defvjp(self, fwd, bwd, symbolic_zeros=False, optimize_remat=False):
        if symbolic_zeros:
            raise NotImplementedError("`symbolic_zeros` of `defvjp`")
        self.rules = (fwd, bwd)

    def mark(self, args):
        fixed, inputs, tree = self.split(args)
        fwd, bwd = self.rules
        result = self.call_outside(fwd, args)
        if not isinstance(result, (tuple, list)) or len(result) != 2:
            raise TypeError(
                f"Custom VJP fwd rule {fwd.__name__} for function {self.__name__} must produce a pair (list or "
                "tuple of length two) "
                "where the first element represents the primal output and the second element represents residuals."
            )
        outputs, out_tree = jax.tree.flatten(result[0])
        outputs = [jnp.asarray(x) for x in outputs]
        kept, kept_tree = jax.tree.flatten(result[1])

        def reverse(primals, residuals, cotangents):
            residuals = iter(residuals)
            saved = jax.tree.unflatten(kept_tree, [next(residuals) if _is_array(x) else x for x in kept])
            given = bwd(*fixed, saved, jax.tree.unflatten(out_tree, cotangents))
            return self.check(bwd, given, jax.tree.unflatten(tree, primals))

        return jax.tree.unflatten(
            out_tree, jnp.zeros(0)._derivative_rule(outputs, inputs, [x for x in kept if _is_array(x)], reverse, None)
        )

    def check(self, bwd, given, primals):
        """The leaves of what `bwd` gave, None for zeros."""
        if not isinstance(given, (tuple, list)):
            raise TypeError(
                f"Custom VJP bwd rule {bwd.__name__} must produce a tuple of length equal to the primal args tuple "
                f"(length {len(primals)}), but got {type(given).__name__}."
            )
        if len(given) != len(primals):
            raise TypeError(
                f"Custom VJP bwd rule {bwd.__name__} must produce a tuple of length equal to the primal args "
                "tuple, but the primal args "
                f"tuple has length {len(primals)} and the rule's output has length {len(given)}."
            )
        result = []
        for x, g in zip(primals, given):
            leaves = jax.tree.leaves(x)
            parts = [None] * len(leaves) if g is None else jax.tree.leaves(g, is_leaf=lambda node: node is None)
            if len(parts) != len(leaves):
                raise TypeError(
                    f"Custom VJP bwd rule {bwd.__name__} for function {self.__name__} must produce a tuple with "
                    "the same container (pytree) structure "
                    "as the primal arguments"
                )
            for leaf, part in zip(leaves, parts):
                if part is not None and _is_floating(leaf):
                    part = jnp.asarray(part)
                    if part.shape != leaf.shape:
                        raise ValueError(
                            f"Custom VJP bwd rule {bwd.__name__} must produce a tuple of arrays with the shapes "
                            "of the primal arguments, "
                            f"but got {_of_type(part)} for an argument {_of_type(leaf)}"
                        )
                    part = part.astype(leaf.dtype)
                result.append(part if _is_floating(leaf) else None)
        return result


def custom_jvp(fun, nondiff_argnums=(), nondiff_argnames=()):
    """A function whose derivative forwards `defjvp` gives."""
    return _CustomJvp(fun, nondiff_argnums, nondiff_argnames)


def custom_vjp(fun, nondiff_argnums=(), nondiff_argnames=()):
    """A function whose derivative backwards `defvjp` gives."""
    return _CustomVjp(fun, nondiff_argnums, nondiff_argnames)


def custom_gradient(fun):
    """A function that gives its value and its derivative backwards."""

    def of_value(*args, **kwargs):
        return fun(*args, **kwargs)[0]

    marked = custom_vjp(functools.wraps(fun)(of_value))

    def backward(pull, cotangents):
        given = pull(cotangents)
        return tuple(given) if isinstance(given, (tuple, list)) else (given,)

    class Residuals:
        def __init__(self, pull):
            self.pull = pull

    def forward(*args):
        value, pull = fun(*args)
        return value, Residuals(pull)

    marked.defvjp(forward, lambda residuals, cotangents: backward(residuals.pull, cotangents))
    return marked
