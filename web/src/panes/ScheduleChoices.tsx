// SPDX-License-Identifier: Apache-2.0
// The choices of a kernel's schedule: what was chosen, what else there is. A click chooses, and every pane follows; a search asks the
// cost model about each of them. What it answers is called a prediction.

import { useSignal } from "@preact/signals";
import { formatMilliseconds } from "../base/format";
import type { Candidate, ExplainedKernel, ScheduleChoice } from "../base/protocol";
import { choose, isTunable } from "../base/tune";
import type { Input } from "../engine/lane";
import { Message } from "./DiagnosticsPane";
import { usePage } from "./page";
import { CopyButton } from "./widgets";
import "./schedule.css";

/** What the model said, and of which program and kernel. */
interface Search {
  input: Input;
  kernel: string;
  /** Null while it is asked. */
  found: Candidate[] | string | null;
}

export function Choices({ kernel }: { kernel: ExplainedKernel }) {
  const { workspace } = usePage();
  const search = useSignal<Search | null>(null);
  const input = workspace.input.value;
  const current = search.value?.input === input && search.value?.kernel === kernel.name ? search.value : null;
  const found = Array.isArray(current?.found) ? current.found : [];

  const find = async () => {
    if (!input) return;
    search.value = { input, kernel: kernel.name, found: null };
    const answer = await workspace.findCandidates(kernel.name);
    if (search.value?.input === input && search.value.kernel === kernel.name)
      search.value = answer === null ? null : { input, kernel: kernel.name, found: answer };
  };
  const take = (name: string, value: number | null) => workspace.setTune(choose(workspace.tune.value, kernel.name, name, value));

  return (
    <section>
      <h3>Choices</h3>
      {isTunable(kernel.name) ? (
        <p class="find-better">
          <button onClick={() => void find()} disabled={current !== null && current.found === null}>
            Find better
          </button>{" "}
          <span role="status">
            <Finding kernel={kernel} search={current} onTake={take} />
          </span>
        </p>
      ) : (
        <p class="quiet">The name of this kernel can't stand in a choice.</p>
      )}
      <div class="scroll-x" role="group" aria-label="choices" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th>name</th>
              <th class="number">value</th>
              <th>others</th>
              <th>what it is</th>
            </tr>
          </thead>
          <tbody>
            {(kernel.choices ?? []).map((choice) => (
              <Row
                key={choice.name}
                choice={choice}
                found={found.filter(({ name }) => name === choice.name)}
                now={kernel.prediction?.microseconds}
                onTake={isTunable(kernel.name) ? take : null}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** What was chosen by hand, for all kernels: it holds until it is taken back, whatever the text becomes. */
export function ChosenByHand() {
  const { workspace } = usePage();
  const tune = workspace.tune.value;
  if (!tune) return null;
  return (
    <p class="by-hand">
      {"Chosen by hand: "}
      <code>{`--tune '${tune}'`}</code> <CopyButton text={tune} label="Copy" />{" "}
      <button onClick={() => workspace.setTune("")}>All automatic</button>
    </p>
  );
}

type Take = (name: string, value: number | null) => void;

function Finding({ kernel, search, onTake }: { kernel: ExplainedKernel; search: Search | null; onTake: Take }) {
  if (!search) return <span class="quiet">The cost model is asked about each of the others.</span>;
  if (search.found === null) return <>Asking the cost model…</>;
  if (typeof search.found === "string") return <>{search.found}</>;
  const now = kernel.prediction?.microseconds ?? Infinity;
  const best = search.found
    .filter(({ prediction }) => prediction !== null && prediction.microseconds < now * 0.995)
    .toSorted((a, b) => (a.prediction?.microseconds ?? 0) - (b.prediction?.microseconds ?? 0))[0];
  if (!best?.prediction) return <>No single change is predicted to be faster.</>;
  return (
    <>
      <button class="link" onClick={() => onTake(best.name, best.value)}>{`Take ${best.name}=${best.value}`}</button>
      {`: predicted ${formatMilliseconds(best.prediction.microseconds / 1000)}, ${percent(best.prediction.microseconds / now - 1)}.`}
    </>
  );
}

function Row(props: { choice: ScheduleChoice; found: Candidate[]; now: number | undefined; onTake: Take | null }) {
  const { choice, found, now, onTake } = props;
  return (
    <tr>
      <td>
        <code>{choice.name}</code>
      </td>
      <td class="number">
        {choice.value}
        {choice.from === "asked" && onTake && (
          <button class="link" title={`let the compiler choose ${choice.name}`} onClick={() => onTake(choice.name, null)}>
            automatic
          </button>
        )}
      </td>
      <td class="others">
        {choice.others.length === 0 && "none"}
        {choice.others.map((value) => {
          const candidate = found.find((one) => one.value === value);
          return (
            <button
              key={value}
              disabled={!onTake || candidate?.prediction === null}
              aria-label={`${choice.name} ${value}`}
              title={candidate && !candidate.prediction ? "the kernel has no such schedule" : `choose ${choice.name}=${value}`}
              onClick={() => onTake?.(choice.name, value)}
            >
              {value}
              {candidate?.prediction && now !== undefined && (
                <span class="quiet"> {percent(candidate.prediction.microseconds / now - 1)}</span>
              )}
            </button>
          );
        })}
      </td>
      <td>
        {choice.meaning}
        {choice.whyNoOther && (
          <span class="why">
            {" "}
            (<Message text={choice.whyNoOther} />)
          </span>
        )}
      </td>
    </tr>
  );
}

/** `+12 %` is slower. */
function percent(share: number): string {
  const rounded = Math.round(share * 1000) / 10;
  return `${rounded > 0 ? "+" : rounded < 0 ? "−" : "±"}${Math.abs(rounded)} %`;
}
