// SPDX-License-Identifier: Apache-2.0
// One line at the bottom: is it ready, how long did it take, what has left this tab, which build is this.

import { formatBytes, formatMilliseconds, plural } from "../base/format";
import { usePage } from "../panes/page";

export function StatusBar(props: { onProblems: () => void }) {
  const { workspace, runner } = usePage();
  const engine = workspace.engineState.value;
  const sent = runner.submission.value;
  return (
    <footer class="status">
      <span class="status-engine">
        <EngineStatus onProblems={props.onProblems} />
      </span>
      <span class="status-privacy">
        {sent?.sha256
          ? `sent to ${sent.address}: the compiled program${runner.includeSource.value ? " and its text" : ""}`
          : "nothing leaves this tab until you run on a runner"}
      </span>
      <span class="status-version">{engine.phase === "ready" ? `tessera ${engine.version.version}` : ""}</span>
    </footer>
  );
}

function EngineStatus(props: { onProblems: () => void }) {
  const { workspace } = usePage();
  const engine = workspace.engineState.value;
  if (engine.phase === "loading")
    return (
      <>
        <progress max={Math.max(1, engine.total)} value={engine.received} aria-label="loading the compiler" /> loading the compiler
        {engine.total > 0 ? ` ${formatBytes(engine.received)} of ${formatBytes(engine.total)}` : ""}
      </>
    );
  if (engine.phase === "failed")
    return (
      <>
        <span class="bad-text">{engine.message}</span> <button onClick={() => void workspace.retry()}>Try again</button>
      </>
    );
  const compiled = workspace.compiled.value;
  if (compiled.error) return <span class="bad-text">{compiled.error}</span>;
  if (compiled.loading && workspace.compileProgress.value) return <>compiling · {workspace.compileProgress.value}</>;
  if (!compiled.value) return <>compiling</>;
  const errors = compiled.value.diagnostics.filter((diagnostic) => diagnostic.severity === "error").length;
  const time = formatMilliseconds(compiled.value.milliseconds);
  if (errors > 0)
    return (
      <button class="link bad-text" onClick={props.onProblems}>
        {plural(errors, "error")}
      </button>
    );
  return (
    <>
      {compiled.loading ? "compiling" : "ready"} · compiled in {time}
    </>
  );
}
