# SPDX-License-Identifier: Apache-2.0
# hidden: jax.experimental.pallas.mosaic_gpu._warp_specialized
"""`plgpu.emit_pipeline_warp_specialized`: one warpgroup, the memory thread, copies; the others, the compute threads,
run the body.

With n slots, all barriers of arrays of n, a phase a step:
  ready     copies of a step are there                 copies -> each compute thread
  consumed  the step's inputs have been read           every compute thread -> memory thread, which may copy step
s + n into the slot
  produced  the step's outputs are written, committed  every compute thread -> memory thread, which stores them
  stored    the step's stores have been read           memory thread -> compute threads, which may write step s +
n
  finished, returned  (one phase a call) every compute thread has done its last step -> the memory thread has
stored everything -> compute threads
The last three only where several compute threads share outputs in shared memory; one alone stores them itself,
and waits for its own groups.
The memory thread lets `lag` stores be under way before it waits for one. Compute step s waits for `stored` of
step s - n, which comes in the
memory thread's round s - n + lag; that round waits for `consumed`, hence for compute step s - n + lag +
delay_release, which must lie before
step s: lag < n - delay_release.

Inputs that no index changes have one slot and barriers of their own (constants: they are there; constants_used:
they have been read). A pipeline of pipelines goes on with the slots as the one before left them: each fetches all
of its own steps, only the first (START) before its loop, and only the last (STOP) waits for what is still to be
consumed.
"""


