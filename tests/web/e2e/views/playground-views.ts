// SPDX-License-Identifier: Apache-2.0
// The playground's panes, dialogs and menus, with a compiler whose answers are known. A view begins where the one before it ended.

import { expect } from "@playwright/test";
import type { View, Visit, Visitor } from "./view";

const program = `# how large a block is
BLOCK = 64
SCALE = 0.5

def scale(x, factor=2, *, bias=0):
  return x * factor

launch[(4,)](x, N=16)
`;
const pipeline = "slot warpgroups!\ncopy_x\ncopy_y\nwait\nproduct\nstore\n";

async function openMenu(at: Visitor, button: string | RegExp, item: string): Promise<void> {
  await at.page.getByRole("button", { name: button, exact: true }).click();
  await at.page.getByRole("menuitem", { name: item }).click();
}

function dialog(name: string, button: string, tab?: string): View {
  return {
    name: tab ? `${name}, ${tab}` : name,
    dialog: name,
    ...(tab ? { part: tab } : {}),
    opener: (at) => at.button(button),
    open: async (at) => {
      await at.button(button).click();
      if (tab) await at.page.getByRole("dialog").getByRole("tab", { name: tab }).click();
    },
  };
}

const stage = (name: string, text: string): View => ({
  name: `IR, ${name}`,
  pane: "ir",
  part: name,
  open: async (at) => {
    await at.turnTo("ir");
    await at.page.getByLabel("Stage").selectOption(name);
    await expect(at.panel("ir")).toContainText(text);
  },
});

/** What a visitor sees who has never been here. */
export const firstVisit: Visit = {
  name: "a first visit",
  begin: (at) => at.open("fake"),
  views: [
    { name: "welcome", open: async (at) => expect(at.page.getByRole("region", { name: "welcome" })).toBeVisible() },
    { name: "source", pane: "source", open: (at) => at.turnTo("source") },
    { name: "tilings", pane: "tilings", open: (at) => at.turnTo("tilings") },
    { name: "timeline, nothing ran", pane: "timeline", open: (at) => at.turnTo("timeline") },
    { name: "results, nothing ran", pane: "results", open: (at) => at.turnTo("results") },
    { name: "diagnostics, none", pane: "diagnostics", open: (at) => at.turnTo("diagnostics") },
    { name: "emulator, empty", pane: "emulator", open: (at) => at.turnTo("emulator") },
    { name: "runner, none", pane: "runner", open: (at) => at.turnTo("runner") },
    { name: "variants, none", pane: "variants", open: (at) => at.turnTo("variants") },
    dialog("Recent", "Recent"),
    dialog("Help", "Help"),
    dialog("Help", "Help", "Keys"),
    dialog("Help", "Help", "Glossary"),
    dialog("Help", "Help", "Reference"),
    dialog("Share", "Share"),
    dialog("Share", "Share", "Frame"),
    dialog("Share", "Share", "Image"),
    dialog("Share", "Share", "Bundle"),
    {
      name: "examples",
      open: (at) => at.button("Examples").click(),
      opener: (at) => at.button("Examples"),
      opened: (at) => at.page.getByRole("menu"),
    },
    {
      name: "options of a run",
      open: (at) => at.button("Options").click(),
      opener: (at) => at.button("Options"),
      opened: (at) => at.page.getByRole("group", { name: "how kernels run in this tab" }),
    },
    {
      name: "a reference that was searched",
      dialog: "Help",
      opener: (at) => at.button("Help"),
      open: async (at) => {
        await at.button("Help").click();
        await at.page.getByRole("tab", { name: "Reference" }).click();
        await at.page.getByRole("searchbox").fill("zer");
      },
    },
    {
      name: "files over the window",
      isFleeting: true,
      open: async (at) => {
        await at.dragOver({ "more.py": "more = 1\n" });
        await expect(at.page.locator(".drop-target")).toBeVisible();
      },
    },
  ],
};

