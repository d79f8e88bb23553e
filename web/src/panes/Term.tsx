// SPDX-License-Identifier: Apache-2.0
// A word that the glossary explains: pointing at it or reaching it by keyboard shows its card. Escape takes the card away, and the
// pointer may go into it.

import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { explainTerm, termsIn } from "../base/glossary";
import { Message } from "./DiagnosticsPane";
import "./term.css";

export function Term(props: { name: string; children?: ComponentChildren }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const word = useRef<HTMLButtonElement>(null);
  const card = useRef<HTMLSpanElement>(null);
  const entry = explainTerm(props.name);
  useLayoutEffect(() => {
    if (!open || !word.current || !card.current) return;
    const [at, size] = [word.current.getBoundingClientRect(), card.current.getBoundingClientRect()];
    const left = Math.max(8, Math.min(at.left, document.documentElement.clientWidth - size.width - 8));
    const below = at.bottom + size.height < window.innerHeight - 8;
    card.current.style.left = `${left}px`;
    card.current.style.top = `${below ? at.bottom : at.top - size.height}px`;
    const close = () => setOpen(false);
    // What moves under a card is not what it is about any more.
    window.addEventListener("scroll", close, { capture: true, once: true });
    return () => window.removeEventListener("scroll", close, { capture: true });
  }, [open]);
  if (!entry) return <>{props.children ?? props.name}</>;
  return (
    <span
      class="term"
      onPointerEnter={() => setOpen(true)}
      onPointerLeave={() => setOpen(false)}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !open) return;
        event.stopPropagation();
        setOpen(false);
      }}
    >
      <button
        type="button"
        ref={word}
        class="term-word"
        aria-describedby={open ? id : undefined}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onClick={() => setOpen(true)}
      >
        {props.children ?? props.name}
      </button>
      {open && (
        <span role="tooltip" id={id} class="term-card" ref={card}>
          <strong>{entry.term}</strong> <Message text={entry.text} />
        </span>
      )}
    </span>
  );
}

/** A text with its code between backticks and, the first time each comes up, its terms. */
export function Words(props: { text: string; seen: Set<string> }) {
  return (
    <span class="text">
      {props.text.split("`").map((part, index) =>
        index % 2 === 1 ? (
          <code key={index}>{part}</code>
        ) : (
          termsIn(part, props.seen).map((piece, at) =>
            piece.entry ? (
              <Term key={`${index}/${at}`} name={piece.entry.term}>
                {piece.text}
              </Term>
            ) : (
              piece.text
            ),
          )
        ),
      )}
    </span>
  );
}
