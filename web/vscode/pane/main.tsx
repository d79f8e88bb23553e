// SPDX-License-Identifier: Apache-2.0
// A pane of the playground in a webview. Which one it is, the extension's first message says.

import { signal } from "@preact/signals";
import { render } from "preact";
import { LayoutsPane } from "../../src/panes/LayoutsPane";
import { PageContext } from "../../src/panes/page";
import { TilingsPane } from "../../src/panes/TilingsPane";
import { TimelineView } from "../../src/panes/TimelineView";
import { saveBy } from "../../src/panes/widgets";
import type { FromPane, PaneKind, ToPane } from "../src/messages";
import { layouts, makePage, tilings, timeline } from "./page";
import { followTheme, theme } from "./theme";
import "../../src/app/styles.css";
import "./pane.css";

declare function acquireVsCodeApi(): { postMessage(message: FromPane): void };

const editor = acquireVsCodeApi();
const send = (message: FromPane) => editor.postMessage(message);
const kind = signal<PaneKind | null>(null);
const title = signal("");
const page = makePage(send);

function Pane() {
  const drawn = theme.value;
  if (kind.value === "tilings") return <TilingsPane theme={drawn} />;
  if (kind.value === "layouts") return <LayoutsPane theme={drawn} />;
  if (kind.value === "timeline") return <TimelineView told={timeline.value} theme={drawn} onAgain={() => send({ kind: "again" })} />;
  return null;
}

/** The tab has the title for those who see; a page without a heading is hard to find one's way in by ear. */
const Heading = () => <h1 class="unseen">{title.value}</h1>;

/** A text with errors has no newer view: why stands above the older one, which stays. */
function Trouble() {
  const view = { tilings, layouts, timeline }[kind.value ?? "timeline"].value;
  return view.error && view.value !== null ? <p class="outdated bad-text">{view.error.replaceAll("`", "")}</p> : null;
}

window.addEventListener("message", ({ data }: MessageEvent<ToPane>) => {
  if (data.kind === "tilings") tilings.value = data.view;
  if (data.kind === "layouts") layouts.value = data.view;
  if (data.kind === "timeline") timeline.value = data.view;
  kind.value = data.kind;
  title.value = `${data.kind} of ${data.file}`;
});
saveBy((name, content) => send({ kind: "save", name, text: String(content) }));
followTheme();
const root = document.getElementById("app");
if (root)
  render(
    <PageContext.Provider value={page}>
      <Heading />
      <Trouble />
      <div class="panel">
        <Pane />
      </div>
    </PageContext.Provider>,
    root,
  );
send({ kind: "ready" });