def compute_registers(memory_registers, num_compute_wgs):
    # A multiprocessor has 512 registers for each of 128 threads; a thread takes at most 256, and a multiple of 8.
    return int(min(256, (512 - memory_registers) // num_compute_wgs) // 8 * 8)


class WarpSpecializedPipeline:
    def __init__(
        self,
        tools,
        body,
        grid,
        memory_registers,
        in_specs,
        out_specs,
        max_concurrent_steps,
        wg_axis,
        num_compute_wgs,
        pipeline_state,
        manual_ready_barriers,
        manual_consumed_barriers,
        compute_context,
        memory_thread_idx,
        carry_coroutine,
    ):
        self.tools, self.body = tools, body
        self.in_specs, self.out_specs = as_tuple(in_specs), as_tuple(out_specs)
        self.walk = walk = Walk(tuple(grid) if isinstance(grid, (tuple, list)) else (grid,))
        self.inputs = [Operand(tools, spec, walk, "input") for spec in flatten_specs(self.in_specs)[0]]
        self.outputs = [Operand(tools, spec, walk, "output") for spec in flatten_specs(self.out_specs)[0]]
        self.delay = self.common_delay()
        self.ring = max_concurrent_steps
        if self.ring <= self.delay:
            raise ValueError(
                f"max_concurrent_steps must be greater than delay_release, but max_concurrent_steps={self.ring},"
                f" delay_release={self.delay}"
            )
        if walk.is_static:
            self.ring = min(self.ring, walk.steps)  # which may be the delay's size now: then no slot is used twice
        if num_compute_wgs < 1:
            raise ValueError(f"num_compute_wgs={num_compute_wgs} is not positive")
        self.memory_registers, self.computes, self.axis = memory_registers, num_compute_wgs, wg_axis
        self.memory_thread = num_compute_wgs if memory_thread_idx is None else memory_thread_idx
        if not isinstance(self.memory_thread, int) or not 0 <= self.memory_thread <= num_compute_wgs:
            raise ValueError(
                f"memory_thread_idx={memory_thread_idx} is not one of the {num_compute_wgs + 1} threads:"
                f" {num_compute_wgs} that compute, and one"
            )
        self.manual_ready, self.manual_consumed = manual_ready_barriers, manual_consumed_barriers
        if compute_context is not None and carry_coroutine is not None:
            raise ValueError(
                "`compute_context` and `carry_coroutine` are both given: the second is the first's spelling of March"
                " 2025"
            )
        self.context, self.coroutine = compute_context, carry_coroutine
        self.has_carry = compute_context is not None or carry_coroutine is not None
        if carry_coroutine is not None:
            tools.remark(
                "`carry_coroutine` is Pallas's spelling of March 2025",
                "today's is `compute_context`, a function that calls the pipeline with the first carry",
            )
        self.state = pipeline_state
        self.check_state()
        count = (
            len(self.in_specs) * (1 + bool(manual_ready_barriers) + bool(manual_consumed_barriers))
            + len(self.out_specs)
            + self.has_carry
        )
        self.with_indices, self.remark = gives_indices(tools, body, count, carry_coroutine is not None)
        self.copied = [operand for operand in self.inputs if operand.is_copied]
        self.constants = sum(operand.in_smem and operand.is_constant for operand in self.inputs)
        self.collects = num_compute_wgs > 1 and any(operand.in_smem for operand in self.outputs)
        self.lag = 1 if self.ring - self.delay > 2 else 0

    def common_delay(self):
        delays = [operand.delay_release for operand in self.inputs if operand.is_copied]
        for delay in delays:
            if delay != delays[0]:
                raise NotImplementedError(
                    f"All inputs must have the same delay_release, but in_spec.delay_release={delay} !="
                    f" delay_release={delays[0]}: this"
                )
        return delays[0] if delays else 0

    def check_state(self):
        # `is_first` and `is_last`: of a pipeline of pipelines; known where the state is.
        state = self.state
        self.is_first = self.is_last = True
        if state is None:
            return
        if not self.walk.is_static:
            raise NotImplementedError("A pipeline of pipelines with a dynamic grid")
        if self.walk.steps % self.ring:
            raise NotImplementedError(
                f"A pipeline of pipelines whose number of steps (product of grid, here {self.walk.steps}) is not"
                f" divisible by max_concurrent_steps={self.ring}"
            )
        if self.delay:
            raise NotImplementedError("A pipeline of pipelines with delay_release")
        states = plgpu.PipelinePipeline
        self.is_first, self.is_last = state == states.START, state == states.STOP

    def get_allocations(self, *gmem_refs):
        in_arrays, out_arrays = split_arrays(gmem_refs, self.in_specs, self.out_specs)
        found = {}
        for k, (operand, array) in enumerate(zip(self.inputs + self.outputs, in_arrays + out_arrays)):
            if operand.in_smem:
                found[f"slots{k}"] = operand.slots(array, 1 if operand.is_constant else self.ring)
        if self.copied:
            if self.manual_ready:
                found["ready"] = [plgpu.Barrier(num_arrivals=1, num_barriers=self.ring) for _ in self.copied]
            else:
                found["ready"] = plgpu.Barrier(num_arrivals=len(self.copied), num_barriers=self.ring)
            found["consumed"] = (
                [self.consumed_barrier([operand]) for operand in self.copied]
                if self.manual_consumed
                else self.consumed_barrier(self.copied)
            )
        if self.constants:
            found["constants"] = plgpu.Barrier(num_arrivals=self.constants)
            found["constants_used"] = self.consumed_barrier(
                [operand for operand in self.inputs if operand.is_constant], 1
            )
        if self.collects:
            if any(operand.is_copied for operand in self.outputs):
                found["produced"] = plgpu.Barrier(num_arrivals=self.computes, num_barriers=self.ring)
                if not self.walk.is_static or self.walk.steps > self.ring:
                    found["stored"] = plgpu.Barrier(num_arrivals=1, num_barriers=self.ring)
            found["finished"], found["returned"] = plgpu.Barrier(num_arrivals=self.computes), plgpu.Barrier(
                num_arrivals=1
            )
        return found

    def consumed_barrier(self, operands, count=None):
        # A block's copy that goes to others must wait for them all.
        axes = []
        for operand in operands:
            axes += [axis for axis in operand.collective_axes if axis not in axes]
        count = self.ring if count is None else count
        if axes:
            return plgpu.ClusterBarrier(collective_axes=tuple(axes), num_arrivals=self.computes, num_barriers=count)
        return plgpu.Barrier(num_arrivals=self.computes, num_barriers=count)

    def __call__(self, *gmem_refs, allocations=None):
        in_arrays, out_arrays = split_arrays(gmem_refs, self.in_specs, self.out_specs)
        if lax.axis_size(self.axis) <= self.computes:
            raise ValueError(
                f"the axis `{self.axis}` has {lax.axis_size(self.axis)} threads, but a pipeline with"
                f" num_compute_wgs={self.computes} takes {self.computes + 1}: one of them copies"
            )
        run = functools.partial(self.run, in_arrays, out_arrays)
        if self.remark is not None:
            self.tools.remark(*self.remark)
        if allocations is not None:
            run(True, **allocations)
            return
        if self.state is not None:
            raise ValueError(
                "Pipeline state should not be set when using automatic allocation: pass `allocations=`, which"
                " `pl.run_scoped` makes of `pipeline.get_allocations(*gmem_refs)`"
            )
        pl.run_scoped(functools.partial(run, False), collective_axes=self.axis, **self.get_allocations(*gmem_refs))

    def run(self, in_arrays, out_arrays, is_shared, **allocations):
        # The allocations may come from a pipeline with another body: buffers get the names that this one has for them.
        names, buffers = buffer_names(self.tools, self.body, self.in_specs + self.out_specs, self.with_indices), []
        for k, (operand, array) in enumerate(zip(self.inputs + self.outputs, in_arrays + out_arrays)):
            slots = allocations.get(f"slots{k}")
            if slots is not None:
                self.tools.rename(slots, names[k])
            buffers.append(Buffer(operand, array, slots))
        run = Run(self, buffers[: len(self.inputs)], buffers[len(self.inputs) :], allocations, is_shared)
        lax.cond(lax.axis_index(self.axis) != self.memory_thread, run.compute, run.copy)


class Run:
    # One call of a pipeline, with its buffers and barriers.
    def __init__(self, pipeline, sources, targets, allocations, is_shared):
        self.of, self.walk, self.ring, self.delay = pipeline, pipeline.walk, pipeline.ring, pipeline.delay
        self.sources, self.targets = sources, targets
        self.ready, self.consumed = [as_tuple(allocations.get(name, ())) for name in ("ready", "consumed")]
        self.constants, self.constants_used = allocations.get("constants"), allocations.get("constants_used")
        self.produced, self.stored = allocations.get("produced"), allocations.get("stored")
        self.finished, self.returned = allocations.get("finished"), allocations.get("returned")
        self.outputs = Outputs(targets, self.walk, self.ring)
        # Who calls with allocations may call again: then the last steps' slots must be told to be free too, which
        # `delay_release` leaves open.
        self.tells_all = is_shared and self.delay > 0
        self.constant_targets = [target for target in targets if target.operand.in_smem and target.operand.is_constant]

    def barriers_for_body(self, barriers, slot):
        # In the inputs' trees; None for an input that is not copied at each step.
        at, found = iter(barriers), []
        for source in self.sources:
            found.append(next(at).at[slot] if source.operand.is_copied else None)
        return unflatten(self.of.in_specs, found)

    def store_constants(self):
        if self.constant_targets:
            for target in self.constant_targets:
                target.copy_out(
                    self.walk.indices(self.walk.start(0), 0), 0, None if self.walk.is_static else self.walk.steps > 0
                )
            plgpu.commit_smem_to_gmem_group()

    # ===-- compute threads ---------------------------------------------------------------------------------------===#

    def compute(self):
        of = self.of
        plgpu.set_max_registers(compute_registers(of.memory_registers, of.computes), action="increase")
        if self.constants is not None:
            plgpu.barrier_wait(self.constants.at[0])
        if of.context is not None:
            self.run_context()
        elif of.coroutine is not None:
            self.run_coroutine()
        else:
            self.loop(None)
        if self.constants_used is not None:
            plgpu.barrier_arrive(self.constants_used.at[0])
        if of.collects:
            if self.constant_targets:
                plgpu.commit_smem()
            plgpu.barrier_arrive(self.finished.at[0])
            plgpu.barrier_wait(self.returned.at[0])
        elif self.constant_targets or self.outputs.buffers:
            if self.constant_targets:
                plgpu.commit_smem()
            self.store_constants()
            plgpu.wait_smem_to_gmem(0)

    def run_context(self):
        calls = []

        def pipeline(*carry):
            if calls:
                raise ValueError("Cannot call pipeline more than once in `compute_context`")
            calls.append(1)
            if len(carry) != 1:
                raise TypeError(
                    "the pipeline of a `compute_context` takes the first carry, one value or a tuple of values, not"
                    f" {len(carry)} arguments"
                )
            return self.loop(carry[0])

        self.of.context(pipeline)
        if not calls:
            raise ValueError("Pipeline was not called in `compute_context`")

    def run_coroutine(self):
        coroutine = self.of.coroutine()
        try:
            carry = next(coroutine)
        except StopIteration:
            raise ValueError("carry_coroutine must yield the initial carry.") from None
        carry = self.loop(carry)
        try:
            coroutine.send(carry)
        except StopIteration:
            return
        raise ValueError("carry_coroutine must only yield once.")

    def loop(self, carry):
        first = (jnp.int32(0), self.walk.start(0), self.outputs.first_slots(), carry)
        slot, _, _, carry = lax.fori_loop(0, self.walk.steps, self.compute_step, first)
        if self.tells_all and self.consumed:
            plgpu.wgmma_wait(0)
            for distance in range(min(self.delay, self.ring), 0, -1):
                last_slot = earlier_slot(slot, distance, self.ring)

                def arrive():
                    for barrier in self.consumed:
                        plgpu.barrier_arrive(barrier.at[last_slot])

                pl.when(True if self.walk.is_static else distance <= self.walk.steps)(arrive)
        return carry

    def compute_step(self, step, carried):
        of, ring, delay = self.of, self.ring, self.delay
        slot, place, slots, carry = carried
        indices = self.walk.indices(place, step)
        if not of.manual_ready:
            for barrier in self.ready:
                plgpu.barrier_wait(barrier.at[slot])
        stores_alone = self.outputs.buffers and not of.collects
        if stores_alone:
            plgpu.wait_smem_to_gmem(ring - 1, wait_read_only=True)
        elif self.stored is not None:
            pl.when(step >= ring)(lambda: plgpu.barrier_wait(self.stored.at[slot]))
        consumed_slot = earlier_slot(slot, min(delay, ring), ring)
        refs = [buffer.ref(self.outputs.slot_of(buffer, slot, slots)) for buffer in self.sources + self.targets]
        arguments = unflatten(of.in_specs, refs[: len(self.sources)]) + unflatten(
            of.out_specs, refs[len(self.sources) :]
        )
        if of.manual_ready:
            arguments += self.barriers_for_body(self.ready, slot)
        if of.manual_consumed:
            arguments += self.barriers_for_body(self.consumed, consumed_slot)
        if of.has_carry:
            arguments += (carry,)
        carry = call_body(of.tools, of.body, self.walk, indices, of.with_indices, arguments)
        if not of.manual_consumed:
            for barrier in self.consumed:
                arrive = lambda: plgpu.barrier_arrive(barrier.at[consumed_slot])
                pl.when(step >= delay if delay else True)(arrive)
        next_place = self.walk.after(place)
        if self.outputs.buffers:
            plgpu.commit_smem()
            if of.collects:
                plgpu.barrier_arrive(self.produced.at[slot])
                slots = self.outputs.advance(indices, self.walk.indices(next_place, step + 1), slots)
            else:
                slots = self.outputs.store(
                    indices, self.walk.indices(next_place, step + 1), step == self.walk.steps - 1, slot, slots
                )
                plgpu.commit_smem_to_gmem_group()
        return next_slot(slot, ring), next_place, slots, carry if of.has_carry else None

    # ===-- the memory thread -------------------------------------------------------------------------------------===#

    def copy(self):
        of, walk, ring = self.of, self.walk, self.ring
        plgpu.set_max_registers(of.memory_registers, action="decrease")
        self.fetch_constants()
        if not of.copied and not of.collects:
            self.settle_constants()
            return
        ahead = self.begin() if of.copied else 0
        collects = of.collects and bool(self.outputs.buffers)
        rounds = walk.steps - ahead if of.copied else 0

        def one_round(step, carried):
            slot, fetch_place, place, slots = carried
            fetch = functools.partial(self.fetch, walk.indices(fetch_place, step + ahead), slot, self.consumed)
            if of.copied:
                pl.when(step < rounds if collects else True)(fetch)
            if collects:
                slots = self.collect(step, slot, place, slots)
                place = walk.after(place)
            return next_slot(slot, ring), walk.after(fetch_place), place, slots

        first = (jnp.int32(0), walk.start(ahead)) + (
            (walk.start(0), self.outputs.first_slots()) if collects else ((), ())
        )
        count = walk.steps if collects else rounds
        slot = jnp.int32(0) if isinstance(count, int) and count == 0 else lax.fori_loop(0, count, one_round, first)[0]
        left = ring if walk.is_static else jnp.minimum(ring, walk.steps)
        self.settle(left, self.slot_of(walk.steps - left if of.state is None else 0) if collects else slot)
        self.settle_constants()
        if of.collects:
            plgpu.barrier_wait(self.finished.at[0])
            self.store_constants()
            plgpu.wait_smem_to_gmem(0)
            plgpu.barrier_arrive(self.returned.at[0])

    def begin(self):
        # The copies before the loop: of the first `ring` steps, unless the pipeline before this one has the slots.
        # Gives how many.
        walk, ring, is_first = self.walk, self.ring, self.of.is_first

        def fetch_all():
            for step in range(ring):
                fetch = functools.partial(self.fetch, walk.indices(walk.start(step), step), jnp.int32(step))
                pl.when(True if walk.is_static else step < walk.steps)(fetch)

        pl.when(is_first)(fetch_all)
        count = ring if walk.is_static else jnp.minimum(ring, walk.steps)
        if isinstance(is_first, bool):
            return count if is_first else 0
        return jnp.where(is_first, count, 0)

    def fetch(self, indices, slot, consumed=()):
        # Begins a step's copies, each after its slot has been read where `consumed` has barriers.
        if consumed and not self.of.manual_consumed:
            plgpu.barrier_wait(consumed[0].at[slot])
        for k, source in enumerate(source for source in self.sources if source.operand.is_copied):
            if consumed and self.of.manual_consumed:
                plgpu.barrier_wait(consumed[k].at[slot])
            source.copy_in(indices, slot, self.ready[k if self.of.manual_ready else 0].at[slot])

    def settle(self, left, slot):
        # Waits for the last `left` steps, whose slots nothing else is copied into, so that no barrier is left in the
        # middle of a phase. The last `delay` of them arrive at nothing, unless others may come.
        def wait(step, slot):
            for barrier in self.consumed:
                plgpu.barrier_wait(barrier.at[slot])
            return next_slot(slot, self.ring)

        if self.consumed:
            pl.when(self.of.is_last)(
                lambda: lax.fori_loop(0, left if self.tells_all else left - self.delay, wait, slot)
            )

    def slot_of(self, step):
        return jnp.int32(step % self.ring) if isinstance(step, int) else lax.rem(jnp.int32(step), jnp.int32(self.ring))

    def collect(self, step, slot, place, slots):
        # Stores a step's outputs when every compute thread has written them, and tells when an earlier step's have been
        # read.
        ring, lag = self.ring, self.of.lag
        plgpu.barrier_wait(self.produced.at[slot])
        indices, next_indices = self.walk.indices(place, step), self.walk.indices(self.walk.after(place), step + 1)
        slots = self.outputs.store(indices, next_indices, step == self.walk.steps - 1, slot, slots)
        plgpu.commit_smem_to_gmem_group()
        if self.stored is not None:
            plgpu.wait_smem_to_gmem(lag, wait_read_only=True)
            is_awaited = step + (ring - lag) < self.walk.steps
            if lag:
                is_awaited &= step >= lag
            pl.when(is_awaited)(lambda: plgpu.barrier_arrive(self.stored.at[earlier_slot(slot, lag, ring)]))
        return slots

    def fetch_constants(self):
        if self.constants is None:
            return
        if self.of.state is not None:
            pl.when(negate(self.of.is_first))(lambda: plgpu.barrier_wait(self.constants_used.at[0]))
        for source in self.sources:
            if source.operand.in_smem and source.operand.is_constant:
                source.copy_in(self.walk.indices(self.walk.start(0), 0), 0, self.constants.at[0])

    def settle_constants(self):
        if self.constants is not None:
            pl.when(self.of.is_last)(lambda: plgpu.barrier_wait(self.constants_used.at[0]))


def emit_pipeline_warp_specialized(tools, *arguments):
    return WarpSpecializedPipeline(tools, *arguments)
