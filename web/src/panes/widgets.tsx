// SPDX-License-Identifier: Apache-2.0
// The few controls that the browser does not have, with the keyboard and ARIA behaviour that people know: tabs, a menu, a dialog, a
// splitter, a button that copies.

import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";

export interface Tab<Name extends string> {
  name: Name;
  label: string;
  badge?: string;
  badgeKind?: "bad" | "good" | "quiet";
}

/** Arrow keys move along the tabs, Home and End to the ends; the panel is the caller's, with `panelId(name)`. */
export function Tabs<Name extends string>(props: {
  label: string;
  tabs: Tab<Name>[];
  chosen: Name;
  onChoose: (name: Name) => void;
  prefix: string;
}) {
  const { tabs, chosen, onChoose, prefix } = props;
  const row = useRef<HTMLDivElement>(null);
  const choose = (index: number) => {
    const tab = tabs[(index + tabs.length) % tabs.length];
    if (!tab) return;
    onChoose(tab.name);
    row.current?.querySelector<HTMLElement>(`#${prefix}-tab-${tab.name}`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.name === chosen);
    const target = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    choose(target);
  };
  return (
    <div class="tabs" role="tablist" aria-label={props.label} ref={row} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.name}
          role="tab"
          id={`${prefix}-tab-${tab.name}`}
          aria-selected={tab.name === chosen}
          aria-controls={`${prefix}-panel-${tab.name}`}
          tabIndex={tab.name === chosen ? 0 : -1}
          onClick={() => onChoose(tab.name)}
        >
          {tab.label}
          {tab.badge && <span class={`badge ${tab.badgeKind ?? "quiet"}`}>{tab.badge}</span>}
        </button>
      ))}
    </div>
  );
}

export interface MenuItem {
  key: string;
  title: string;
  detail: string;
  group: string;
}

/** A button that opens a list of things to do; arrows move, Escape closes, a letter jumps. With a `name` its label is a mere sign. */
export function Menu(props: { label: string; name?: string; items: MenuItem[]; onChoose: (key: string) => void }) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const id = useId();
  const items = () => [...(root.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
  const close = (refocus: boolean) => {
    setOpen(false);
    if (refocus) root.current?.querySelector<HTMLElement>("button")?.focus();
  };
  useEffect(() => {
    if (!open) return;
    items()[0]?.focus();
    const onOutside = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) close(false);
    };
    document.addEventListener("pointerdown", onOutside);
    return () => document.removeEventListener("pointerdown", onOutside);
  }, [open]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) {
      if (event.key === "ArrowDown") {
        event.preventDefault();
        setOpen(true);
      }
      return;
    }
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const letter =
      event.key.length === 1
        ? all.findIndex((item, index) => index > at && item.textContent?.toLowerCase().startsWith(event.key.toLowerCase()))
        : -1;
    const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key] ?? (letter >= 0 ? letter : undefined);
    if (target !== undefined) {
      event.preventDefault();
      all[(target + all.length) % all.length]?.focus();
    } else if (event.key === "Escape") close(true);
    else if (event.key === "Tab") close(false);
  };
  const groups = [...new Set(props.items.map((item) => item.group))];
  return (
    <div class="menu" ref={root} onKeyDown={onKeyDown}>
      <button
        class={props.name ? "sign" : ""}
        aria-label={props.name}
        title={props.name}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {props.label} {!props.name && <span aria-hidden="true">▾</span>}
      </button>
      {open && (
        <div role="menu" id={id} aria-label={props.name ?? props.label} class="menu-list">
          {groups.map((group) => (
            <div role="group" aria-label={group} key={group}>
              <div class="menu-group" aria-hidden="true">
                {group}
              </div>
              {props.items
                .filter((item) => item.group === group)
                .map((item) => (
                  <button
                    key={item.key}
                    role="menuitem"
                    tabIndex={-1}
                    onClick={() => {
                      close(true);
                      props.onChoose(item.key);
                    }}
                  >
                    <span class="menu-title">{item.title}</span>
                    <span class="menu-detail">{item.detail}</span>
                  </button>
                ))}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

/** A button that opens a few settings beside it; Escape, a click elsewhere and leaving it by Tab close it. */
export function Popover(props: { label: string; title: string; marked?: boolean; children: ComponentChildren }) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    if (!open) return;
    root.current?.querySelector<HTMLElement>("input, select")?.focus();
    const onOutside = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", onOutside);
    return () => document.removeEventListener("pointerdown", onOutside);
  }, [open]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open || event.key !== "Escape") return;
    setOpen(false);
    root.current?.querySelector<HTMLElement>("button")?.focus();
  };
  // It would cover what has the focus then. Without a place that it went to, the window has lost it.
  const onFocusOut = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !root.current?.contains(relatedTarget)) setOpen(false);
  };
  return (
    <div class="menu" ref={root} onKeyDown={onKeyDown} onFocusOut={onFocusOut}>
      <button title={props.title} aria-expanded={open} aria-controls={open ? id : undefined} onClick={() => setOpen(!open)}>
        {props.label}
        {props.marked && <span class="quiet"> *</span>} <span aria-hidden="true">▾</span>
      </button>
      {open && (
        <div id={id} role="group" aria-label={props.title} class="menu-list popover">
          {props.children}
        </div>
      )}
    </div>
  );
}

