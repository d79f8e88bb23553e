// SPDX-License-Identifier: Apache-2.0
// fleet.html: what a runner or a fleet does, for whoever looks after it. It compiles nothing, so it loads nothing of the compiler. The
// fragment names the job that is open, so that a job is a link.

import { signal } from "@preact/signals";
import { render } from "preact";
import { useEffect } from "preact/hooks";
import { kept, keptInTab, runnerKeys } from "../base/storage";
import { FleetWatch } from "../engine/fleet-watch";
import { readAddress, Runner } from "../engine/runner";
import { Message } from "../panes/DiagnosticsPane";
import { FleetJob } from "../panes/FleetJob";
import { FleetView } from "../panes/FleetView";
import { followTheme, nextTheme } from "./theme";
import "./styles.css";
import "./fleet.css";

const origin = location.protocol.startsWith("http") ? location.origin : "";
const address = signal(kept.get(runnerKeys.address) ?? origin);
const token = signal(keptInTab.get(runnerKeys.token) ?? "");
const refusal = signal("");
const runner = signal<Runner | null>(null);
const watch = signal<FleetWatch | null>(null);
const openJob = signal(jobOf(location.hash));

function jobOf(hash: string): string {
  return /^#([\w-]+)$/.exec(hash)?.[1] ?? "";
}

function connect(): void {
  const read = readAddress(address.value);
  refusal.value = read.ok ? "" : read.error;
  if (!read.ok) return;
  watch.value?.stop();
  address.value = read.value;
  if (read.value !== origin) kept.set(runnerKeys.address, read.value);
  else kept.remove(runnerKeys.address);
  keptInTab.set(runnerKeys.token, token.value);
  const made = new Runner(read.value, token.value);
  runner.value = made;
  watch.value = new FleetWatch(() => made.fleet());
  void watch.value.look();
}

function show(id: string): void {
  openJob.value = id;
  history.replaceState(null, "", id ? `#${id}` : location.pathname + location.search);
}

function Fleet() {
  useEffect(() => {
    const follow = () => (openJob.value = jobOf(location.hash));
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, []);
  // A dialog before that would stand before the address.
  const isReached = watch.value?.fleet.value != null;
  return (
    <>
      <header class="bar">
        <h1>
          <img src="./icon.svg" alt="" width="16" height="16" /> Fleet
        </h1>
        <a href="./">Playground</a>
        <span class="spacer" />
        <button onClick={nextTheme}>Light or dark</button>
      </header>
      <Connect />
      <main class="fleet">
        <Answer />
      </main>
      {openJob.value && runner.value && isReached && <FleetJob runner={runner.value} id={openJob.value} onClose={() => show("")} />}
    </>
  );
}

function Connect() {
  return (
    <form
      class="toolbar"
      aria-label="connection"
      onSubmit={(event) => {
        event.preventDefault();
        connect();
      }}
    >
      <label class="grow">
        Runner
        <input
          type="text"
          inputMode="url"
          autocomplete="off"
          spellcheck={false}
          placeholder="http://127.0.0.1:8420"
          value={address.value}
          onInput={(event) => (address.value = event.currentTarget.value)}
        />
      </label>
      <label>
        Token
        <input
          type="password"
          autocomplete="off"
          placeholder="if it wants one"
          value={token.value}
          onInput={(event) => (token.value = event.currentTarget.value)}
        />
      </label>
      <button type="submit">{watch.value?.fleet.value ? "Reconnect" : "Connect"}</button>
    </form>
  );
}

function Answer() {
  const now = watch.value;
  const { fleet, error } = { fleet: now?.fleet.value, error: now?.error.value };
  const told = refusal.value || (error ? explain(error.code, error.message) : "");
  return (
    <>
      <p class={told ? "fleet-state bad-text" : "fleet-state quiet"} role="status">
        {told ? <Message text={told} /> : !fleet ? "Asking the runner…" : ""}
      </p>
      {fleet && (
        <>
          <p class="fleet-state quiet">
            <span>
              as of <time dateTime={fleet.at}>{clockOf(fleet.at)}</time>
              {error ? "; what follows may be old" : ", looked at anew by itself"}
            </span>
            <button onClick={() => void now?.look()}>Look now</button>
          </p>
          <FleetView fleet={fleet} onJob={show} />
        </>
      )}
    </>
  );
}

function clockOf(time: string): string {
  return new Date(time).toTimeString().slice(0, 8);
}

function explain(code: string, message: string): string {
  // Whoever serves the page is only a guess.
  if (code === "unreadable" && address.value === origin) return "The place that served this page has no runner: give one's address above";
  return code === "unauthorized" ? `${message}: give the token above` : message;
}

followTheme();
document.body.classList.add("document");
if (address.value) connect();
const root = document.getElementById("app");
if (root) render(<Fleet />, root);
