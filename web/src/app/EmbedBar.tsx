// SPDX-License-Identifier: Apache-2.0
// All that surrounds the panes in another page's frame: Run, how compiling went, and the way to the whole page with this very program.

import { usePage } from "../panes/page";
import { Icon } from "../panes/widgets";
import { shareAddress } from "./session";
import { shareState } from "./sharing";
import "./embed.css";

export function EmbedBar() {
  const page = usePage();
  const { workspace, view } = page;
  const running = workspace.run.value.phase === "running";
  const compiled = workspace.compiled.value;
  const errors = (compiled.value?.diagnostics ?? []).filter(({ severity }) => severity === "error").length;
  const engine = workspace.engineState.value;
  const state =
    engine.phase === "failed"
      ? engine.message
      : !compiled.value
        ? "compiling"
        : errors > 0
          ? `${errors} ${errors === 1 ? "error" : "errors"}`
          : "compiled";
  // Made when it is about to be followed: with every key would be a waste.
  const prepare = (event: { currentTarget: HTMLAnchorElement }) => {
    event.currentTarget.href = shareAddress(shareState(workspace, view));
  };
  return (
    <header class="embed-bar">
      <h1 class="unseen">Tessera: {workspace.file.value}</h1>
      {running ? (
        <button onClick={() => workspace.cancelRun()}>
          <Icon shape="stop" /> Cancel
        </button>
      ) : (
        <button disabled={!compiled.value?.ok && !compiled.value?.begun} onClick={page.run} title="Ctrl+Enter">
          <Icon shape="play" /> Run
        </button>
      )}
      <span class={errors > 0 || engine.phase === "failed" ? "status-engine bad-text" : "status-engine quiet"}>{state}</span>
      <span class="spacer" />
      <a
        href={location.pathname}
        target="_blank"
        rel="noopener"
        onPointerDown={prepare}
        onFocus={prepare}
        onClick={prepare}
        onContextMenu={prepare}
      >
        <img src="./icon.svg" alt="" width="14" height="14" /> Open in Tessera
      </a>
    </header>
  );
}
