// SPDX-License-Identifier: Apache-2.0
// Views that take the real compiler, a runner, or a page of their own.

import { expect } from "@playwright/test";
import { failedResult, fleet, machine } from "../../fixtures/fleet.mjs";
import { readText, type View, type Visit, type Visitor } from "./view";

const heavy = { timeout: 60_000 };

const pane = (name: NonNullable<View["pane"]>, shown: string, rest: Partial<View> = {}): View => ({
  name: `${name} of a real program`,
  pane: name,
  open: async (at) => {
    await at.turnTo(name);
    await expect(at.panel(name).locator(shown).first()).toBeVisible(heavy);
  },
  ...rest,
});

/** Real answers are longer and wider than the stand-in's. */
export const realProgram: Visit = {
  name: "a real program",
  needs: ["tessera.wasm", "tessera-code.wasm"],
  begin: (at) => at.open("site", "?example=hopper_gemm_pipeline"),
  views: [
    pane("source", ".cm-line"),
    pane("ir", ".cm-line"),
    pane("tilings", "canvas, .empty"),
    pane("layouts", "canvas, .empty"),
    pane("schedule", "table"),
    pane("knobs", "li"),
    {
      name: "PTX of a real program, with its registers",
      pane: "ir",
      open: async (at) => {
        await at.turnTo("ir");
        await at.page.getByLabel("Stage").selectOption("ptx");
        await expect(at.ir).toContainText(".visible .entry", heavy);
        await expect(at.panel("ir").getByRole("slider")).toBeVisible();
      },
    },
    {
      name: "timeline of a real program",
      pane: "timeline",
      open: async (at) => {
        await at.turnTo("timeline");
        await at.page.keyboard.press("Control+Enter");
        await expect(at.page.getByRole("application")).toBeVisible(heavy);
      },
    },
    pane("results", ".verdict"),
    {
      name: "a kernel that nothing launches",
      pane: "tilings",
      open: async (at) => {
        await at.turnTo("source");
        await at.write("def add_kernel(x_ref, y_ref, o_ref):\n    o_ref[...] = x_ref[...] + y_ref[...]\n");
        await at.turnTo("tilings");
        await expect(at.panel("tilings")).toContainText("add_kernel is never launched", heavy);
      },
    },
    {
      name: "diagnostics, remarks",
      pane: "diagnostics",
      open: (at) => at.turnTo("diagnostics"),
    },
    {
      name: "layouts without a launch",
      pane: "layouts",
      open: (at) => at.turnTo("layouts"),
    },
    {
      name: "schedule without a launch",
      pane: "schedule",
      open: (at) => at.turnTo("schedule"),
    },
  ],
};

async function paste(at: Visitor, text: string): Promise<void> {
  await at.turnTo("emulator");
  await at.page.getByRole("textbox", { name: "PTX to run" }).focus();
  await at.page.keyboard.press("Control+a");
  await at.page.keyboard.insertText(text);
  await expect(at.panel("emulator").locator(".arguments, .emulator-form p").first()).toBeVisible(heavy);
}

const bug = (name: string) => readText(`tests/web/fixtures/bugs/${name}.ptx`);
const debuggerOf = (at: Visitor) => at.page.getByRole("group", { name: "debugger" });
const standing = (at: Visitor) => debuggerOf(at).getByRole("region", { name: "where it stands" });