/** A program of one's own, whose every part is looked at. */
export const ownProgram: Visit = {
  name: "a program",
  begin: async (at) => {
    await at.open("fake");
    await at.writeProgram(program);
  },
  views: [
    stage("tile", "tile.dot"),
    {
      name: "IR, a pass beside the one before",
      pane: "ir",
      open: async (at) => {
        await at.turnTo("ir");
        await at.page.getByLabel("Compare with").selectOption("previous");
        await expect(at.panel("ir").locator(".cm-deletedChunk")).toBeVisible();
      },
    },
    {
      name: "IR, a value that is followed",
      pane: "ir",
      open: async (at) => {
        await at.page.getByLabel("Compare with").selectOption("");
        await at.ir.getByText("tile.dot").click();
        await at.page.mouse.move(0, 0);
        await expect(at.page.locator(".follow")).toBeVisible();
      },
    },
    {
      name: "IR, an operation's card",
      pane: "ir",
      isFleeting: true,
      open: async (at) => {
        await at.turnTo("ir");
        await at.page.keyboard.press("Escape");
        await at.ir.getByText("tile.dot").click();
        await at.page.mouse.move(0, 0);
        await at.page.keyboard.press("i");
        await expect(at.page.locator(".word-card")).toBeVisible();
      },
    },
    {
      name: "IR without the list of passes",
      pane: "ir",
      open: async (at) => {
        await at.page.keyboard.press("Escape");
        await at.button("Passes").click();
        await expect(at.page.getByRole("combobox", { name: "pass" })).toBeVisible();
      },
    },
    {
      name: "IR, find",
      pane: "ir",
      isFleeting: true,
      open: async (at) => {
        await at.turnTo("ir");
        if ((await at.button("Passes").getAttribute("aria-pressed")) === "false") await at.button("Passes").click();
        await at.ir.focus();
        await at.page.keyboard.press("Control+f");
        await expect(at.panel("ir").locator(".cm-search")).toBeVisible();
      },
    },
    stage("tilegpu", ""),
    stage("llvm", "define ptx_kernel"),
    stage("ptx", ".visible .entry"),
    stage("sass", "ptxas"),
    {
      name: "tilings, a program of the launch",
      pane: "tilings",
      open: async (at) => {
        await at.turnTo("tilings");
        await at.page.getByRole("slider").focus();
        await at.page.keyboard.press("ArrowRight");
      },
    },
    {
      name: "layouts",
      pane: "layouts",
      open: async (at) => {
        await at.turnTo("layouts");
        await at.panel("layouts").locator("canvas").first().focus();
        await at.page.keyboard.press("ArrowRight");
      },
    },
    {
      name: "schedule",
      pane: "schedule",
      open: async (at) => {
        await at.turnTo("schedule");
        await expect(at.panel("schedule")).toContainText("predicts");
      },
    },
    {
      name: "schedule, a kernel without one",
      pane: "schedule",
      open: async (at) => {
        await at.panel("schedule").getByRole("button", { name: "other_kernel" }).first().click();
        await expect(at.panel("schedule")).toContainText("has no GPU schedule yet");
      },
    },
    { name: "knobs", pane: "knobs", open: (at) => at.turnTo("knobs") },
    {
      name: "knobs, a value that is refused",
      pane: "knobs",
      open: async (at) => {
        const field = at.panel("knobs").getByRole("textbox", { name: "N", exact: true });
        await field.fill("many");
        await field.press("Enter");
        await expect(field).toHaveAttribute("aria-invalid", "true");
      },
    },
    {
      name: "knobs, a sweep",
      pane: "knobs",
      open: async (at) => {
        await at.page.getByRole("button", { name: "sweep BLOCK" }).click();
        await expect(at.panel("knobs").getByRole("status")).toContainText("5 values");
        await expect(at.panel("knobs").locator(".sweep-chart canvas")).toBeVisible();
      },
    },
    {
      name: "knobs below the editor",
      pane: "source",
      open: async (at) => {
        await at.page.getByLabel("Keep below the editor").check();
        await at.turnTo("source");
        await expect(at.page.getByRole("group", { name: "knobs" })).toBeInViewport({ ratio: 1 });
      },
    },
    ...(
      [
        ["Source", ".cm-deletedChunk"],
        ["IR", ".compared-text"],
        ["LLVM", ".compared-text"],
        ["PTX", ".compared-text"],
        ["Cost", "table"],
        ["Timeline", "button"],
        ["Memory", "table"],
      ] as const
    ).map(([name, shown], index): View => ({
      name: `variants, ${name}`,
      pane: "variants",
      part: name.toLowerCase(),
      open: async (at) => {
        if (index === 0) {
          await at.turnTo("variants");
          await at.button("Pin as A").click();
          await at.writeProgram(program.replace("64", "128"));
        }
        await at.turnTo("variants");
        const compare = at.page.getByRole("group", { name: "compare" });
        await compare.getByRole("button", { name: new RegExp(`^${name}`) }).click();
        await expect(at.panel("variants").locator(shown).first()).toBeVisible();
      },
    })),
    {
      name: "variants, three",
      pane: "variants",
      open: async (at) => {
        await at.button("Pin as A").click();
        await expect(at.page.getByRole("group", { name: "variants" }).locator("tbody tr")).toHaveCount(3);
      },
    },
    {
      name: "a text that was left",
      open: async (at) => {
        await at.example("Iota");
        await expect(at.page.locator(".notice")).toContainText("Your text is kept.");
      },
    },
    {
      name: "Recent, with texts",
      dialog: "Recent",
      opener: (at) => at.button("Recent"),
      open: async (at) => {
        await at.button("Recent").click();
        await expect(at.page.getByRole("dialog")).toContainText("how large a block is");
      },
    },
  ],
};

