// SPDX-License-Identifier: Apache-2.0
// A walk over a view with the Tab key alone: everything that can be pressed is come to, is in sight when it has the focus, shows that it
// has it, and lets it go again.

import type { Page } from "@playwright/test";

interface Walk {
  /** How often Tab may be pressed before an editor has the focus, or all that there is has had it; 0 when all has. */
  ahead(): number;
  isEditor(): boolean;
  told(): string[];
}

const shift = 8;

/** What is wrong for who has no mouse, in a part of the page or in all of it. */
export async function walkByKeyboard(page: Page, within: string | null): Promise<string[]> {
  const most = await page.evaluate(begin, within);
  const keys = await page.context().newCDPSession(page);
  const press = (key: "Tab" | "Escape", modifiers = 0) => {
    const event = { key, code: key, windowsVirtualKeyCode: key === "Tab" ? 9 : 27, modifiers };
    return Promise.all([
      keys.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...event }),
      keys.send("Input.dispatchKeyEvent", { type: "keyUp", ...event }),
    ]);
  };
  if (within !== null) {
    // A script has put the focus there: out and in again by the keyboard.
    await press("Tab", shift);
    await press("Tab");
  }
  for (let pressed = 0; pressed < most;) {
    const { ahead, isEditor } = await page.evaluate(() => {
      const { walk } = window as unknown as { walk: Walk };
      return { ahead: walk.ahead(), isEditor: walk.isEditor() };
    });
    if (ahead === 0) break;
    // Tab alone indents in an editor; Escape lets it go, as the help says.
    if (isEditor) await press("Escape");
    const count = isEditor ? 1 : ahead;
    await Promise.all(Array.from({ length: count }, () => press("Tab")));
    pressed += count;
  }
  await keys.detach();
  return page.evaluate(() => (window as unknown as { walk: Walk }).walk.told());
}

