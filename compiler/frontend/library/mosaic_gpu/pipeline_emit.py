# SPDX-License-Identifier: Apache-2.0
# hidden: jax.experimental.pallas.mosaic_gpu._emit
"""`plgpu.emit_pipeline`: one warpgroup copies blocks in, runs the body on them, and stores what it made.

With n slots: the copies of the first n steps begin before the loop. Step s waits for its copies and for the stores
of step s - n (which has had its slot), runs the body, stores, and begins the copies of step s + n into the slot
that it has just read.  An input with `delay_release` d is still in use by what the body left in flight, up to d
steps: step s then begins the copies of  step s + n - d into the slot that step s - d has read.
"""


def emit_pipeline(tools, body, grid, in_specs, out_specs, max_concurrent_steps, init_carry, delay_release):
    in_specs, out_specs = as_tuple(in_specs), as_tuple(out_specs)
    walk = Walk(tuple(grid) if isinstance(grid, (tuple, list)) else (grid,))
    inputs = [Operand(tools, spec, walk, "input") for spec in flatten_specs(in_specs)[0]]
    outputs = [Operand(tools, spec, walk, "output") for spec in flatten_specs(out_specs)[0]]
    for operand in inputs:
        if operand.collective_axes:
            raise NotImplementedError(
                "`collective_axes` of a BlockSpec of `plgpu.emit_pipeline` (`plgpu.emit_pipeline_warp_specialized`"
                " takes them)"
            )
    ring, march_delay = max_concurrent_steps, 0
    if delay_release is not None:
        if any(operand.delay_release for operand in inputs):
            raise ValueError("`delay_release` is given to the pipeline and in its BlockSpecs")
        if ring <= delay_release:
            raise ValueError(
                f"max_concurrent_steps must be greater than delay_release, but max_concurrent_steps={ring},"
                f" delay_release={delay_release}"
            )
        march_delay = delay_release
        for operand in inputs:
            operand.delay_release = delay_release
    levels = sorted(set(operand.delay_release for operand in inputs if operand.is_copied))
    if levels and ring <= levels[-1]:
        raise ValueError(
            f"max_concurrent_steps must be greater than all delay_release values, but max_concurrent_steps={ring} and"
            f" delay_release_levels={levels}."
        )
    if walk.is_static:
        ring = min(ring, walk.steps)
        levels = [level for level in levels if level < ring]  # with a slot for each step, none is used twice
    if ring < 1:
        raise ValueError(f"max_concurrent_steps={max_concurrent_steps} is not positive")
    march_delay = min(march_delay, ring - 1)
    has_carry = init_carry is not None
    with_indices, remark = gives_indices(
        tools, body, len(in_specs) + len(out_specs) + has_carry, delay_release is not None
    )
    if remark is not None:
        tools.remark(*remark)
    names = buffer_names(tools, body, in_specs + out_specs, with_indices)

    def pipeline(*gmem_refs):
        in_arrays, out_arrays = split_arrays(gmem_refs, in_specs, out_specs)
        allocations = {}
        for name, operand, array in zip(names, inputs + outputs, in_arrays + out_arrays):
            if operand.in_smem:
                allocations[name] = operand.slots(array, 1 if operand.is_constant else ring)
        copied = sum(operand.is_copied for operand in inputs)
        constants = sum(operand.in_smem and operand.is_constant for operand in inputs)
        if copied:
            allocations["ready"] = plgpu.Barrier(num_arrivals=copied, num_barriers=ring)
        if constants:
            allocations["constants"] = plgpu.Barrier(num_arrivals=constants)
        return pl.run_scoped(functools.partial(run, in_arrays, out_arrays), **allocations)

    def run(in_arrays, out_arrays, **allocations):
        buffers = [
            Buffer(operand, array, allocations.get(name))
            for name, operand, array in zip(names, inputs + outputs, in_arrays + out_arrays)
        ]
        sources, targets = buffers[: len(inputs)], buffers[len(inputs) :]
        ready, constants = allocations.get("ready"), allocations.get("constants")
        loop_outputs = Outputs(targets, walk, ring)
        stores_in_loop = bool(loop_outputs.buffers)

        def fetch(indices, slot, level=None):
            for source in sources:
                if source.operand.is_copied and level in (None, source.operand.delay_release):
                    source.copy_in(indices, slot, ready.at[slot])

        for source in sources:
            if source.operand.in_smem and source.operand.is_constant:
                source.copy_in(walk.indices(walk.start(0), 0), 0, constants.at[0])
        for step in range(ring):
            begin = functools.partial(fetch, walk.indices(walk.start(step), step), jnp.int32(step))
            if walk.is_static:
                begin()
            else:
                pl.when(step < walk.steps)(begin)
        if constants is not None:
            plgpu.barrier_wait(constants.at[0])

        def one_step(step, carried):
            slot, place, fetch_places, slots, carry = carried
            indices = walk.indices(place, step)
            if ready is not None:
                plgpu.barrier_wait(ready.at[slot])
            if stores_in_loop:
                plgpu.wait_smem_to_gmem(ring - 1 - march_delay, wait_read_only=True)
            refs = [buffer.ref(loop_outputs.slot_of(buffer, slot, slots)) for buffer in buffers]
            arguments = unflatten(in_specs, refs[: len(inputs)]) + unflatten(out_specs, refs[len(inputs) :])
            carry = call_body(
                tools, body, walk, indices, with_indices, arguments + (carry,) if has_carry else arguments
            )
            next_place = walk.after(place)
            if stores_in_loop:
                plgpu.commit_smem()
                slots = loop_outputs.store(
                    indices, walk.indices(next_place, step + 1), step == walk.steps - 1, slot, slots
                )
                plgpu.commit_smem_to_gmem_group()
            for level, fetch_place in zip(levels, fetch_places):
                ahead = step + (ring - level)
                is_due = ahead < walk.steps
                if level:
                    is_due &= step >= level
                pl.when(is_due)(
                    functools.partial(fetch, walk.indices(fetch_place, ahead), earlier_slot(slot, level, ring), level)
                )
            fetch_places = tuple(walk.after(fetch_place) for fetch_place in fetch_places)
            return next_slot(slot, ring), next_place, fetch_places, slots, carry if has_carry else None

        fetch_places = tuple(walk.start(ring - level) for level in levels)
        first = (jnp.int32(0), walk.start(0), fetch_places, loop_outputs.first_slots(), init_carry)
        carry = lax.fori_loop(0, walk.steps, one_step, first)[-1]

        # What no step changes is stored once, after all.
        constant_outputs = [target for target in targets if target.operand.in_smem and target.operand.is_constant]
        if constant_outputs:
            plgpu.commit_smem()
            for target in constant_outputs:
                target.copy_out(walk.indices(walk.start(0), 0), 0, None if walk.is_static else walk.steps > 0)
            plgpu.commit_smem_to_gmem_group()
        if constant_outputs or stores_in_loop:
            plgpu.wait_smem_to_gmem(0)
        return carry if has_carry else None

    return pipeline