/** The browser's own modal dialog: it traps focus, closes on Escape and gives the focus back. */
export function Dialog(props: { title: string; onClose: () => void; children: ComponentChildren; wide?: boolean }) {
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = box.current;
    if (dialog && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={box}
      class={props.wide ? "wide" : ""}
      aria-labelledby={id}
      onClose={props.onClose}
      onClick={(event) => event.target === box.current && props.onClose()}
    >
      <div class="dialog-body">
        <header>
          <h2 id={id}>{props.title}</h2>
          <button class="plain" onClick={props.onClose} aria-label="close">
            ✕
          </button>
        </header>
        {props.children}
      </div>
    </dialog>
  );
}

export function CopyButton(props: { text: string | (() => string); label: string; onCopied?: () => void }) {
  const [state, setState] = useState<"" | "copied" | "failed">("");
  const copy = async () => {
    const text = typeof props.text === "string" ? props.text : props.text();
    const copied = await copyText(text);
    setState(copied ? "copied" : "failed");
    if (copied) props.onCopied?.();
    setTimeout(() => setState(""), 2000);
  };
  return (
    <button onClick={() => void copy()}>
      {state === "copied" ? "Copied" : state === "failed" ? "Could not copy: select it and use the keyboard" : props.label}
    </button>
  );
}

/** The clipboard needs a secure origin and permission; a hidden text field is what works without. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    field.style.position = "fixed";
    field.style.opacity = "0";
    (document.querySelector("dialog[open]") ?? document.body).append(field);
    field.select();
    const copied = document.execCommand("copy");
    field.remove();
    return copied;
  }
}

type Save = (name: string, content: BlobPart, type: string) => void;
let save: Save = download;

/** Inside of an editor there are no downloads: whoever puts a pane there says how a file is saved. */
export function saveBy(other: Save): void {
  save = other;
}

export function saveFile(name: string, content: BlobPart, type: string): void {
  save(name, content, type);
}

function download(name: string, content: BlobPart, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** A bar between two panes. `value` is the first one's share in percent; arrows move it by two. */
export function Splitter(props: { label: string; vertical: boolean; value: number; onChange: (value: number) => void }) {
  const bar = useRef<HTMLDivElement>(null);
  const set = (value: number) => props.onChange(Math.round(Math.max(15, Math.min(85, value)) * 10) / 10);
  const onPointerMove = (event: PointerEvent) => {
    const area = bar.current?.parentElement?.getBoundingClientRect();
    if (!area || !bar.current?.hasPointerCapture(event.pointerId)) return;
    set(props.vertical ? ((event.clientX - area.left) / area.width) * 100 : ((event.clientY - area.top) / area.height) * 100);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -2, ArrowUp: -2, ArrowRight: 2, ArrowDown: 2 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    set(props.value + step);
  };
  return (
    <div
      ref={bar}
      class={props.vertical ? "splitter vertical" : "splitter"}
      role="separator"
      aria-label={props.label}
      aria-orientation={props.vertical ? "vertical" : "horizontal"}
      aria-valuenow={Math.round(props.value)}
      aria-valuemin={15}
      aria-valuemax={85}
      tabIndex={0}
      onPointerDown={(event) => {
        event.preventDefault();
        bar.current?.setPointerCapture(event.pointerId);
      }}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
      onDblClick={() => set(50)}
    />
  );
}

const shapes = { back: "M10 3 5 8l5 5", forward: "M6 3l5 5-5 5", play: "M5 3v10l8-5z", pause: "M5 3v10M11 3v10", stop: "M4 4h8v8H4z" };

/** Drawn, because the characters for these look different on every system. The button around it carries the name. */
export function Icon({ shape }: { shape: keyof typeof shapes }) {
  const filled = shape === "play" || shape === "stop";
  return (
    <svg class="icon" viewBox="0 0 16 16" width="12" height="12" aria-hidden="true">
      <path d={shapes[shape]} fill={filled ? "currentColor" : "none"} stroke="currentColor" stroke-width={shape === "pause" ? 3 : 2} />
    </svg>
  );
}

/** What a program with errors leaves on screen is the last good one's, and says so. While compiling it says nothing: that is soon over. */
export function Outdated(props: { view: { stale: boolean; loading: boolean } }) {
  if (!props.view.stale || props.view.loading) return null;
  return <p class="outdated">of the last text that compiled</p>;
}

/** Says what would fill a pane that has nothing to show. */
export function Empty(props: { children: ComponentChildren }) {
  return <div class="empty">{props.children}</div>;
}