/** Runs in the page: finds what there is to reach, and notes what `next` sees. The most presses that a walk should need. */
function begin(within: string | null): number {
  const pressable = "a[href], button, input, select, textarea, summary, iframe, [tabindex], [contenteditable=true]";
  const composites =
    "[role=tablist], [role=menu], [role=toolbar], [role=grid], [role=listbox], [role=radiogroup], [role=group], nav";
  const dialogs = document.querySelectorAll("dialog:modal");
  const part = within === null ? null : document.querySelector(within);
  const scope: Element = dialogs[dialogs.length - 1] ?? part ?? document.body;
  const nameOf = (element: Element) => {
    const label = element.getAttribute("aria-label") ?? element.textContent?.trim().slice(0, 30) ?? "";
    const within = element.closest("[role=tabpanel], dialog, header, footer, [class^=panel]");
    return `${element.tagName.toLowerCase()}${element.id ? `#${element.id}` : ""}.${[...element.classList].join(".")} “${label}” in ${within?.id || within?.className || within?.tagName || "the page"}`;
  };
  const isThere = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest("[inert]");
  const all = [...scope.querySelectorAll<HTMLElement>(pressable)].filter(
    (element) => isThere(element) && !element.matches(":disabled"),
  );
  const stops = all.filter((element) => element.tabIndex >= 0);
  const found: string[] = [];
  // What Tab passes over must be within something that arrow keys move in, and that Tab comes to.
  for (const element of all) {
    if (element.tabIndex >= 0 || !element.matches("a[href], button, input, select, textarea, summary")) continue;
    let around = element.closest(composites);
    while (around && !around.matches("[role=menu]") && !around.querySelector("[tabindex='0']"))
      around = around.parentElement?.closest(composites) ?? null;
    if (!around) found.push(`no key comes to ${nameOf(element)}`);
  }
  const unreachable = found.length;
  const lookOf = (element: Element) => {
    const around = [element, element.parentElement, element.closest("label"), ...element.querySelectorAll("*")];
    return around
      .slice(0, 12)
      .map((one) => {
        if (!one) return "";
        const style = getComputedStyle(one);
        const outline = style.outlineStyle === "none" || style.outlineWidth === "0px" ? "" : style.outline;
        return [outline, style.boxShadow, style.border, style.background, style.textDecoration, style.stroke].join();
      })
      .join("|");
  };
  // Without the focus, also of what has it at the beginning.
  const initial = document.activeElement as HTMLElement | null;
  initial?.blur();
  const before = new Map(stops.map((element) => [element, lookOf(element)]));
  const reached = new Set<Element>();
  const isSeen = (element: Element) => {
    let { left, right, top, bottom } = element.getBoundingClientRect();
    const clip = (box: { left: number; right: number; top: number; bottom: number }) => {
      left = Math.max(left, box.left);
      right = Math.min(right, box.right);
      top = Math.max(top, box.top);
      bottom = Math.min(bottom, box.bottom);
    };
    clip({ left: 0, right: innerWidth, top: 0, bottom: innerHeight });
    // What body and html hide is the window's.
    for (let around = element.parentElement; around && around !== document.body; around = around.parentElement) {
      if (getComputedStyle(around).overflow !== "visible") clip(around.getBoundingClientRect());
      if (around.matches("dialog")) break;
    }
    if (right - left < 1 || bottom - top < 1) return false;
    const label = (element as HTMLInputElement).labels?.[0];
    // Some of it must lie above all else: five places of what is in the window.
    return [0.5, 0.1, 0.9].some((x) =>
      [0.5, 0.1, 0.9].some((y) => {
        const hits = document.elementsFromPoint(left + (right - left) * x, top + (bottom - top) * y);
        // The card of the word that had the focus before is on its way out.
        const hit = hits.find((one) => !one.closest("[role=tooltip]"));
        return hit !== undefined && (element.contains(hit) || label?.contains(hit));
      }),
    );
  };
  const isEditor = (element: Element | null) => element?.matches(".cm-content[contenteditable=true]") ?? false;
  const note = (element: Element) => {
    if (reached.has(element)) return;
    reached.add(element);
    if (!scope.contains(element)) {
      if (scope.matches("dialog")) found.push(`the focus leaves the dialog for ${nameOf(element)}`);
      return;
    }
    // As the browser does, which at this moment may not have.
    element.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (!isSeen(element)) found.push(`out of sight with the focus: ${nameOf(element)}`);
    // An editor has its caret.
    if (before.get(element as HTMLElement) === lookOf(element) && !isEditor(element))
      found.push(`does not show that it has the focus: ${nameOf(element)}`);
  };
  document.addEventListener("focusin", (event) => walk === current() && note(event.target as Element));
  const isMissing = (element: HTMLElement) => {
    if (reached.has(element) || !element.isConnected || !isThere(element)) return false;
    // What lost its place among the stops on the way: a group of which Tab comes to one.
    if (element.tabIndex < 0 || element.matches(":disabled")) return false;
    const { name } = element as HTMLInputElement;
    if (!element.matches("input[type=radio]")) return true;
    return ![...reached].some(
      (other) => other.matches("input[type=radio]") && (other as HTMLInputElement).name === name,
    );
  };
  const current = () => (window as unknown as { walk: Walk }).walk;
  const walk: Walk = {
    isEditor: () => isEditor(document.activeElement),
    ahead() {
      const left = stops.filter(isMissing);
      if (left.length === 0) return 0;
      const focus = document.activeElement;
      const at = stops.indexOf(focus as HTMLElement);
      const editor = stops.findIndex((element, index) => index > at && isEditor(element));
      // One by one where it is not known what comes next, and beside an editor.
      if (at < 0 || (editor >= 0 && editor - at < 8)) return 1;
      const radios = stops
        .slice(at, editor < 0 ? stops.length : editor)
        .filter((one) => one.matches("input[type=radio]"));
      return Math.max(1, Math.min(30, (editor < 0 ? stops.length : editor) - at - radios.length - 4));
    },
    told: () => [...found, ...stops.filter(isMissing).map((element) => `Tab does not come to ${nameOf(element)}`)],
  };
  (window as unknown as { walk: Walk }).walk = walk;
  // From its first one on: what Tab goes through before it is another view's.
  if (part) stops[0]?.focus();
  reached.clear();
  found.splice(unreachable);
  return 2 * stops.length + 60;
}
