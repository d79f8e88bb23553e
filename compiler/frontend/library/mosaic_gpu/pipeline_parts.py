# SPDX-License-Identifier: Apache-2.0
# hidden: jax.experimental.pallas.mosaic_gpu._emit jax.experimental.pallas.mosaic_gpu._warp_specialized
"""What both pipelines of `plgpu` are made of: where a grid's steps stand (Walk), what a BlockSpec says about one array
(Operand), an array with its slots in shared memory (Buffer), and which version of Pallas a body was written for.

Slots. Copies into slot k of a ring of `max_concurrent_steps` are those of steps k, k + n, ..; a block whose index
map uses no index has one slot. An output block that stays for several steps stays in its slot, so that they may add
to it, and is stored after the last of them; the next block takes the next slot. Since a block lasts for a step at
least, a slot comes again no earlier than n steps after its block's last: whoever has waited for the stores of all
steps but the last n - 1 may write it.
"""

import functools
import jax
import jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu


class Walk:
    # Where a grid's steps stand, the last axis fastest. Of the axes only those longer than 1 move; where that is one
    # alone, its index is the step's number, and nothing has to be carried.
    def __init__(self, grid):
        self.grid = grid
        self.is_static = all(isinstance(size, int) for size in grid)
        for size in grid:
            if isinstance(size, int) and size <= 0:
                raise ValueError(f"all sizes of a pipeline's grid must be positive, but grid={grid}")
        self.moving = [axis for axis, size in enumerate(grid) if not isinstance(size, int) or size != 1]
        self.steps = 1
        for size in grid:
            self.steps = self.steps * size

    def start(self, step):
        # What is carried from step to step, at step number `step`.
        if len(self.moving) < 2:
            return ()
        found = []
        for axis in reversed(self.moving):
            size = self.grid[axis]
            if isinstance(step, int) and isinstance(size, int):
                step, index = divmod(step, size)
            else:
                step, size = jnp.int32(step), jnp.int32(size)
                step, index = lax.div(step, size), lax.rem(step, size)
            found.append(jnp.int32(index))
        return tuple(reversed(found))

    def after(self, state):
        moved, carry = [], None
        for axis, index in reversed(list(zip(self.moving, state))):
            index = index + 1 if carry is None else jnp.where(carry, index + 1, index)
            carry = index == self.grid[axis]
            moved.append(jnp.where(carry, 0, index))
        return tuple(reversed(moved))

    def indices(self, state, step):
        found = [jnp.int32(0)] * len(self.grid)
        for axis, index in zip(self.moving, state or (jnp.int32(step),)):
            found[axis] = index
        return tuple(found)


