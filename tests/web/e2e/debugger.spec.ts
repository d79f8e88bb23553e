// SPDX-License-Identifier: Apache-2.0
// The debugger as a person uses it: ten kernels with a bug each (tests/web/fixtures/bugs), and in every one the cause is
// read off the page: a line, lanes, who wrote a word, a phase. Keys where there are keys. Without the module these are
// skipped, except in CI.

import { expect, test, type Locator, type Page } from "@playwright/test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Playground } from "./page";

const root = join(import.meta.dirname, "../../..");
test.skip(
  !existsSync(join(root, "web/dist/wasm/emulator.wasm")) && !process.env["CI"],
  "web/dist has no emulator: `./dev web` builds it",
);
const textOf = (name: string) => readFileSync(join(root, "tests/web/fixtures/bugs", `${name}.ptx`), "utf8");

/** A person in front of the debugger: what he presses and what he sees. */
class Debugger {
  constructor(readonly page: Page) {}

  /** The Emulator pane with one of the kernels in it. */
  static async open(page: Page, name: string): Promise<Debugger> {
    const playground = new Playground(page);
    await playground.open("site");
    await playground.tab("Emulator").click();
    await page.getByRole("textbox", { name: "PTX to run" }).focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText(textOf(name));
    await expect(page.locator(".panel-emulator").getByRole("button", { name: "Run PTX" })).toBeVisible();
    await expect(page.locator(".panel-emulator .arguments, .panel-emulator .emulator-form p").first()).toBeVisible();
    return new Debugger(page);
  }

  panel = () => this.page.locator(".panel-emulator");
  root = () => this.page.getByRole("group", { name: "debugger" });
  stop = () => this.root().getByRole("region", { name: "where it stands" });
  part = (name: string): Locator => this.root().getByRole("region", { name, exact: true });
  warps = () => this.part("lanes of each warp");
  warp = (number: number) => this.warps().getByRole("row").nth(number);
  register = (name: string) =>
    this.part("registers by lane")
      .getByRole("row")
      .filter({ has: this.page.getByText(name, { exact: true }) });
  /** Of the word that has the focus in the grid of banks. */
  word = () => this.root().locator(".word-words");
  line = () => this.root().locator(".cm-here");

  async run(): Promise<Locator> {
    await this.panel().getByRole("button", { name: "Run PTX" }).click();
    await expect(this.panel().locator(".verdict .pill").last()).toHaveText(/✓ ran|✗ found/);
    return this.panel().locator(".diagnostics li");
  }

  /** From a report into the debugger. */
  async enter(report: Locator, button = "Stop there"): Promise<void> {
    await report.getByRole("button", { name: button }).click();
    await expect(this.stop()).toBeVisible();
  }

  async debug(): Promise<void> {
    await this.panel().getByRole("button", { name: "Debug", exact: true }).click();
    await expect(this.stop()).toContainText("step 0");
  }

  /** Presses a key and waits for the launch to stand at a line. */
  async press(key: string, line: number): Promise<void> {
    await this.page.keyboard.press(key);
    await expect(this.stop()).toContainText(`line ${line},`);
  }

  /** Puts the cursor into a line of the listing, as a click does. */
  async point(text: string): Promise<void> {
    await this.root().locator(".cm-line").filter({ hasText: text }).first().click();
  }

  async picture(name: string): Promise<void> {
    const folder = process.env["TESSERA_PICTURES"];
    if (folder) await this.page.screenshot({ path: `${folder}/debugger-${name}.png` });
  }
}

