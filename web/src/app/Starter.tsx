// SPDX-License-Identifier: Apache-2.0
// For who is here for the first time: a line that says what this is, and three programs to begin with. It stands below everything else,
// moves nothing, and is gone for ever once it was used or closed, or the visitor has a text of their own.

import { useState } from "preact/hooks";
import { kept } from "../base/storage";
import type { PaneName } from "../panes/view-state";
import { examples, type Example } from "./examples";
import "./starter.css";

const key = "tessera.welcomed";

const cards: { title: string; name: string; text: string; pane: PaneName }[] = [
  { title: "Pallas", name: "matmul", text: "a product in four blocks", pane: "tilings" },
  { title: "Triton", name: "triton_softmax", text: "a row a program", pane: "tilings" },
  { title: "Hopper by hand", name: "hopper_gemm_pipeline", text: "copies ahead of products", pane: "timeline" },
];

export function Starter(props: { isNew: boolean; onOpen: (example: Example, pane: PaneName) => void }) {
  const [open, setOpen] = useState(() => kept.get(key) === null);
  if (!open || !props.isNew) return null;
  const close = () => {
    kept.set(key, "yes");
    setOpen(false);
  };
  return (
    <section class="starter" aria-label="welcome">
      <p>A compiler for GPU kernels, in this tab. Begin with</p>
      <div class="starter-cards">
        {cards.map((card) => {
          const example = examples.find(({ name }) => name === card.name);
          return (
            example && (
              <button
                key={card.name}
                onClick={() => {
                  close();
                  props.onOpen(example, card.pane);
                }}
              >
                <strong>{card.title}</strong> <span class="quiet">{card.text}</span>
              </button>
            )
          );
        })}
      </div>
      <a href="./lessons.html">or a lesson</a>
      <button class="plain" aria-label="close the welcome" onClick={close}>
        ✕
      </button>
    </section>
  );
}
