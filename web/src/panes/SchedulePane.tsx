// SPDX-License-Identifier: Apache-2.0
// What each kernel costs by the model, and how it is scheduled and why: what `tessera compile --explain` says of it. Pointing at a line of a
// table lights its place in the editor, its button goes there. What the cost model says is called a prediction, never a time.

import type { ComponentChildren } from "preact";
import { formatAmount, formatBytes, formatCount, formatMilliseconds, formatShape, plural } from "../base/format";
import type { ExplainedKernel, ExplainedReason, SchedulePlan, SchedulePrediction, SourceRange } from "../base/protocol";
import { CostTable } from "./CostTable";
import { Message } from "./DiagnosticsPane";
import { usePage } from "./page";
import { Roofline } from "./Roofline";
import { Choices, ChosenByHand } from "./ScheduleChoices";
import { litBy } from "./view-state";
import { Empty, Outdated } from "./widgets";

export function SchedulePane() {
  const { workspace, view } = usePage();
  const schedule = workspace.schedule.value;
  const kernels = schedule.value?.kernels ?? [];
  const kernel = kernels.find(({ name }) => name === view.scheduleKernel.value) ?? kernels[0];
  if (!kernel)
    return (
      <div class="schedule">
        <ChosenByHand />
        <Empty>{whyEmpty(schedule.error, schedule.loading, schedule.value !== null)}</Empty>
      </div>
    );
  const card = schedule.value?.card ?? "";
  const choice = { kernels, card, chosen: kernel.name, onChoose: (name: string) => (view.scheduleKernel.value = name) };
  return (
    <div class="schedule">
      <Outdated view={schedule} />
      <div class="cost">
        <ChosenByHand />
        <CostTable {...choice} />
      </div>
      <div class="cost-body">
        <Roofline {...choice} />
        <KernelSchedule kernel={kernel} card={card} target={schedule.value?.target ?? ""} />
      </div>
    </div>
  );
}

function whyEmpty(error: string | null, loading: boolean, empty: boolean): string {
  if (error) return `No schedule: ${error}.`;
  if (loading) return "Looking how each kernel is scheduled…";
  if (empty) return "This program launches no kernel. How a kernel is scheduled, and why, comes here.";
  return "How each kernel is scheduled, and why, comes here once the program compiles.";
}

const forms = { warpgroups: "a kernel of warpgroups", "block program": "a block program", none: "no schedule" };

function KernelSchedule({ kernel, card, target }: { kernel: ExplainedKernel; card: string; target: string }) {
  const { prediction, plan } = kernel;
  return (
    <div class="schedule-body">
      <h2>
        <code>{kernel.name}</code>
        {` for ${target}: ${forms[kernel.form]}`}
      </h2>
      <Reasons title="Why it has none" reasons={kernel.refusals} />
      {prediction && <Prediction prediction={prediction} card={card} />}
      <Reasons title="What stood in the way" reasons={kernel.obstacles} />
      {plan && <Plan plan={plan} grids={kernel.grids} />}
      <Reasons title="What was decided" reasons={kernel.decisions} />
      {kernel.choices && kernel.choices.length > 0 && <Choices kernel={kernel} />}
    </div>
  );
}

function Prediction({ prediction, card }: { prediction: SchedulePrediction; card: string }) {
  const { microseconds, rooflineMicroseconds, limit, blocks, blocksPerProcessor, waves, guesses } = prediction;
  return (
    <>
      <p>
        {`The cost model predicts ${formatMilliseconds(microseconds / 1000)} on ${card}, limited by ${limit}: ${plural(blocks, "block")}, ${formatCount(blocksPerProcessor)} a multiprocessor, in ${plural(waves, "wave")}.`}
        <span class="note">
          {" "}
          A prediction for ranking schedules, not a time of a GPU
          {guesses ? "; some loops depend on data, their course is guessed" : ""}.
        </span>
      </p>
      {rooflineMicroseconds > 0 && (
        <p class="roofline">
          <meter min={0} max={1} value={rooflineMicroseconds / microseconds} aria-label="share of the roofline" />
          {` ${Math.round((100 * rooflineMicroseconds) / microseconds)} % of the roofline: ${work(prediction)} take ${formatMilliseconds(rooflineMicroseconds / 1000)} at least.`}
        </p>
      )}
    </>
  );
}

function work({ operations, memoryBytes }: SchedulePrediction): string {
  const bytes = `${formatBytes(memoryBytes)} of global memory`;
  return operations > 0 ? `${formatAmount(operations)} operations and ${bytes}` : bytes;
}