/** The editor's bars and lists, and a program of several files. */
export const editing: Visit = {
  name: "editing",
  begin: async (at) => {
    await at.open("fake");
    await at.writeProgram(program);
  },
  views: [
    {
      name: "what can be done in the editor",
      opener: (at) => at.button("edit"),
      opened: (at) => at.page.getByRole("menu"),
      open: (at) => at.button("edit").click(),
    },
    {
      name: "rename",
      open: async (at) => {
        await at.source.locator(".cm-line", { hasText: "def scale" }).getByText("scale").click();
        await openMenu(at, "edit", "Rename the name");
        await expect(at.page.getByRole("form", { name: "rename scale" })).toBeVisible();
      },
    },
    {
      name: "references, find and replace",
      open: async (at) => {
        await at.page.keyboard.press("Escape");
        await openMenu(at, "edit", "Find references");
        await expect(at.page.getByRole("region", { name: "places" })).toBeVisible();
        await openMenu(at, "edit", "Find and replace");
        await expect(at.panel("source").locator(".cm-search")).toBeVisible();
      },
    },
    {
      name: "Editor settings",
      dialog: "Editor settings",
      opener: (at) => at.button("edit"),
      open: async (at) => {
        // What finds and replaces stands where the button is.
        await at.page.keyboard.press("Escape");
        await openMenu(at, "edit", "Settings");
      },
    },
    {
      name: "what a call takes, and completion",
      isFleeting: true,
      open: async (at) => {
        await at.writeProgram("def scale(x, factor=2, *, bias=0):\n  return x\n\n\n");
        await at.page.keyboard.press("Control+End");
        await at.page.keyboard.type("scale(sca");
        await expect(at.page.locator(".signature")).toBeVisible();
        await expect(at.page.locator(".cm-tooltip-autocomplete")).toBeVisible();
      },
    },
    {
      name: "several files, one of them wrong",
      open: async (at) => {
        await at.page.keyboard.press("Escape");
        await at.page.keyboard.press("Escape");
        const { drop } = await at.dragOver({
          "fastnorm/kernels/ops.py": "bad!\n",
          "fastnorm_with_a_long_name.py": "x = 1\n",
          "autotune.py": "x = 1\n",
        });
        await drop();
        await expect(at.page.getByRole("tablist", { name: "files" })).toBeVisible();
      },
    },
    {
      name: "what can be added",
      opener: (at) => at.button("add files"),
      opened: (at) => at.page.getByRole("menu"),
      open: (at) => at.button("add files").click(),
    },
    {
      name: "what can be done with a file",
      opener: (at) => at.page.getByRole("button", { name: /^what to do with/ }),
      opened: (at) => at.page.getByRole("menu"),
      open: (at) => at.page.getByRole("button", { name: /^what to do with/ }).click(),
    },
    {
      name: "a file's new name, and one that was deleted",
      open: async (at) => {
        await openMenu(at, /^what to do with/, "Delete");
        await openMenu(at, "add files", "New file…");
        await expect(at.page.getByRole("textbox", { name: "New file" })).toBeFocused();
      },
    },
  ],
};