/** PTX of anybody, its faults, and what it looks like from within. */
export const emulator: Visit = {
  name: "the emulator",
  needs: ["tessera.wasm", "emulator.wasm"],
  begin: (at) => at.open("site"),
  views: [
    {
      name: "emulator, a form",
      pane: "emulator",
      open: (at) => paste(at, readText("tests/emulator/kernels/shared.ptx")),
    },
    {
      name: "emulator, bytes by level and memory's accesses",
      pane: "emulator",
      open: async (at) => {
        const panel = at.panel("emulator");
        await panel.getByLabel("schedules", { exact: true }).fill("1");
        await panel.getByLabel("allow uninitialized").check();
        await at.button("Run PTX").click();
        await expect(panel.locator(".verdict")).toBeVisible(heavy);
        await panel.locator(".traffic").scrollIntoViewIfNeeded();
      },
    },
    {
      name: "emulator, text that is no PTX",
      pane: "emulator",
      open: async (at) => {
        await at.page.getByRole("textbox", { name: "PTX to run" }).focus();
        await at.page.keyboard.press("Control+a");
        await at.page.keyboard.insertText(
          ".version 8.0\n.target sm_80\n.address_size 64\n.entry k(.param .u64 a) { frob.u32 %r1; }\n",
        );
        await expect(at.panel("emulator").locator(".diagnostics li").first()).toContainText("frob");
      },
    },
    {
      name: "emulator, an argument that is refused",
      pane: "emulator",
      open: async (at) => {
        await paste(at, ".version 8.0\n.target sm_80\n.address_size 64\n.entry k(.param .u64 a) { ret; }\n");
        const panel = at.panel("emulator");
        // The form of the text before stays until this one is read.
        await expect(panel.locator(".arguments th code")).toHaveText(["a"]);
        await panel.getByLabel("grid", { exact: true }).fill("0");
        await expect(panel).toContainText("X,Y,Z, each 1 or more");
        await panel.getByLabel("grid", { exact: true }).fill("1");
        await panel.getByLabel("shape of argument 0").fill("lots");
        await at.button("Run PTX").click();
        await expect(panel.locator("tr.refused")).toBeVisible();
      },
    },
    {
      name: "emulator, out of bounds",
      pane: "emulator",
      open: async (at) => {
        await paste(at, bug("out-of-bounds"));
        await at.button("Run PTX").click();
        await expect(at.panel("emulator").locator(".diagnostics li").first()).toContainText("out-of-bounds", heavy);
      },
    },
    {
      name: "emulator, a race",
      pane: "emulator",
      open: async (at) => {
        await paste(at, bug("race"));
        await at.button("Run PTX").click();
        await expect(at.panel("emulator").locator(".diagnostics li").first()).toContainText("data-race", heavy);
      },
    },
    {
      name: "debugger, at a race",
      pane: "emulator",
      part: "debugger",
      open: async (at) => {
        await at.page.getByRole("button", { name: "Stop at the later access" }).first().click();
        await expect(standing(at)).toBeVisible(heavy);
      },
    },
    {
      name: "debugger, copies, phases, breakpoints and keys",
      pane: "emulator",
      part: "debugger",
      open: async (at) => {
        await at.button("Leave").click();
        await paste(at, bug("wrong-phase"));
        await at.button("Run PTX").click();
        await at.page.getByRole("button", { name: "Stop there" }).first().click(heavy);
        await expect(standing(at)).toBeVisible(heavy);
        await at.page.keyboard.press("p");
        await at.page.keyboard.press("?");
        await expect(debuggerOf(at).getByRole("region", { name: "breakpoints", exact: true })).toBeVisible();
        await expect(debuggerOf(at).getByRole("gridcell").first()).toBeVisible();
      },
    },
    {
      name: "debugger, a program's own kernel and its source line",
      pane: "emulator",
      part: "debugger",
      open: async (at) => {
        await at.page.goto("about:blank");
        await at.open("site", "?example=vector_add");
        await at.turnTo("ir");
        await at.turnTo("emulator");
        const panel = at.panel("emulator");
        await panel.getByRole("button", { name: "PTX of add_kernel", exact: true }).click(heavy);
        await expect(panel.locator(".of-launch")).toBeVisible(heavy);
        await at.button("Debug").click();
        await expect(standing(at)).toContainText("step 0", heavy);
        const stops = debuggerOf(at).getByRole("region", { name: "breakpoints", exact: true });
        await stops.getByRole("button", { name: "Stop at it" }).click();
        await expect(stops.getByRole("listitem")).toHaveCount(1);
      },
    },
  ],
};

const gpu = (microseconds: number) => ({
  means: "gpu",
  kernels: [
    {
      name: "matmul_kernel",
      launches: 1,
      samples: [microseconds / 1000, microseconds / 1000],
      prediction: { microseconds: 50 },
    },
  ],
});