function Plan({ plan, grids }: { plan: SchedulePlan; grids: number[][] }) {
  const launch = [
    ...grids.map((grid) => `grid ${formatShape(grid)}`),
    `${plan.blocks ? plural(plan.blocks, "block") : "blocks"} of ${plural(plan.threads, "thread")}`,
    ...(plan.persistent ? ["a block does one program after the other"] : []),
    ...(plan.partsOfProgram > 1 ? [`${plural(plan.partsOfProgram, "block")} a program`] : []),
    ...(plan.cluster > 1 ? [`clusters of ${plan.cluster}`] : []),
    ...(plan.order ? [plan.order] : []),
  ];
  const roles = plan.roles
    .filter(({ name }) => name !== "all")
    .map(
      ({ name, warpgroups, registers }) =>
        `${name}${warpgroups ? `: ${plural(warpgroups, "warpgroup")}` : ""}${registers ? `, ${registers} registers` : ""}`,
    );
  return (
    <>
      <dl class="facts">
        <dt>Launch</dt>
        <dd>{launch.join("; ")}</dd>
        {roles.length > 0 && <dt>Roles</dt>}
        {roles.length > 0 && <dd>{roles.join("; ")}</dd>}
        <dt>Memory</dt>
        <dd>
          {`${formatBytes(plan.sharedBytes)} of shared memory${plan.workspaceBytes ? `, ${formatBytes(plan.workspaceBytes)} of global memory a block` : ""}`}
        </dd>
        <dt>Registers</dt>
        <dd>{`about ${plan.registers} a thread, of ${plan.registersAtMost} at most`}</dd>
      </dl>
      <Table
        title="Products"
        heads={["instruction", "size", "operands"]}
        rows={plan.products.map((product) => ({
          range: product.range,
          cells: [product.instruction, product.type, product.operands],
          why: product.whyNotBetter,
        }))}
      />
      <Table
        title="Accesses"
        heads={["array", "box", "by"]}
        rows={plan.accesses.map((access) => ({
          range: access.range,
          cells: [
            `${access.kind} ${access.array}`,
            access.type,
            `${access.how}${access.vectorBytes ? `, ${plural(access.vectorBytes, "byte")} at a time` : ""}`,
          ],
          why: access.whyNotBetter,
        }))}
      />
      <Table
        title="Buffers"
        heads={["name", "stages", "bytes"]}
        rows={plan.buffers.map((buffer, index) => ({
          range: buffer.range,
          cells: [buffer.name || `buffer ${index}`, `${plural(buffer.stages, "stage")} of ${buffer.type}`, formatCount(buffer.bytes)],
        }))}
      />
    </>
  );
}

function Table(props: {
  title: string;
  heads: string[];
  rows: { range: SourceRange | null; cells: string[]; why?: string | undefined }[];
}) {
  if (props.rows.length === 0) return null;
  return (
    <div class="scroll-x" role="group" aria-label="table" tabIndex={0}>
      <table>
        <caption>{props.title}</caption>
        <thead>
          <tr>
            <th>place</th>
            {props.heads.map((head) => (
              <th key={head}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map(({ range, cells, why }, index) => (
            <Lighting key={index} range={range}>
              <td>
                <Place range={range} />
              </td>
              {cells.map((cell, number) => (
                <td key={number}>
                  {cell}
                  {number === cells.length - 1 && why && (
                    <span class="why">
                      {" "}
                      (<Message text={why} />)
                    </span>
                  )}
                </td>
              ))}
            </Lighting>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Lighting(props: { range: SourceRange | null; children: ComponentChildren }) {
  const { view } = usePage();
  return <tr onPointerEnter={() => (view.litSource.value = litBy(props.range))}>{props.children}</tr>;
}

function Place({ range }: { range: SourceRange | null }) {
  const { goTo, place } = usePage();
  if (!range) return null;
  return (
    <button class="link place" onClick={() => goTo(range)}>
      {place(range)}
    </button>
  );
}

function Reasons({ title, reasons }: { title: string; reasons: ExplainedReason[] }) {
  if (reasons.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ul class="reasons">
        {reasons.map((reason, index) => (
          <li key={index}>
            <Place range={reason.range} /> <Message text={`${reason.what}: ${reason.why}`} />
            {reason.remedy && (
              <span class="remedy">
                {" "}
                <Message text={`What would do: ${reason.remedy}`} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