test.describe("ten bugs", () => {
  test("a race: both accesses, and that no barrier lies between", async ({ page }) => {
    const person = await Debugger.open(page, "race");
    const race = (await person.run()).filter({ hasText: "data-race" }).first();
    await person.enter(race, "Stop at the later access");
    await expect(person.stop()).toContainText("line 16,");
    await expect(person.stop()).toContainText("of warp 1");
    await expect(person.stop()).toContainText("about to be reported");
    await expect(person.stop()).toContainText("has no order with a read by thread (0, 0, 0)");
    await expect(person.line()).toContainText("st.shared.u32 [%r3], %r1");
    await person.picture("race");
    await page.getByRole("button", { name: "Leave" }).click();
    await person.enter(race, "Stop at the earlier access");
    await expect(person.stop()).toContainText("line 19,");
    await expect(person.stop()).toContainText("all lanes of warp 0");
    await expect(person.stop()).toContainText("race.cu:5");
    // Which is no file of the program at hand, so that there is nothing to go to.
    await expect(person.stop().getByRole("button", { name: "race.cu:5" })).toHaveCount(0);
    await expect(page.locator(".cm-source-stops")).toBeHidden();
    await expect(person.line()).toContainText("ld.shared.u32 %r5, [%r4]");
    // The next barrier of that warp: there is none before it ends.
    await page.keyboard.press("b");
    await expect(person.stop()).toContainText("The launch is over");
  });

  test("a wrong phase: the wait goes on while the copy has not begun", async ({ page }) => {
    const person = await Debugger.open(page, "wrong-phase");
    await person.enter((await person.run()).filter({ hasText: "memory-uninitialized" }));
    await expect(person.line()).toContainText("ld.shared.f32");
    await expect(person.part("copies and wgmmas in flight")).toContainText("has not begun");
    await person.press("u", 31);
    await person.press("u", 29);
    await expect(person.line()).toContainText("mbarrier.try_wait.parity");
    const full = person.part("state of each mbarrier").getByRole("row").filter({ hasText: "full" });
    await expect(full).toContainText("0 waits, 1 goes on");
    await expect(full).toContainText("512");
    await expect(person.register("%r4")).toContainText("1 in all lanes");
    await person.picture("wrong-phase");
  });

  test("an early reuse: the second copy is issued while the other warp has not been waited for", async ({ page }) => {
    const person = await Debugger.open(page, "early-reuse");
    const race = (await person.run()).filter({ hasText: "data-race" }).first();
    await person.enter(race, "Stop at the earlier access");
    await expect(person.line()).toContainText("ld.shared.f32 %f1");
    // From the read to the copy that overwrites it: the warp's barriers on the way.
    await person.press("b", 34);
    await expect(person.line()).toContainText("mbarrier.arrive.expect_tx");
    await person.press("b", 35);
    await expect(person.line()).toContainText("cp.async.bulk");
    await page.keyboard.press("s");
    const copy = person.part("copies and wgmmas in flight");
    await expect(copy).toContainText("tile");
    await expect(copy).toContainText("35");
    await page.keyboard.press("w");
    await expect(person.warp(1)).toHaveClass(/followed/);
    await person.picture("early-reuse");
  });

  test("out of bounds: the lane and its address", async ({ page }) => {
    const person = await Debugger.open(page, "out-of-bounds");
    await person.enter((await person.run()).filter({ hasText: "memory-out-of-bounds" }));
    await expect(person.stop()).toContainText("The launch ended here: line 16,");
    await expect(person.stop()).toContainText("of warp 31");
    const reach = person.part("address of each lane");
    await expect(reach.getByRole("row").nth(1).getByRole("cell").nth(30)).toHaveText("argument 0+4092");
    await expect(reach.getByRole("row").nth(1).getByRole("cell").nth(31)).toHaveText("nothing known");
    await person.press("u", 15);
    const index = person.register("%r2");
    await expect(index.getByRole("cell").nth(1 + 31)).toHaveText("1024");
    await expect(index).toContainText("line 13");
    await person.picture("out-of-bounds");
  });

  test("divergence at a barrier: which lanes stand where", async ({ page }) => {
    const person = await Debugger.open(page, "divergence");
    await person.enter((await person.run()).filter({ hasText: "divergent-collective" }));
    await expect(person.warp(0)).toContainText("lanes 0-11 at line 17, waiting for the other lanes of its warp");
    await expect(person.warp(0)).toContainText("lanes 12-31 at line 13, waiting for the other lanes of its warp");
    await expect(person.warp(0).locator(".lane-next")).toHaveCount(12);
    await expect(person.warp(0).locator(".lane-apart")).toHaveCount(20);
    await page.keyboard.press("0");
    await expect(person.stop()).toContainText("step 0");
    await person.point("@%p1 bra");
    await person.press("h", 12);
    await expect(
      person
        .register("%p1")
        .getByRole("cell")
        .nth(1 + 11),
    ).toHaveText("true");
    await expect(
      person
        .register("%p1")
        .getByRole("cell")
        .nth(1 + 12),
    ).toHaveText("false");
    await person.picture("divergence");
  });

  test("a bank conflict: all lanes ask one bank", async ({ page }) => {
    const person = await Debugger.open(page, "bank-conflict");
    await person.run();
    await expect(person.panel().locator(".verdict .pill.good")).toBeVisible();
    await person.debug();
    await person.point("ld.shared.u32");
    await person.press("h", 21);
    await expect(person.part("where it reaches")).toContainText(
      "bank conflicts: 32 turns of shared memory where 1 would do",
    );
    const asked = person.root().locator(".banks .turns td");
    // Of whichever warp came first: its column is one bank.
    await expect(asked.filter({ hasText: /^32$/ })).toHaveCount(1);
    await expect(asked.filter({ hasText: /\d/ })).toHaveCount(1);
    await person.picture("bank-conflict");
    await person.point("st.shared.u32");
    await page.keyboard.press("p");
    await page.keyboard.press("R");
    await expect(person.stop()).toContainText("line 15,");
    await expect(person.part("where it reaches")).toContainText("1 turn of shared memory: no bank conflict");
  });

  test("an uninitialized read: the lanes that nothing has written", async ({ page }) => {
    const person = await Debugger.open(page, "uninitialized");
    await person.enter((await person.run()).filter({ hasText: "register-uninitialized" }));
    await expect(person.line()).toContainText("mul.lo.u32 %r3, %r1, %r2");
    const scale = person.register("%r2");
    await expect(scale).toContainText("line 14, step 4, lanes 0-7");
    await expect(scale.getByRole("cell").nth(1 + 7)).toHaveText("3");
    await expect(scale.getByRole("cell").nth(1 + 8)).toHaveText("–");
    await person.picture("uninitialized");
    await scale.getByRole("button", { name: /line 14/ }).click();
    await expect(person.line()).toContainText("@%p1 mov.u32 %r2, 3");
    await expect(person.warp(0).locator(".lane-kept")).toHaveCount(24);
  });

  test("a wrong swizzle: a lane reads what another lane has written", async ({ page }) => {
    const person = await Debugger.open(page, "wrong-swizzle");
    await person.run();
    await expect(person.panel().locator(".verdict .pill.good")).toBeVisible();
    await person.debug();
    await person.point("ld.shared.u32");
    await person.press("h", 24);
    // Row 1 is right: lane 9 finds its own.
    await person
      .root()
      .getByRole("gridcell", { name: /reached by lane 9:/ })
      .click();
    await expect(person.word()).toContainText("written last by lane 9 of warp 0, line 19");
    // Row 2 is not.
    await person
      .root()
      .getByRole("gridcell", { name: /reached by lane 16:/ })
      .click();
    await expect(person.word()).toContainText("tile+256 (0x500), bank 0");
    await expect(person.word()).toContainText("written last by lane 18 of warp 0, line 19");
    await person.picture("wrong-swizzle");
    await expect(
      person
        .register("%r8")
        .getByRole("cell")
        .nth(1 + 16),
    ).toHaveText("0");
    await expect(
      person
        .register("%r3")
        .getByRole("cell")
        .nth(1 + 16),
    ).toHaveText("2");
  });

  test("a lost update: all lanes write the same number to one word", async ({ page }) => {
    const person = await Debugger.open(page, "lost-update");
    await person.run();
    await person.debug();
    await person.point("st.volatile.shared.u32 [%r2], %r5");
    await person.press("h", 21);
    await expect(person.part("address of each lane").getByRole("cell", { name: "counter", exact: true })).toHaveCount(
      32,
    );
    await expect(person.register("%r5")).toContainText("1 in all lanes");
    await person.press("s", 22);
    await person.root().getByRole("gridcell").first().focus();
    await expect(person.word()).toContainText("counter (0x400), bank 0: 1");
    await expect(person.word()).toContainText("written last by lane 31 of warp 0, line 21");
    await person.picture("lost-update");
  });

  test("a deadlock: the mbarrier that an arrival is missing of, and who waits", async ({ page }) => {
    const person = await Debugger.open(page, "deadlock");
    await person.enter((await person.run()).filter({ hasText: "deadlock" }));
    await expect(person.line()).toContainText("mbarrier.try_wait");
    await expect(person.stop()).toContainText(
      "It waits for phase 0 of the mbarrier full at 0x400, which needs 1 of 2 arrivals",
    );
    const full = person.part("state of each mbarrier").getByRole("row").filter({ hasText: "full" });
    await expect(full).toContainText("1 of 2");
    await expect(full).toContainText("warp 1");
    await expect(person.warp(1)).toContainText("waiting for phase 0 of the mbarrier full");
    // Who has arrived: run back to the arrive.
    await person.point("mbarrier.arrive");
    await page.keyboard.press("p");
    await person.press("R", 17);
    await expect(person.stop()).toContainText("lane 0 of warp 0 is about to");
    await person.picture("deadlock");
  });
});