/** Runs: what came of them, and what went wrong. */
export const runs: Visit = {
  name: "runs",
  begin: async (at) => {
    await at.open("fake");
    await at.writeProgram(pipeline);
  },
  views: [
    {
      name: "results",
      pane: "results",
      open: async (at) => {
        await at.turnTo("results");
        await at.page.keyboard.press("Control+Enter");
        await expect(at.panel("results").locator(".verdict")).toContainText("ok");
      },
    },
    {
      name: "timeline, an event",
      pane: "timeline",
      open: async (at) => {
        await at.turnTo("timeline");
        await at.page.getByRole("application").focus();
        await at.page.keyboard.press("ArrowRight");
        await at.page.keyboard.press("ArrowDown");
        await expect(at.page.locator(".timeline .readout")).toContainText("cycles");
      },
    },
    {
      name: "timeline, a trace beside it and a file that is none",
      pane: "timeline",
      open: async (at) => {
        const choose = (name: string, text: string) =>
          at.page
            .getByLabel("trace file")
            .setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });
        const rows = [{ name: "warp 0", cluster: 0, cta: 0, warp: 0 }];
        const events = [{ row: 0, kind: "run", begin: 0, end: 10, name: "work" }];
        await choose("emulator.json", JSON.stringify({ unit: "steps", dropped: 0, length: 10, rows, events }));
        await expect(at.page.getByRole("application")).toHaveCount(2);
        await choose("wrong.json", '{"rows": 7}');
        await expect(at.page.locator(".timeline .bad-text")).toBeVisible();
      },
    },
    {
      name: "variants, two timelines",
      pane: "variants",
      part: "timelines",
      open: async (at) => {
        await at.turnTo("variants");
        await at.button("Pin as A").click();
        await at.page
          .getByRole("group", { name: "compare" })
          .getByRole("button", { name: /^Timeline/ })
          .click();
        // What ran on screen is A's, too.
        await at.button("Run A").or(at.button("Run B")).first().click();
        await expect(at.panel("variants").getByRole("application")).toHaveCount(2);
      },
    },
    {
      name: "results of PTX in the tab",
      pane: "results",
      open: async (at) => {
        await at.writeProgram("plain = 1\n");
        await at.page.getByLabel("where to run").selectOption("as PTX in this tab");
        await at.run().click();
        await at.turnTo("results");
        await expect(at.panel("results").locator(".verdict")).toContainText("PTX emulator");
      },
    },
    {
      name: "results, a race",
      pane: "results",
      open: async (at) => {
        await at.page.getByLabel("where to run").selectOption("in this tab");
        await at.writeProgram(pipeline.replace("product", "product race!"));
        await at.page.keyboard.press("Control+Enter");
        await at.turnTo("results");
        await expect(at.panel("results").locator(".diagnostics li")).toContainText("plgpu.wgmma_wait(0)");
      },
    },
    {
      name: "timeline, a race",
      pane: "timeline",
      open: async (at) => {
        await at.turnTo("timeline");
        await expect(at.page.locator(".timeline .failure")).toContainText("data-race");
      },
    },
    {
      name: "source, a race's message",
      pane: "source",
      isFleeting: true,
      open: async (at) => {
        await at.turnTo("source");
        await at.page.mouse.move(0, 0);
        await at.source.locator(".cm-lintRange-error").hover();
        await expect(at.page.locator(".cm-tooltip")).toBeVisible();
      },
    },
    {
      name: "diagnostics, an error with its fix",
      pane: "diagnostics",
      open: async (at) => {
        await at.page.mouse.move(0, 0);
        await at.writeProgram("a = 1\nb = bad!\n");
        await at.turnTo("diagnostics");
        await expect(at.panel("diagnostics").getByRole("button", { name: "write good" })).toBeVisible();
      },
    },
    {
      name: "results of an earlier text",
      pane: "results",
      open: (at) => at.turnTo("results"),
    },
    {
      name: "IR of a text that does not compile",
      pane: "ir",
      open: (at) => at.turnTo("ir"),
    },
    {
      name: "no code for a kernel",
      pane: "ir",
      open: async (at) => {
        await at.writeProgram("a = 1\nbee = 2  # refused!\n");
        await at.turnTo("ir");
        await at.page.getByLabel("Stage").selectOption("ptx");
        await expect(at.panel("ir").locator(".empty")).toContainText("no code for kernel");
      },
    },
    {
      name: "a run that has not ended",
      pane: "results",
      open: async (at) => {
        await at.writeProgram("run_hang!");
        await at.page.keyboard.press("Control+Enter");
        await at.turnTo("results");
        await expect(at.panel("results").locator("pre").first()).toContainText("[1. 2.]");
      },
    },
    {
      name: "a run that was cancelled",
      pane: "results",
      open: async (at) => {
        await at.panel("results").getByRole("button", { name: "Cancel" }).click();
        await expect(at.panel("results")).toContainText("cancelled");
      },
    },
    {
      name: "The compiler crashed",
      dialog: "The compiler crashed",
      open: async (at) => {
        await at.turnTo("source");
        await at.write("crash!");
        await expect(at.page.getByRole("dialog")).toContainText("a bug of Tessera's");
      },
    },
    {
      name: "IR after a crash",
      pane: "ir",
      open: async (at) => {
        await at.page.keyboard.press("Escape");
        await at.turnTo("source");
        await at.write("crash_show!");
        await expect(at.page.getByRole("dialog")).toContainText("snapshots");
        await at.page.keyboard.press("Escape");
        await at.turnTo("ir");
        await expect(at.page.locator(".ir-body")).toContainText("No IR");
      },
    },
  ],
};

