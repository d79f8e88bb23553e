// SPDX-License-Identifier: Apache-2.0
// One line below the bar: what happened to the text, with the way back to one's own, and, where the browser keeps nothing, that it
// doesn't. The latter stays until it is dismissed and comes again when it gets worse.

import { useSignal, type Signal } from "@preact/signals";
import { Message } from "../panes/DiagnosticsPane";
import type { Documents, Keeping } from "./documents";

export interface Notice {
  text: string;
  kind: "info" | "bad";
}

const troubles: Partial<Record<Keeping, string>> = {
  tab: "This browser keeps nothing for this page: what you type is here until the tab is closed. A link, by Share, keeps it.",
  nothing: "This browser keeps nothing for this page: what you type is lost with a reload. A link, by Share, keeps it.",
  full: "The browser's storage is full: what you type is no longer kept. Delete old texts under Recent, or keep it by a link, by Share.",
  failed: "The browser could not store the text: what you type is no longer kept. A link, by Share, keeps it.",
};

export function NoticeBar(props: { notice: Signal<Notice | null>; documents: Documents; onBack: (id: string) => void }) {
  const { notice, documents } = props;
  const dismissed = useSignal<Keeping>("kept");
  const keeping = documents.keeping.value;
  const trouble = dismissed.value === keeping ? undefined : troubles[keeping];
  const left = documents.left.value;
  return (
    <>
      {trouble && <Line kind="bad" text={trouble} onDismiss={() => (dismissed.value = keeping)} />}
      {notice.value && (
        <Line kind={notice.value.kind} text={notice.value.text} onDismiss={() => (notice.value = null)}>
          {left && notice.value.kind === "info" && <button onClick={() => props.onBack(left.id)}>Back to my text</button>}
        </Line>
      )}
    </>
  );
}

function Line(props: { kind: Notice["kind"]; text: string; onDismiss: () => void; children?: preact.ComponentChildren }) {
  return (
    <div class={`notice ${props.kind}`} role="status">
      <span>
        <Message text={props.text} />
      </span>
      {props.children}
      <button class="plain" aria-label="dismiss" onClick={props.onDismiss}>
        ✕
      </button>
    </div>
  );
}
