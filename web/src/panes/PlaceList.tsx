// SPDX-License-Identifier: Apache-2.0
// Places in the program's texts, below the editor: where a name is used, or what a rename has left.

import { useEffect, useRef } from "preact/hooks";
import type { SourceRange } from "../base/protocol";
import { usePage } from "./page";

export interface ListedPlaces {
  title: string;
  places: { range: SourceRange; text: string }[];
}

export function PlaceList(props: { listed: ListedPlaces; onClose: () => void }) {
  const { goTo, place } = usePage();
  const box = useRef<HTMLElement>(null);
  const { title, places } = props.listed;
  useEffect(() => box.current?.querySelector<HTMLElement>("li button")?.focus(), [props.listed]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") return props.onClose();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const all = [...(box.current?.querySelectorAll<HTMLElement>("li button") ?? [])];
    all[(all.indexOf(document.activeElement as HTMLElement) + step + all.length) % all.length]?.focus();
  };
  return (
    <section class="places" aria-label="places" ref={box} onKeyDown={onKeyDown}>
      <header>
        <span role="status">{title}</span>
        <button class="plain" aria-label="close the list of places" onClick={props.onClose}>
          ✕
        </button>
      </header>
      <ul>
        {places.map(({ range, text }, index) => (
          <li key={index}>
            <button onClick={() => goTo(range)}>
              <span class="quiet">{place(range)}</span> <code>{text}</code>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