/** A machine that runs what it is sent. */
export const runner: Visit = {
  name: "a runner",
  begin: async (at) => {
    await at.open("fake");
    await at.writeProgram("N = 64\nprint(N)\n");
  },
  views: [
    {
      name: "runner, nobody there",
      pane: "runner",
      open: async (at) => {
        await at.turnTo("runner");
        await at.connect("http://127.0.0.1:9");
        await expect(at.panel("runner")).toContainText("no answer from");
      },
    },
    {
      name: "runner, a token is needed",
      pane: "runner",
      open: async (at) => {
        const one = await at.startRunner({ token: "secret" });
        await at.connect(one.address);
        await expect(at.panel("runner")).toContainText("a token is needed");
      },
    },
    {
      name: "runner, connected",
      pane: "runner",
      open: async (at) => {
        const one = await at.startRunner({ emulates: true, bench: (before) => gpu([100, 50, 75][before] ?? 60) });
        await at.connect(one.address);
        await expect(at.page.getByRole("button", { name: "Submit to interpreter" })).toBeEnabled();
      },
    },
    {
      name: "runner, a job",
      pane: "runner",
      open: async (at) => {
        await at.page.getByRole("button", { name: "Submit to interpreter" }).click();
        await expect(at.page.locator(".job .comparison")).toContainText("same numbers", heavy);
      },
    },
    {
      name: "runner, jobs of this browser",
      pane: "runner",
      open: async (at) => {
        await at.page.getByText(/^Jobs sent from this browser/).click();
        await expect(at.page.getByRole("group", { name: "jobs sent from this browser" })).toBeVisible();
      },
    },
    {
      name: "Job",
      dialog: "Job",
      opener: (at) => at.page.getByRole("group", { name: "jobs sent from this browser" }).getByRole("button").first(),
      open: async (at) => {
        await at.page
          .getByRole("group", { name: "jobs sent from this browser" })
          .getByRole("button", { name: "job-1" })
          .click();
        await expect(at.page.getByRole("dialog", { name: "Job" })).toContainText(".visible .entry");
      },
    },
    {
      name: "runner, a range that is refused",
      pane: "runner",
      open: async (at) => {
        await at.page.getByText("Measure on interpreter").click();
        await at.page.getByLabel("For values of").selectOption("N");
        await at.page.getByRole("textbox", { name: "Values" }).fill("64..100 *0");
        await expect(at.page.getByText("this range never reaches its end")).toBeVisible();
      },
    },
    {
      name: "runner, measurements",
      pane: "runner",
      open: async (at) => {
        await at.page.getByRole("textbox", { name: "Values" }).fill("64..256 *2");
        await at.page.getByRole("button", { name: "Measure 3 values" }).click();
        await expect(at.page.locator(".bench-chart canvas")).toBeVisible(heavy);
      },
    },
    {
      name: "timeline of a runner's emulator",
      pane: "timeline",
      open: async (at) => {
        await at.page.getByRole("radio", { name: /PTX emulator/ }).check();
        await at.page.getByRole("button", { name: "Submit to emulator" }).click();
        await at.page.getByRole("button", { name: "Timeline of 1 launch" }).click(heavy);
        await at.page.getByRole("application").focus();
        await at.page.keyboard.press("ArrowRight");
        await expect(at.page.locator(".timeline .readout")).not.toBeEmpty();
      },
    },
  ],
};

/** What a runner keeps for others. */
export const shortLinks: Visit = {
  name: "short links",
  begin: async (at) => {
    const one = await at.startRunner({ shortLinks: true });
    await at.open("fake", `#s=abcdefghij@${one.address}`);
  },
  views: [
    {
      name: "a short link that was not asked for yet",
      open: async (at) => expect(at.page.locator(".short-link-notice")).toContainText("has not been asked"),
    },
    {
      name: "a short link that nobody knows",
      open: async (at) => {
        await at.button("Ask it").click();
        await expect(at.page.locator(".short-link-notice")).toContainText("keeps no short link");
      },
    },
    {
      name: "a short link that takes a token",
      open: async (at) => {
        const two = await at.startRunner({ shortLinks: true, token: "secret" });
        await at.page.evaluate((hash) => (location.hash = hash), `#s=abcdefghij@${two.address}`);
        await at.button("Ask it").click();
        await expect(at.page.locator(".short-link-notice").getByLabel("Token")).toBeVisible();
      },
    },
    {
      name: "Share, a short link to make",
      dialog: "Share",
      opener: (at) => at.button("Share"),
      open: async (at) => {
        await at.button("dismiss").click();
        await at.turnTo("runner");
        await at.connect(at.runners[0]?.address ?? "");
        await expect(at.page.getByRole("button", { name: "Submit to interpreter" })).toBeVisible();
        await at.button("Share").click();
        await expect(at.button("Make a short link")).toBeVisible();
      },
    },
    {
      name: "Share, a short link that was made",
      dialog: "Share",
      opener: (at) => at.button("Share"),
      open: async (at) => {
        await at.button("Share").click();
        await at.button("Make a short link").click();
        await expect(at.page.getByRole("textbox", { name: "Short link" })).toBeVisible();
      },
    },
  ],
};

