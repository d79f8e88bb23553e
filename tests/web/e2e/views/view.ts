// SPDX-License-Identifier: Apache-2.0
// A view: something that the site can show, and how a person gets there. A visit is views that one page can show one after the other.

import { expect, type Locator } from "@playwright/test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { PaneName } from "../../../../web/src/panes/view-state";
import { startRunner } from "../../fixtures/fake-runner.mjs";
import { Playground } from "../page";

const root = join(import.meta.dirname, "../../../..");
type Runner = Awaited<ReturnType<typeof startRunner>>;
export type RunnerOptions = Parameters<typeof startRunner>[0];

/** A person in front of a page of some size. */
export class Visitor extends Playground {
  readonly runners: Runner[] = [];

  /** Panes lie on each other instead of beside. */
  get isNarrow(): boolean {
    return (this.page.viewportSize()?.width ?? 0) <= 860;
  }

  /** Turns to a pane, which is in sight already where there is room for more than one. */
  async turnTo(pane: PaneName): Promise<void> {
    const name = pane === "ir" ? "IR" : pane.charAt(0).toUpperCase() + pane.slice(1);
    if (!this.isNarrow && (pane === "source" || pane === "ir")) return;
    await this.tab(name).click();
    await expect(this.tab(name)).toHaveAttribute("aria-selected", "true");
  }

  async writeProgram(text: string): Promise<void> {
    await this.turnTo("source");
    await this.write(text);
    // The pause after the last key, and the compiler's answer.
    await this.page.waitForTimeout(250);
    await this.ready();
  }

  panel(pane: PaneName): Locator {
    return this.page.locator(panelOf(pane));
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole("button", { name, exact: true });
  }

  /** As a hand does that moves files over the window. */
  async dragOver(files: Record<string, string>): Promise<{ drop: () => Promise<void> }> {
    const transfer = await this.page.evaluateHandle((all) => {
      const made = new DataTransfer();
      for (const [name, text] of Object.entries(all)) made.items.add(new File([text], name));
      return made;
    }, files);
    const body = this.page.locator("body");
    await body.dispatchEvent("dragover", { dataTransfer: transfer });
    return { drop: () => body.dispatchEvent("drop", { dataTransfer: transfer }) };
  }

  async startRunner(options: RunnerOptions = {}): Promise<Runner> {
    const runner = await startRunner(options);
    this.runners.push(runner);
    return runner;
  }

  async connect(address: string, token = ""): Promise<void> {
    await this.page.getByRole("textbox", { name: "Runner" }).fill(address);
    await this.page.getByLabel("Token").fill(token);
    await this.page.getByRole("button", { name: /connect/i }).click();
  }
}

function panelOf(pane: PaneName): string {
  return pane === "source" ? ".left, .panel-source" : pane === "ir" ? ".upper" : `.panel-${pane}`;
}

/** Where a view is on the page, where it is a part of it. */
export function scopeOf({ pane, dialog }: View): string | null {
  return dialog ? "dialog[open]" : pane ? panelOf(pane) : null;
}

export interface View {
  name: string;
  /** What of the site it is a view of, by which a test knows that nothing is left out. */
  pane?: PaneName;
  dialog?: string;
  part?: string;
  open(at: Visitor): Promise<void>;
  /** What opened it: Escape closes it and gives the focus back to that. */
  opener?: (at: Visitor) => Locator;
  /** What shows that it is open, where there is an opener and it is no dialog. */
  opened?: (at: Visitor) => Locator;
  /** No way for the Tab key: it lasts as long as the pointer or the cursor stays, and is opened anew for each size. */
  isFleeting?: boolean;
}

export interface Visit {
  name: string;
  /** Files of web/dist/wasm without which it is skipped, except in CI. */
  needs?: string[];
  begin(at: Visitor): Promise<void>;
  views: View[];
}

export function lacks(visit: Visit): boolean {
  if (process.env["CI"]) return false;
  return (visit.needs ?? []).some((name) => !existsSync(join(root, "web/dist/wasm", name)));
}

export function readText(path: string): string {
  return readFileSync(join(root, path), "utf8");
}
