// SPDX-License-Identifier: Apache-2.0
// The playground as the tests handle it: by what a person sees and presses.

import { expect, type Locator, type Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export class Playground {
  constructor(readonly page: Page) {}

  /** `site` is the built site, `fake` the same with a compiler that crashes and hangs on demand. */
  async open(where: "site" | "fake", rest = ""): Promise<void> {
    await this.page.goto(`/${where}/${rest}`);
    await this.ready();
  }

  async ready(): Promise<void> {
    await expect(this.status).toContainText(/compiled in|error/);
  }

  get status(): Locator {
    return this.page.locator(".status-engine");
  }
  get source(): Locator {
    return this.page.getByRole("textbox", { name: "kernel source, Python" });
  }
  get ir(): Locator {
    return this.page.getByRole("textbox", { name: /^IR/ });
  }

  tab(name: string): Locator {
    return this.page.getByRole("tablist", { name: "panes" }).getByRole("tab", { name });
  }

  /** Replaces the program as a person does: select all, type over. */
  async write(text: string): Promise<void> {
    await this.source.focus();
    await this.page.keyboard.press("Control+a");
    await this.page.keyboard.insertText(text);
  }

  async text(): Promise<string> {
    return (await this.source.locator(".cm-line").allInnerTexts()).map((line) => line.replace(/\n$/, "")).join("\n");
  }

  async example(title: string): Promise<void> {
    await this.page.getByRole("button", { name: "Examples" }).click();
    await this.page
      .getByRole("menuitem")
      .filter({ has: this.page.getByText(title, { exact: true }) })
      .click();
  }

  run(): Locator {
    return this.page.getByRole("group", { name: "run" }).getByRole("button", { name: "Run" });
  }
}

/** Anything that hangs out of the window to the right: the page must never scroll sideways. */
export async function overhang(page: Page): Promise<number> {
  return page.evaluate(
    () => Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - window.innerWidth,
  );
}

const axe = readFileSync(join(import.meta.dirname, "../node_modules/axe-core/axe.min.js"), "utf8");

interface Violation {
  id: string;
  impact: string;
  nodes: { target: string[]; failureSummary?: string }[];
}

interface Axe {
  run(within: string | Document, options: object): Promise<{ violations: Violation[] }>;
}

/** What axe has against the page, or a part of it. */
export async function violations(page: Page, within: string | null = null): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const found = await page.evaluate(async (part) => {
    const { axe } = window as unknown as { axe: Axe };
    const { violations } = await axe.run(part ?? document, { resultTypes: ["violations"] });
    // Of forced colours Chromium tells `color`, but for the fill of text, which axe asks for, what it would be without them.
    const isTold = ({ target }: Violation["nodes"][0]) => {
      const element = document.querySelector(target[0] ?? "");
      const style = element && getComputedStyle(element);
      return !style || style.webkitTextFillColor === style.color;
    };
    return violations.map((one) => (one.id === "color-contrast" ? { ...one, nodes: one.nodes.filter(isTold) } : one));
  }, within);
  return found.flatMap((violation) =>
    violation.nodes.map(
      (node) => `${violation.id}: ${node.target.join(" ")} ${node.failureSummary?.split("\n")[1]?.trim() ?? ""}`,
    ),
  );
}
