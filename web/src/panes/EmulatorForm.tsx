// SPDX-License-Identifier: Apache-2.0
// The launch: what `tessera emulate` takes on its command line, under the same names. A row is an argument, in the
// kernel's order.

import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import {
  argumentKinds,
  bytesOfRow,
  checkForm,
  commandOf,
  contentsKinds,
  elementTypes,
  emptyRow,
  type ArgumentKind,
  type ArgumentRow,
  type ContentsKind,
  type EmulatorEntry,
  type FormField,
  type LaunchForm,
} from "../base/emulator";
import { formatBytes } from "../base/format";
import type { EmulatorSession } from "../engine/emulator-session";
import { CopyButton } from "./widgets";

const kindNames: Record<ArgumentKind, string> = {
  array: "array",
  scalar: "scalar",
  value: "struct by value",
  address: "address",
  map: "tensor map",
  memory: "memory only",
};
const details: Partial<Record<ContentsKind, string>> = { random: "seed", full: "value", file: "file" };

export function EmulatorForm({ session, form }: { session: EmulatorSession; form: LaunchForm }) {
  const change = (part: Partial<LaunchForm>) => (session.form.value = { ...form, ...part });
  const setRow = (index: number, part: Partial<ArgumentRow>) =>
    change({ rows: form.rows.map((row, at) => (at === index ? { ...row, ...part } : row)) });
  const entry = session.entries.value.find(({ name }) => name === form.entry);
  const wrong = checkForm(form);
  const isRunning = session.state.value.phase === "running";
  const bytes = form.rows.reduce((sum, row) => sum + bytesOfRow(row), 0);
  return (
    <form
      class="emulator-form"
      aria-label="launch"
      onSubmit={(event) => {
        event.preventDefault();
        void session.run();
      }}
    >
      <OfLaunch session={session} />
      <div class="row">
        {session.entries.value.length > 1 && (
          <label>
            Kernel{" "}
            <select aria-label="kernel" value={form.entry} onChange={(event) => session.chooseEntry(event.currentTarget.value)}>
              {session.entries.value.map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
        )}
        <Field name="grid" value={form.grid} wrong={wrong} onChange={(grid) => change({ grid })} />
        <Field name="block" value={form.block} wrong={wrong} onChange={(block) => change({ block })} />
        <Field name="cluster" value={form.cluster} wrong={wrong} hint={clusterHint(entry)} onChange={(cluster) => change({ cluster })} />
        <Field name="smem" value={form.smem} wrong={wrong} title="bytes of dynamic shared memory" onChange={(smem) => change({ smem })} />
      </div>
      <Arguments session={session} form={form} entry={entry} onRow={setRow} />
      <div class="row">
        <button type="button" onClick={() => change({ rows: [...form.rows, emptyRow("memory")] })}>
          Add memory
        </button>
        {bytes > 0 && <span class="quiet">{`arrays: ${formatBytes(bytes)}`}</span>}
      </div>
      <div class="row">
        <Check label="race check" value={form.checkRaces} onChange={(checkRaces) => change({ checkRaces })} />
        <Check
          label="allow uninitialized"
          value={form.allowUninitialized}
          onChange={(allowUninitialized) => change({ allowUninitialized })}
        />
        <Field
          name="schedules"
          value={form.schedules}
          wrong={wrong}
          title="orders of warps and of what is asynchronous"
          onChange={(schedules) => change({ schedules })}
        />
        <Field name="seed" value={form.seed} wrong={wrong} title="the first order" onChange={(seed) => change({ seed })} />
        {session.cards.value.length > 0 && (
          <label title="predict by a model what the launch takes on a card; never a measurement">
            time on{" "}
            <select aria-label="time on" value={form.card} onChange={(event) => change({ card: event.currentTarget.value })}>
              <option value="">no card</option>
              {session.cards.value.map(({ card, name }) => (
                <option key={card} value={card}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <div class="row">
        <button class="primary" type="submit" disabled={isRunning || Object.keys(wrong).length > 0}>
          Run PTX
        </button>
        <button
          type="button"
          class="debug-button"
          title="step through the first order's run"
          disabled={isRunning || Object.keys(wrong).length > 0}
          onClick={() => void session.debug()}
        >
          Debug
        </button>
        <CopyButton label="Copy command" text={() => commandOf(session.fileName.value, form)} />
      </div>
    </form>
  );
}

/** Which launch of the program the form was filled from, and what of it is not the program's. */
function OfLaunch({ session }: { session: EmulatorSession }) {
  const launches = session.launches.value;
  const offered = launches[session.launch.value];
  if (!offered) return null;
  const { invented } = offered;
  const list = invented.join(", ");
  return (
    <div class="row of-launch">
      <span>
        {launches.length > 1 ? (
          <label>
            As the program launches it:{" "}
            <select value={session.launch.value} onChange={(event) => session.chooseLaunch(Number(event.currentTarget.value))}>
              {launches.map(({ label }, index) => (
                <option key={index} value={index}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        ) : (
          `As the program launches it: ${offered.label}.`
        )}{" "}
        <span class="quiet">
          {`Grid, block, shapes, types and scalars are the program's. ${
            invented.length === 0
              ? "So is what the arrays hold."
              : `What argument${invented.length > 1 ? "s" : ""} ${list} hold${invented.length > 1 ? "" : "s"} is not: floats are random, whole numbers 0.`
          }`}
        </span>
      </span>
    </div>
  );
}

function clusterHint(entry: EmulatorEntry | undefined): string {
  return entry?.requiredCluster ? entry.requiredCluster.join(",") : "none";
}

interface FieldProps {
  name: FormField;
  value: string;
  wrong: Partial<Record<FormField, string>>;
  title?: string;
  hint?: string;
  onChange: (value: string) => void;
}

function Field({ name, value, wrong, title, hint, onChange }: FieldProps) {
  const message = wrong[name];
  const id = useId();
  return (
    <span class="field-with-reason">
      <label title={title}>
        {name}{" "}
        <input
          type="text"
          class="code sizes"
          value={value}
          placeholder={hint}
          aria-invalid={message !== undefined}
          aria-describedby={message ? id : undefined}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      </label>
      {message && <span id={id} class="bad-text small">{` ${message}`}</span>}
    </span>
  );
}

function Check(props: { label: string; value: boolean; onChange: (value: boolean) => void }) {
  return (
    <label class="check">
      <input type="checkbox" checked={props.value} onChange={(event) => props.onChange(event.currentTarget.checked)} /> {props.label}
    </label>
  );
}

interface ArgumentsProps {
  session: EmulatorSession;
  form: LaunchForm;
  entry: EmulatorEntry | undefined;
  onRow: (index: number, part: Partial<ArgumentRow>) => void;
}

function Arguments({ session, form, entry, onRow }: ArgumentsProps) {
  if (form.rows.length === 0) return <p class="quiet">This kernel takes no arguments.</p>;
  const state = session.state.value;
  const refused = state.phase === "refused" ? state.argument : null;
  let passed = 0;
  return (
    <div class="scroll-x" tabIndex={0} role="region" aria-label="arguments">
      <table class="arguments">
        <thead>
          <tr>
            <th scope="col">argument</th>
            <th scope="col">is</th>
            <th scope="col">type</th>
            <th scope="col">shape or value</th>
            <th scope="col">contents</th>
          </tr>
        </thead>
        <tbody>
          {form.rows.map((row, index) => {
            const parameter = row.kind === "memory" ? undefined : entry?.parameters[passed++];
            const name = `argument ${index}`;
            return (
              <tr key={index} class={refused === index ? "refused" : ""}>
                <th scope="row">
                  {index}{" "}
                  <code title={parameter && `${parameter.name}: .${parameter.type}, ${parameter.size} bytes`}>
                    {parameter ? shortName(parameter.name, form.entry) : "–"}
                  </code>
                </th>
                <td>
                  <Choice
                    label={`${name} is`}
                    value={row.kind}
                    of={argumentKinds}
                    names={kindNames}
                    onChange={(kind) => onRow(index, { kind })}
                  />
                </td>
                <RowCells
                  row={row}
                  name={name}
                  onChange={(part) => onRow(index, part)}
                  files={session.files.value.map((file) => file.name)}
                />
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Compilers put the kernel's name before each: `add_param_0`. */
function shortName(name: string, entry: string): string {
  return name.startsWith(`${entry}_`) ? name.slice(entry.length + 1) : name;
}

interface RowProps {
  row: ArgumentRow;
  name: string;
  files: string[];
  onChange: (part: Partial<ArgumentRow>) => void;
}

function RowCells({ row, name, files, onChange }: RowProps) {
  const type = (
    <td>
      <Choice label={`type of ${name}`} value={row.type} of={elementTypes} onChange={(chosen) => onChange({ type: chosen })} />
    </td>
  );
  const text = (label: string, field: "shape" | "detail" | "of" | "fields", hint = "") => (
    <input
      type="text"
      class={`code ${field}`}
      aria-label={`${label} of ${name}`}
      placeholder={hint}
      value={row[field]}
      onInput={(event) => onChange({ [field]: event.currentTarget.value })}
    />
  );
  if (row.kind === "scalar")
    return (
      <>
        {type}
        <td>{text("value", "detail")}</td>
        <td />
      </>
    );
  if (row.kind === "address" || row.kind === "map")
    return (
      <>
        <Quiet>of argument</Quiet>
        <td>{text("array", "of")}</td>
        <td>
          {row.kind === "map" ? text("map", "fields", "box:64x64,swizzle:128") : text("bytes into the array", "fields", "0 bytes in")}
        </td>
      </>
    );
  const detail = details[row.contents];
  return (
    <>
      {type}
      <td>{text("shape", "shape", "64,128")}</td>
      <td class="contents">
        <Choice label={`contents of ${name}`} value={row.contents} of={contentsKinds} onChange={(contents) => onChange({ contents })} />{" "}
        {row.contents === "file" && files.length > 0 ? (
          <Choice label={`file of ${name}`} value={row.detail} of={["", ...files]} onChange={(chosen) => onChange({ detail: chosen })} />
        ) : (
          detail && text(detail, "detail", detail)
        )}
      </td>
    </>
  );
}

function Quiet({ children }: { children: ComponentChildren }) {
  return <td class="quiet">{children}</td>;
}

interface ChoiceProps<Name extends string> {
  label: string;
  value: string;
  of: readonly Name[];
  names?: Record<Name, string>;
  onChange: (value: Name) => void;
}

function Choice<Name extends string>({ label, value, of, names, onChange }: ChoiceProps<Name>) {
  return (
    <select aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value as Name)}>
      {of.map((name) => (
        <option key={name} value={name}>
          {names?.[name] ?? name}
        </option>
      ))}
    </select>
  );
}
