// SPDX-License-Identifier: Apache-2.0
// The compiler died: a bug of ours, whatever the program was. Says so, offers a report to copy, and goes out of the way.

import type { CrashReport } from "../engine/workspace";
import { CopyButton, Dialog } from "../panes/widgets";

export function CrashDialog(props: { report: CrashReport; onClose: () => void }) {
  const text = writeReport(props.report);
  return (
    <Dialog title="The compiler crashed" onClose={props.onClose} wide>
      <p>
        This is a bug of Tessera's, not of your program. A new compiler has taken its place; your text is untouched, and the next change
        compiles it again.
      </p>
      <p>The report below holds your program. Nothing is sent: copy it, cut what you must not show, and open an issue with it.</p>
      <pre tabIndex={0} class="report">
        {text}
      </pre>
      <div class="row">
        <CopyButton text={text} label="Copy report" />
        <button onClick={props.onClose}>Go on</button>
      </div>
    </Dialog>
  );
}

export function writeReport(report: CrashReport): string {
  return [
    `Tessera crashed in \`${report.method}\`: ${report.message}`,
    "",
    `version: ${report.version}`,
    `target: ${report.input.target}`,
    `browser: ${navigator.userAgent}`,
    "",
    report.stack.trim(),
    "",
    `--- ${report.input.file}${report.input.module === undefined ? "" : ` (-m ${report.input.module})`}`,
    report.input.source,
    ...(report.input.files ?? []).flatMap(({ path, text }) => [`--- ${path}`, text]),
  ].join("\n");
}
