// SPDX-License-Identifier: Apache-2.0
// Runs in this tab: what they print while they run, and their result.

import { useEffect, useState } from "preact/hooks";
import { formatMilliseconds } from "../base/format";
import type { RunAnswer } from "../base/protocol";
import { Message } from "./DiagnosticsPane";
import { usePage } from "./page";
import { useDebugLaunch } from "./program-launches";
import { Output, ResultView } from "./ResultView";
import { Empty } from "./widgets";

export function ResultsPane() {
  const { workspace, run: startRun } = usePage();
  const run = workspace.run.value;
  if (run.phase === "idle")
    return (
      <Empty>
        <p>What the program prints, its checks and its launches come here.</p>
        <button class="primary" onClick={startRun}>
          Run in this tab
        </button>
      </Empty>
    );
  if (run.phase === "running") return <Running startedAt={run.startedAt} output={run.output} progress={run.progress} />;
  const other = run.input !== workspace.input.value;
  const old = other && (
    <p class="note" role="note">
      This is of an earlier text. <button onClick={startRun}>Run again</button>
    </p>
  );
  if (run.phase === "failed")
    return (
      <div class="result">
        {old}
        <p class="verdict">
          <span class="pill bad">✗ stopped</span> <Message text={run.message} />
        </p>
        <Output text={run.output} />
      </div>
    );
  return (
    <div class={other ? "stale-result" : ""}>
      {old}
      <Result result={run.result} seed={run.options.seed} isOld={other} />
    </div>
  );
}

/** What ran as PTX can be stepped through, as the program launched it; of an earlier text the launches are not at hand. */
function Result({ result, seed, isOld }: { result: RunAnswer; seed: number; isOld: boolean }) {
  const debug = useDebugLaunch();
  return <ResultView result={result} here onDebug={isOld ? () => null : (index) => debug(result, index, seed)} />;
}

function Running(props: { startedAt: number; output: string; progress: string }) {
  const { workspace } = usePage();
  const [now, setNow] = useState(performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 200);
    return () => clearInterval(timer);
  }, []);
  return (
    <div class="result">
      <p class="verdict">
        <span class="pill">running</span>
        <span>{formatMilliseconds(Math.max(0, now - props.startedAt))}</span>
        <span class="quiet">{props.progress}</span>
        <button onClick={() => workspace.cancelRun()}>Cancel</button>
      </p>
      <Output text={props.output} live />
    </div>
  );
}