const textPage = (name: string, address: string): View => ({
  name,
  open: async (at) => {
    await at.page.goto(`/fake/${address}`);
    await expect(at.page.getByRole("heading", { level: 1 })).toBeVisible();
  },
});

/** Pages to read, which compile nothing. Of the reference a short one of each kind: a page of four hundred names looks no different. */
export const textPages: Visit = {
  name: "the guide and the reference",
  needs: ["tessera.wasm"],
  begin: (at) => at.page.goto("/fake/guide/index.html").then(() => undefined),
  views: [
    textPage("guide, contents", "guide/index.html"),
    textPage("guide, a page", "guide/hopper.html"),
    textPage("guide, tables", "guide/timeline.html"),
    textPage("reference, contents", "reference/index.html"),
    textPage("reference, a module", "reference/jax.tree.html"),
    textPage("reference, long signatures and names elsewhere", "reference/jax.experimental.pallas.triton.html"),
    textPage("reference, a name that was linked to", "reference/jax.tree.html#map"),
    {
      name: "reference, a search",
      opener: (at) => at.page.getByRole("searchbox"),
      opened: (at) => at.page.locator("#found:not([hidden])"),
      open: async (at) => {
        await at.page.getByRole("searchbox").fill("tl.dot");
        await expect(at.page.locator("#found a").first()).toContainText("triton.language.dot");
      },
    },
  ],
};

const failed = {
  ...fleet.jobs.find(({ id }) => id.startsWith("job-3333")),
  artifact: "ab".repeat(32),
  position: 0,
  result: failedResult,
};

async function openFleet(at: Visitor, options: Parameters<Visitor["startRunner"]>[0], token = ""): Promise<void> {
  const one = await at.startRunner(options);
  await at.page.goto("/fake/fleet.html");
  await at.connect(one.address, token);
}

export const fleetPage: Visit = {
  name: "the fleet's page",
  begin: (at) => at.page.goto("/fake/fleet.html").then(() => undefined),
  views: [
    { name: "fleet, none", open: async (at) => expect(at.page.getByRole("textbox", { name: "Runner" })).toBeVisible() },
    {
      name: "fleet, a token is needed",
      open: async (at) => {
        await openFleet(at, { fleet: machine, token: "secret" });
        await expect(at.page.getByRole("status")).toContainText("give the token above");
      },
    },
    {
      name: "fleet, a machine on its own",
      open: async (at) => {
        await openFleet(at, { fleet: machine });
        await expect(at.page.getByRole("heading", { name: "This machine" })).toBeVisible();
      },
    },
    {
      name: "fleet, in all its states",
      open: async (at) => {
        await openFleet(at, { fleet, known: [failed] });
        await expect(at.page.locator(".worker")).toHaveCount(4);
        await at.page.getByText("What the sandbox lacks").first().click();
      },
    },
    {
      name: "fleet, a job",
      dialog: "Job",
      opener: (at) => at.page.getByRole("row", { name: /job-3333/ }).getByRole("button"),
      open: async (at) => {
        await at.page
          .getByRole("row", { name: /job-3333/ })
          .getByRole("button")
          .click();
        await expect(at.page.getByRole("dialog", { name: "Job" })).toContainText("did not run to the end");
      },
    },
  ],
};
