// SPDX-License-Identifier: Apache-2.0
// The jobs that this browser has sent: what became of each, its result from the runner, and its program as a link.

import { useSignal } from "@preact/signals";
import { formatAge } from "../base/format";
import { isFinal } from "../base/protocol";
import type { HistoryEntry } from "../base/job-history";
import { FleetJob } from "./FleetJob";
import { usePage } from "./page";

export function JobHistory() {
  const { runner } = usePage();
  const opened = useSignal<HistoryEntry | null>(null);
  const entries = runner.history.value;
  if (entries.length === 0) return null;
  const at = opened.value && runner.runnerAt(opened.value.address);
  return (
    <details class="job-history">
      <summary>Jobs sent from this browser ({entries.length})</summary>
      <div class="scroll-x" role="group" aria-label="jobs sent from this browser" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">sent</th>
              <th scope="col">program</th>
              <th scope="col">device</th>
              <th scope="col">state</th>
              <th scope="col">result</th>
              <th scope="col">job</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <Row key={`${entry.address} ${entry.id}`} entry={entry} onOpen={() => (opened.value = entry)} />
            ))}
          </tbody>
        </table>
      </div>
      <div class="row">
        <button onClick={() => runner.forgetHistory()}>Forget these</button>
        <span class="quiet">kept in this browser, without results and tokens</span>
      </div>
      {opened.value && at && <FleetJob runner={at} id={opened.value.id} onClose={() => (opened.value = null)} />}
    </details>
  );
}

function Row({ entry, onOpen }: { entry: HistoryEntry; onOpen: () => void }) {
  const { runner } = usePage();
  const { id, address, device, file, time, state, result, program } = entry;
  const connected = runner.connection.value.phase === "connected" && runner.runnerAt(address) !== null;
  return (
    <tr>
      <td>
        <time dateTime={new Date(time).toISOString()} title={new Date(time).toLocaleString()}>
          {formatAge(Date.now() - time)}
        </time>
      </td>
      <td>
        {program ? (
          <a href={`#${program}`} title="opens this program here; your text is kept">
            {file}
          </a>
        ) : (
          file
        )}
      </td>
      <td>{device}</td>
      <td>
        <span class={`pill ${state === "succeeded" ? "good" : isFinal(state) ? "bad" : ""}`}>{state}</span>
      </td>
      <td>{result}</td>
      <td>
        {connected ? (
          <button class="link code" onClick={onOpen}>
            {id}
          </button>
        ) : (
          <code title={`connect to ${address} to see it`}>{id}</code>
        )}
      </td>
    </tr>
  );
}
