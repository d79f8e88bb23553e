// SPDX-License-Identifier: Apache-2.0
// A sweep of one knob: its values, how far it is, the curve, and a row a value. What does not compile is told with its first error.
// Everything that is drawn is the cost model's.

import { useMemo, useState } from "preact/hooks";
import { formatFigure, formatUnit, programFigures, signedPercent, type Figure } from "../base/figures";
import { numberOf, readValues } from "../base/knob-values";
import type { Sweep, SweepPoint, SweepState } from "../engine/sweep";
import { Message } from "./DiagnosticsPane";
import type { Turnable } from "./knobs";
import { SweepChart } from "./SweepChart";

export function SweepView({ sweep, knob, theme }: { sweep: Sweep; knob: Turnable | null; theme: string }) {
  const state = sweep.state.value;
  if (!knob)
    return (
      <p class="note sweep">
        <b>Sweep</b> tries several values of a knob in the background and draws what the cost model predicts for each.
      </p>
    );
  const mine = state?.knob === knob.id ? state : null;
  return (
    <section class="sweep" aria-label={`sweep of ${knob.name}`}>
      <h2>
        Sweep of <code>{knob.name}</code>
      </h2>
      <Values key={knob.id} sweep={sweep} knob={knob} state={mine} />
      {mine && <Outcome state={mine} knob={knob} theme={theme} />}
    </section>
  );
}

function Values({ sweep, knob, state }: { sweep: Sweep; knob: Turnable; state: SweepState | null }) {
  const [typed, setTyped] = useState((state?.points.map(({ value }) => value) ?? knob.usual).join(", "));
  const values = readValues(typed, knob.kind);
  const isRunning = state?.phase === "running";
  const start = () =>
    values.ok && void sweep.start({ knob: knob.id, frame: knob.frame, name: knob.name, values: values.value, inputOf: knob.inputWith });
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <label class="sweep-values">
        Values <input type="text" value={typed} aria-invalid={!values.ok} onInput={(event) => setTyped(event.currentTarget.value)} />
      </label>
      {/* Two buttons, not one that changes: a click on Cancel would end as one on Start, and begin the sweep again. */}
      {isRunning ? (
        <button key="cancel" type="button" onClick={() => sweep.cancel()}>
          Cancel
        </button>
      ) : (
        <button key="start" disabled={!values.ok}>
          Start
        </button>
      )}
      <span role="status" class="quiet">
        {!values.ok ? <Message text={`${values.error}.`} /> : <Progress state={state} />}
      </span>
    </form>
  );
}

function Progress({ state }: { state: SweepState | null }) {
  if (!state) return null;
  const { done, points, phase } = state;
  if (phase === "running")
    return (
      <>
        <progress max={points.length} value={done} aria-label="values compiled" /> {`${done} of ${points.length}`}
      </>
    );
  const failed = points.filter(({ error }) => error !== "").length;
  const said = phase === "cancelled" ? `cancelled after ${done} of ${points.length}` : `${points.length} values`;
  return <>{failed > 0 ? `${said}, ${failed} of them do not compile` : said}</>;
}

interface Measured {
  point: SweepPoint;
  figures: Figure[];
}

function Outcome({ state, knob, theme }: { state: SweepState; knob: Turnable; theme: string }) {
  const [key, setKey] = useState("predicted");
  const measured = useMemo(
    () => state.points.map((point): Measured => ({ point, figures: point.explanation ? programFigures(point.explanation) : [] })),
    [state.points],
  );
  const drawable = measured.flatMap(({ figures }) => figures.filter(({ unit, value }) => unit !== "word" && value !== null));
  const choices = [...new Map(drawable.map((figure) => [figure.key, figure])).values()];
  const shown = choices.find((figure) => figure.key === key) ?? choices[0];
  const isOlder = state.frame !== knob.frame;
  const values = measured.map(({ figures }) => figures.find((figure) => figure.key === shown?.key)?.value ?? null);
  const set = (value: string) => knob.set(value);
  return (
    <>
      {isOlder && <p class="outdated">of an earlier text</p>}
      {shown && (
        <>
          <label class="sweep-figure">
            Draw{" "}
            <select value={shown.key} onChange={(event) => setKey(event.currentTarget.value)}>
              {choices.map((figure) => (
                <option key={figure.key} value={figure.key}>
                  {figure.label}
                </option>
              ))}
            </select>
          </label>
          <SweepChart
            names={state.points.map(({ value }) => value)}
            values={values}
            current={state.points.findIndex(({ value }) => numberOf(value) === numberOf(knob.value))}
            label={`${shown.label} by the model, for each ${knob.name}`}
            format={(value) => formatUnit(shown.unit, value)}
            theme={theme}
            onChoose={(at) => set(state.points[at]?.value ?? knob.value)}
          />
        </>
      )}
      <Points measured={measured} knob={knob} onChoose={set} />
      <p class="note">Predictions of the cost model for ranking, not times of a GPU.</p>
    </>
  );
}

function Points({ measured, knob, onChoose }: { measured: Measured[]; knob: Turnable; onChoose: (value: string) => void }) {
  const columns = ["predicted", "limit", "shared", "registers", "waves"];
  const heads = columns.map((column) => measured.flatMap(({ figures }) => figures).find(({ key }) => key === column)?.label ?? "");
  const timeOf = ({ figures }: Measured) => figures.find(({ key }) => key === "predicted")?.value ?? null;
  const times = measured.flatMap((each) => timeOf(each) ?? []);
  const now = measured.find(({ point }) => numberOf(point.value) === numberOf(knob.value));
  const base = now ? timeOf(now) : null;
  const best = Math.min(...times) < Math.max(...times) ? Math.min(...times) : null;
  return (
    <div class="scroll-x" role="group" aria-label="values of the sweep" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th>{knob.name}</th>
            {heads.map((head, at) => head && <th key={columns[at]}>{head}</th>)}
          </tr>
        </thead>
        <tbody>
          {measured.map((each) => {
            const { point, figures } = each;
            const time = timeOf(each);
            const isNow = each === now;
            return (
              <tr key={point.value} class={isNow ? "chosen" : ""}>
                <td>
                  <button
                    class="link"
                    aria-pressed={isNow}
                    aria-label={`set ${knob.name} to ${point.value}`}
                    onClick={() => onChoose(point.value)}
                  >
                    {point.value}
                  </button>
                </td>
                {point.error ? (
                  <td colSpan={columns.length} class="bad-text sweep-error">
                    <Message text={point.error} />
                  </td>
                ) : (
                  columns.map((column) => {
                    const figure = figures.find(({ key }) => key === column);
                    return figure && <td key={column}>{cellOf(figure, time, base, best, isNow)}</td>;
                  })
                )}
                {!point.error && figures.length === 0 && <td class="quiet">waits</td>}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function cellOf(figure: Figure, time: number | null, base: number | null, best: number | null, isNow: boolean): string {
  const text = formatFigure(figure);
  if (figure.key !== "predicted" || time === null) return text;
  const change = base !== null && base > 0 && !isNow ? `, ${signedPercent(time / base - 1)}` : "";
  return `${text}${change}${time === best ? ", least" : ""}`;
}