class Operand:
    # One array of a pipeline as its spec has it.
    def __init__(self, tools, spec, walk, kind):
        if not hasattr(spec, "block_shape"):
            raise TypeError(f"a pipeline's {kind} specs are BlockSpecs, not a {type(spec).__name__}")
        if getattr(spec, "pipeline_mode", None) is not None:
            raise NotImplementedError("`pipeline_mode` of a pipeline's BlockSpec")
        self.tools, self.spec = tools, spec
        self.index_map = spec.index_map
        self.in_smem = spec.memory_space is None or spec.memory_space == plgpu.SMEM
        if not self.in_smem and spec.memory_space != plgpu.GMEM:
            raise ValueError(f"a pipeline's blocks are in SMEM, or the whole array in GMEM, not in {spec.memory_space}")
        # How the index map uses each index of the grid: 0 not at all, 1 it does, 2 the index is itself one of the
        # block's.
        uses = (
            tools.uses(self.index_map, len(walk.grid))
            if self.index_map is not None and self.in_smem
            else (0,) * len(walk.grid)
        )
        self.is_constant = not any(uses)
        self.never_stays = all(uses[axis] == 2 for axis in walk.moving)
        delay = getattr(spec, "delay_release", 0)
        self.delay_release = 0 if delay is None else delay
        axes = getattr(spec, "collective_axes", None)
        axes = () if axes is None else (axes,) if isinstance(axes, str) else tuple(axes)
        if len(axes) > 1 and kind == "input":
            raise ValueError(f"Only a single collective axis supported in input BlockSpecs, but got {axes}")
        if axes and kind == "output":
            raise ValueError("Output BlockSpecs cannot have collective_axes")
        self.collective_axes = axes
        self.is_copied = self.in_smem and not self.is_constant

    def sizes(self, array):
        # (elements, is counted in elements, is dropped) of each axis.
        shape = self.spec.block_shape
        if shape is None:
            return [(size, True, False) for size in array.shape]
        if len(shape) != len(array.shape):
            raise ValueError(
                f"Block shape {tuple(shape)} must have the same number of dimensions as the array shape"
                f" {tuple(array.shape)}"
            )
        found = []
        for size in shape:
            kind = type(size).__name__
            if size is None or kind == "Squeezed":
                found.append((1, True, True))
            elif kind == "Element":
                if tuple(size.padding) != (0, 0):
                    raise NotImplementedError("the padding of a `pl.Element` in a pipeline")
                found.append((size.block_size, True, False))
            elif kind == "Blocked":
                found.append((size.block_size, False, False))
            elif isinstance(size, int):
                found.append((size, False, False))
            else:
                raise NotImplementedError(f"a block dimension of kind `{kind}` in a pipeline")
        return found

    def slots(self, array, count):
        shape = tuple(size for size, _, is_dropped in self.sizes(array) if not is_dropped)
        return plgpu.SMEM(
            (count, *shape),
            array.dtype,
            transforms=tuple(
                t.batch(1) if hasattr(t, "batch") else t for t in getattr(self.spec, "transforms", None) or ()
            ),
        )

    def block(self, indices):
        # The block's index: one number an axis of the array.
        rank = len(self.spec.block_shape)
        if self.index_map is None:
            return (0,) * rank
        found = self.index_map(*indices)
        found = tuple(found) if isinstance(found, (tuple, list)) else (found,)
        if len(found) != rank:
            raise ValueError(
                f"the index map of a block of shape {tuple(self.spec.block_shape)} returned {len(found)} values, not"
                f" {rank}"
            )
        return found

    def part(self, array, indices):
        # The block's part of the array.
        if self.spec.block_shape is None:
            return array
        keys = []
        for (size, in_elements, is_dropped), index in zip(self.sizes(array), self.block(indices)):
            keys.append(index if is_dropped else pl.ds(index if in_elements else index * size, size))
        return array.at[tuple(keys)]


class Buffer:
    # An operand with its array and its slots (None: the body sees the array itself).
    def __init__(self, operand, array, slots):
        self.operand, self.array, self.slots = operand, array, slots

    def ref(self, slot):
        return self.array if self.slots is None else self.slots.at[0 if self.operand.is_constant else slot]

    def copy_in(self, indices, slot, barrier):
        options = {}
        if self.operand.collective_axes:
            options["collective_axes"] = self.operand.collective_axes[0]
        mode = getattr(self.operand.spec, "oob_fill_mode", None)
        if mode is not None:
            options["oob_mode"] = mode
        self.operand.tools.at(
            self.operand.spec,
            lambda: plgpu.copy_gmem_to_smem(self.operand.part(self.array, indices), self.ref(slot), barrier, **options),
        )

    def copy_out(self, indices, slot, predicate):
        options = {} if predicate is None else {"predicate": predicate}
        self.operand.tools.at(
            self.operand.spec,
            lambda: plgpu.copy_smem_to_gmem(
                self.ref(slot), self.operand.part(self.array, indices), commit_group=False, **options
            ),
        )

    def stays(self, indices, next_indices):
        # Whether the next step has the same block.
        pairs = zip(self.operand.block(indices), self.operand.block(next_indices))
        parts = [now == later for now, later in pairs if not (isinstance(now, int) and now == later)]
        return functools.reduce(lambda a, b: a & b, parts) if parts else True