/** Addresses that lead nowhere, a compiler that does not come, a text without a kernel. */
export const emptyStates: Visit = {
  name: "nothing there",
  begin: async (at) => {
    await at.page.route("**/wasm/tessera.wasm*", (route) => route.fulfill({ status: 404, body: "no" }));
    await at.page.goto("/fake/");
  },
  views: [
    {
      name: "no compiler",
      open: async (at) => expect(at.status).toContainText("the compiler could not be loaded"),
    },
    {
      name: "a link that can't be read",
      open: async (at) => {
        await at.page.unroute("**/wasm/tessera.wasm*");
        await at.page.goto("about:blank");
        await at.open("fake", "#v1=nonsense");
        await expect(at.page.locator(".notice")).toContainText("could not be read");
      },
    },
    {
      name: "an example that is not there",
      open: async (at) => {
        await at.page.goto("about:blank");
        await at.open("fake", "?example=nothing");
        await expect(at.page.locator(".notice")).toContainText("There is no example");
      },
    },
  ],
};

export const embedded: Visit = {
  name: "a frame",
  begin: async (at) => {
    await at.page.goto("/fake/?embed=1&panes=ir,source,layouts");
    await expect(at.status).toHaveText("compiled");
  },
  views: [
    { name: "a frame of three panes", open: () => Promise.resolve() },
    {
      name: "a frame of one pane",
      open: async (at) => {
        await at.page.goto("/fake/?embed=1&panes=tilings");
        await expect(at.page.locator(".tilings canvas")).toBeVisible();
      },
    },
  ],
};

const lessons = ["tilings", "layouts", "split-k", "attention", "hopper", "races"];

/** Every lesson, with a compiler that answers at once: what the real numbers look like is lessons.spec.ts's. */
export const allLessons: Visit = {
  name: "lessons",
  begin: (at) => at.page.goto("/fake/lessons.html").then(() => undefined),
  views: [
    {
      name: "the list of lessons",
      open: async (at) => expect(at.page.locator(".lesson-cards li")).toHaveCount(lessons.length),
    },
    ...lessons.map((lesson): View => ({
      name: `lesson ${lesson}`,
      part: lesson,
      open: async (at) => {
        await at.page.goto("about:blank");
        await at.page.goto(`/fake/lessons.html#${lesson}`);
        await expect(at.page.locator(".step").first()).toBeVisible();
        for (const step of await at.page.locator(".step").all()) {
          await step.scrollIntoViewIfNeeded();
          await expect(step.locator(".verdict")).not.toContainText(/running|not yet run/);
        }
      },
    })),
    {
      name: "a word's card",
      isFleeting: true,
      open: async (at) => {
        await at.page.goto("about:blank");
        await at.page.goto("/fake/lessons.html#layouts");
        await at.page.getByRole("button", { name: "banks", exact: true }).focus();
        await expect(at.page.getByRole("tooltip")).toBeVisible();
      },
    },
    {
      name: "hopper.html",
      open: async (at) => {
        await at.page.goto("/fake/hopper.html");
        await expect(at.page.locator(".step").first()).toBeVisible();
      },
    },
  ],
};
