// SPDX-License-Identifier: Apache-2.0
// The bar at the top: what is compiled, for what, where it runs.

import { useState } from "preact/hooks";
import { moduleName } from "../base/files";
import { tracesElsewhere } from "../engine/runner-session";
import { usePage } from "../panes/page";
import { Icon, Menu } from "../panes/widgets";
import { examples, type Example } from "./examples";
import { RunOptionsMenu } from "./RunOptionsMenu";
import { nextTheme, themeChoice } from "./theme";

const languages: Record<string, string> = { pallas: "Pallas", triton: "Triton" };
const themes = { system: ["◐", "Auto"], light: ["○", "Light"], dark: ["●", "Dark"] } as const;

export interface TopBarProps {
  onHelp: () => void;
  onShare: () => void;
  onRecent: () => void;
  onExample: (example: Example) => void;
}

export function TopBar(props: TopBarProps) {
  const { workspace } = usePage();
  const engine = workspace.engineState.value;
  const targets = engine.phase === "ready" ? engine.version.targets : [workspace.target.value];
  const items = examples.map((example) => ({
    key: example.name,
    title: example.title,
    detail: example.summary,
    group: example.isByHand ? "Hopper by hand" : (languages[example.language] ?? example.language),
  }));
  const open = (name: string) => {
    const example = examples.find((item) => item.name === name);
    if (example) props.onExample(example);
  };
  return (
    <header class="bar">
      <h1>
        <img src="./icon.svg" alt="" width="16" height="16" /> Tessera
      </h1>
      <Menu label="Examples" items={items} onChoose={open} />
      <button onClick={props.onRecent} title="what was typed here before, and is kept in this browser">
        Recent
      </button>
      <label class="target">
        <span class="unseen">target</span>
        <select
          value={workspace.target.value}
          onChange={(event) => workspace.setTarget(event.currentTarget.value)}
          title="the GPU that is compiled for"
        >
          {targets.map((target) => (
            <option key={target}>{target}</option>
          ))}
        </select>
      </label>
      <Run />
      <RunOptionsMenu />
      <span class="spacer" />
      <button onClick={props.onShare}>Share</button>
      <button onClick={props.onHelp}>Help</button>
      <button onClick={nextTheme} title="light, dark, or as the system says" aria-label={`theme: ${themes[themeChoice.value][1]}`}>
        <span aria-hidden="true">{themes[themeChoice.value][0]}</span> {themes[themeChoice.value][1]}
      </button>
    </header>
  );
}

/** Runs where it says: in this tab, or by a job on one of the runner's devices. */
function Run() {
  const { workspace, view, runner, run } = usePage();
  const [chosen, setChosen] = useState("tab");
  // A runner that is left takes its devices along.
  const where = chosen === "tab" && workspace.runDevice.value === "emulator" ? "ptx" : chosen;
  const here = where === "tab" || where === "ptx";
  const setWhere = (next: string) => {
    setChosen(next === "ptx" ? "tab" : next);
    if (next === "tab" || next === "ptx") workspace.runDevice.value = next === "ptx" ? "emulator" : "interpreter";
  };
  const connection = runner.connection.value;
  const devices = connection.phase === "connected" ? connection.devices : [];
  const running = workspace.run.value.phase === "running";
  const compiled = workspace.compiled.value.value;
  const ready =
    workspace.engineState.value.phase === "ready" && ((compiled?.ok ?? false) || (where === "tab" && (compiled?.begun ?? false)));
  const device = devices.find((item) => `device ${item.id}` === where);
  const go = () => {
    if (here) return run();
    // Who looks at timelines wants the next one.
    if (view.pane.value !== "timeline" || !device || !tracesElsewhere(device)) view.pane.value = "runner";
    if (!device) return;
    runner.device.value = device.id;
    void runner.submit();
  };
  return (
    <div class="joined run" role="group" aria-label="run">
      {running && here ? (
        <button class="primary" onClick={() => workspace.cancelRun()}>
          <Icon shape="stop" /> Cancel
        </button>
      ) : (
        <button class="primary" disabled={!ready || (!here && runner.busy)} onClick={go} title="Ctrl+Enter runs in this tab">
          <Icon shape="play" /> Run
        </button>
      )}
      <Program />
      <select
        aria-label="where to run"
        value={here || device ? where : "runner"}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          setWhere(chosen);
          if (chosen === "runner") view.pane.value = "runner";
        }}
      >
        <option value="tab">in this tab</option>
        <option value="ptx">as PTX in this tab</option>
        {devices.map((item) => (
          <option key={item.id} value={`device ${item.id}`}>
            on {item.id}
          </option>
        ))}
        <option value="runner">on a runner…</option>
      </select>
    </div>
  );
}

/** Which file runs, where there are several: as itself, or by its dotted name. */
function Program() {
  const { workspace } = usePage();
  const { list } = workspace;
  if (!list.several.value) return null;
  const files = list.files.value;
  const modules = files.flatMap(({ id, path }) => {
    const name = moduleName(path);
    return name ? [{ id, name }] : [];
  });
  return (
    <select
      class="program"
      aria-label="what to run"
      value={`${list.asModule.value ? "module" : "file"} ${list.main.value.id}`}
      onChange={(event) => {
        const [how, id] = event.currentTarget.value.split(" ");
        workspace.change((all) => all.runs(Number(id), how === "module"));
      }}
    >
      <optgroup label="python FILE">
        {files.map(({ id, path }) => (
          <option key={id} value={`file ${id}`}>
            {path}
          </option>
        ))}
      </optgroup>
      {modules.length > 0 && (
        <optgroup label="python -m MODULE">
          {modules.map(({ id, name }) => (
            <option key={id} value={`module ${id}`}>
              -m {name}
            </option>
          ))}
        </optgroup>
      )}
    </select>
  );
}