test("steps go forwards, back to where they were, and along warps", async ({ page }) => {
  const person = await Debugger.open(page, "race");
  await person.debug();
  await expect(person.line()).toContainText("ld.param.u64");
  await person.press("s", 12);
  await expect(person.register("%rd1")).toContainText("changed");
  await person.press("n", 16);
  await expect(person.stop()).toContainText("race.cu:4");
  await person.press("u", 14);
  await person.press("s", 16);
  await page.keyboard.press("w");
  await expect(person.warp(1)).toHaveClass(/followed/);
  await person.press("s", 12);
  await expect(person.stop()).toContainText("of warp 1");
  await page.keyboard.press("?");
  await expect(person.part("keys of the debugger")).toContainText("the instruction that it executed before");
  await expect(person.part("keys of the debugger").getByText("Explain")).toHaveCount(1);
  await page.getByRole("button", { name: "Leave" }).click();
  await expect(person.panel().getByRole("button", { name: "Debug", exact: true })).toBeFocused();
});

test("a breakpoint has a condition, and says what is wrong with one", async ({ page }) => {
  const person = await Debugger.open(page, "out-of-bounds");
  await person.debug();
  await person.point("st.global.u32");
  await page.keyboard.press("p");
  const condition = person.root().getByLabel("condition at line 16");
  await condition.fill("%r9 == 1");
  await condition.press("Enter");
  await expect(person.part("breakpoints")).toContainText("shift has no register %r9");
  await expect(condition).toHaveAttribute("aria-invalid", "true");
  await condition.fill("%r2 == 700 in any lane");
  await condition.press("Enter");
  await expect(person.part("breakpoints")).not.toContainText("has no register");
  await person.point("ret;");
  await page.keyboard.press("r");
  await expect(person.stop()).toContainText("of warp 21");
  await expect(
    person
      .register("%r2")
      .getByRole("cell")
      .nth(1 + 27),
  ).toHaveText("700");
});

test("a long replay tells how far it is, and can be ended", async ({ page }) => {
  const head = ".version 8.0\n.target sm_80\n.address_size 64\n";
  const person = await Debugger.open(page, "race");
  await page.getByRole("textbox", { name: "PTX to run" }).focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(
    `${head}.entry forever() { .reg .b32 %r<2>; mov.u32 %r1, 0; $L: add.u32 %r1, %r1, 1; bra $L; }\n`,
  );
  await expect(person.panel()).toContainText("This kernel takes no arguments.");
  await person.debug();
  await person.press("s", 4);
  await page.keyboard.press("r");
  await expect(person.root()).toContainText(/[1-9][\d,]* instructions in/);
  await person.root().getByRole("button", { name: "Stop" }).click();
  await expect(person.root().getByRole("alert")).toContainText("it stands where it was");
  await page.locator(".debugger .cm-content").focus();
  await page.keyboard.press("s");
  await expect(person.stop()).toContainText("step 2");
});