class Outputs:
    # The outputs whose block changes within the loop: which slot each has, and when it is stored.
    def __init__(self, buffers, walk, ring):
        self.buffers = [buffer for buffer in buffers if buffer.operand.is_copied]
        self.walk, self.ring = walk, ring

    def first_slots(self):
        return tuple(None if buffer.operand.never_stays else jnp.int32(0) for buffer in self.buffers)

    def slot_of(self, buffer, slot, slots):
        for other, own in zip(self.buffers, slots):
            if other is buffer and own is not None:
                return own
        return slot

    def store(self, indices, next_indices, is_last, slot, slots):
        # Issues the stores of blocks whose last step this is; gives the outputs' next slots.
        following = []
        for buffer, own in zip(self.buffers, slots):
            if own is None:
                buffer.copy_out(indices, slot, None)
                following.append(None)
                continue
            stays = buffer.stays(indices, next_indices)
            ends = negate(stays) | is_last
            buffer.copy_out(indices, own, ends)
            following.append(jnp.where(ends, next_slot(own, self.ring), own))
        return tuple(following)

    def advance(self, indices, next_indices, slots):
        # The next slots, for who doesn't store.
        return tuple(
            None if own is None else jnp.where(buffer.stays(indices, next_indices), own, next_slot(own, self.ring))
            for buffer, own in zip(self.buffers, slots)
        )


def negate(condition):
    return not condition if isinstance(condition, bool) else ~condition


def next_slot(slot, ring):
    if ring == 1:
        return slot
    return jnp.where(slot == ring - 1, 0, slot + 1)


def earlier_slot(slot, distance, ring):
    # The slot `distance` steps before, of fewer than `ring`.
    if distance == 0:
        return slot
    return jnp.where(slot >= distance, slot - distance, slot + (ring - distance))


def is_spec(value):
    return hasattr(value, "block_shape")


def as_tuple(specs):
    return tuple(specs) if isinstance(specs, (tuple, list)) and not is_spec(specs) else (specs,)


def flatten_specs(specs):
    return jax.tree.flatten(specs, is_leaf=is_spec)


def split_arrays(arrays, in_specs, out_specs):
    # The arrays as two flat lists; their trees must be those of the specs.
    in_arrays, out_arrays = tuple(arrays[: len(in_specs)]), tuple(arrays[len(in_specs) :])
    flat = []
    for what, specs, given in (("Input", in_specs, in_arrays), ("Output", out_specs, out_arrays)):
        leaves, tree = jax.tree.flatten(given)
        expected = flatten_specs(specs)[1]
        if tree != expected:
            raise ValueError(
                f"{what} specs and {what.lower()} gmem refs must have the same pytree structure. {expected} != {tree}"
            )
        flat.append(leaves)
    return flat


def unflatten(specs, leaves):
    # Leaves in the trees of the specs, a tuple of trees.
    return tuple(jax.tree.unflatten(flatten_specs(specs)[1], leaves))


# What a pipeline allocates besides buffers.
own_names = ("ready", "consumed", "constants", "constants_used", "produced", "stored", "finished", "returned")


def buffer_names(tools, body, specs, skipped):
    # Buffers have the names of the body's parameters, since that is how a program knows them.
    names, parameters = [], tools.parameters(body)[0]
    for position, spec in enumerate(specs):
        position += skipped
        stem = parameters[position] if position < len(parameters) else f"ref{position}"
        leaves = flatten_specs(spec)[0]
        for k in range(len(leaves)):
            name = stem if len(leaves) == 1 else f"{stem}_{k}"
            while name in names or name in own_names or name in ("f", "types", "collective_axes", "kw_types"):
                name += "_"
            names.append(name)
    return names


def takes(tools, body, count):
    names, required, is_open = tools.parameters(body)
    return required <= count and (is_open or count <= len(names))


def gives_indices(tools, body, count, is_march):
    # Whether the body, which takes `count` arguments besides, takes the indices first, as all do since April 2025; and
    # a remark where that is not plain.
    with_indices, without = takes(tools, body, count + 1), takes(tools, body, count)
    if with_indices and without and is_march:
        return False, (
            "the pipeline's body takes any number of arguments; with the arguments of March 2025 it gets no indices",
            "`pl.program_id(axis)` in the body is the pipeline's index along that axis",
        )
    if with_indices and without:
        return True, (
            "the pipeline's body takes any number of arguments; it gets the indices first, as in today's Pallas",
            "in March 2025 a body got no indices",
        )
    if without:
        return False, (
            "the pipeline's body takes no indices, as in Pallas of March 2025",
            (
                "today's bodies take a tuple of indices first; `pl.program_id(axis)` in this body is the pipeline's"
                " index along that axis"
            ),
        )
    return True, None


def call_body(tools, body, walk, indices, with_indices, arguments):
    if with_indices:
        return body(indices, *arguments)
    return tools.within_grid(indices, tuple(walk.grid), body, tuple(arguments))
