// SPDX-License-Identifier: Apache-2.0
// What was typed in this browser before: newest first, with its first line, what its first launch looks like, and when it was changed.

import { useEffect, useState } from "preact/hooks";
import { mostDocuments, type DocumentHead } from "../base/documents";
import { formatBytes, plural } from "../base/format";
import type { Thumbnail } from "../base/thumbnail";
import { Dialog } from "../panes/widgets";
import type { Documents } from "./documents";
import "./recent.css";

export function RecentDialog(props: { documents: Documents; onOpen: (id: string) => void; onClose: () => void }) {
  const { documents, onOpen, onClose } = props;
  const [isRead, setRead] = useState(false);
  useEffect(() => void documents.refresh().then(() => setRead(true)), []);
  // Not those of the last time: rows that move while one reaches for them are opened by mistake.
  const heads = isRead ? documents.recent.value : [];
  return (
    <Dialog title="Recent" onClose={onClose} wide>
      <p class="quiet">
        The last {mostDocuments} texts that you typed here, on this device only. An example or a link is not among them before you edit it.
      </p>
      {isRead && heads.length === 0 && <p>There are none yet.</p>}
      <ul class="recent">
        {heads.map((head) => (
          <Row
            key={head.id}
            head={head}
            isShown={head.id === documents.ownId.value}
            onOpen={() => {
              onClose();
              onOpen(head.id);
            }}
            onDelete={() => void documents.remove([head.id])}
          />
        ))}
      </ul>
    </Dialog>
  );
}

function Row(props: { head: DocumentHead; isShown: boolean; onOpen: () => void; onDelete: () => void }) {
  const { head, isShown } = props;
  const size = head.files > 1 ? `${plural(head.files, "file")}, ${formatBytes(head.bytes)}` : formatBytes(head.bytes);
  const title = head.title || "no text";
  return (
    <li>
      <button class="recent-open" onClick={props.onOpen} disabled={isShown}>
        <Picture of={head.thumbnail} />
        <span class="recent-words">
          <span class="recent-title">{title}</span>
          <span class="quiet">
            {formatTime(head.time)} · {size}
            {isShown ? " · open here" : ""}
          </span>
        </span>
      </button>
      {!isShown && (
        <button onClick={props.onDelete} aria-label={`delete ${title}`}>
          Delete
        </button>
      )}
    </li>
  );
}

function Picture({ of }: { of: Thumbnail | null }) {
  return (
    <svg class="recent-picture" viewBox="0 0 72 40" width="72" height="40" aria-hidden="true">
      {of?.shapes.map(({ x, y, width, height, hue }, index) => (
        <rect key={index} x={x} y={y} width={width} height={height} class={hue < 0 ? "ground" : ""} style={hueStyle(hue)} />
      ))}
    </svg>
  );
}

function hueStyle(hue: number): string {
  return hue < 0 ? "" : `fill: var(--fill-${Math.floor(hue) % 8})`;
}

function formatTime(time: number): string {
  const date = new Date(time);
  const isToday = date.toDateString() === new Date().toDateString();
  const clock = date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  return isToday ? `today ${clock}` : `${date.toLocaleDateString()} ${clock}`;
}
