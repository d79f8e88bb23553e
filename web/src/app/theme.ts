// SPDX-License-Identifier: Apache-2.0
// Light, dark, or whatever the system says. styles.css defines every colour once, for both, with `light-dark()`.

import { computed, effect, signal } from "@preact/signals";
import { kept } from "../base/storage";

export type ThemeChoice = "system" | "light" | "dark";
const key = "tessera.theme";
const order: ThemeChoice[] = ["system", "light", "dark"];
const dark = matchMedia("(prefers-color-scheme: dark)");
const systemIsDark = signal(dark.matches);
dark.addEventListener("change", () => (systemIsDark.value = dark.matches));

const stored = kept.get(key);
export const themeChoice = signal<ThemeChoice>(stored === "light" || stored === "dark" ? stored : "system");
/** What is seen; canvases repaint when it changes. */
export const theme = computed(() => (themeChoice.value === "system" ? (systemIsDark.value ? "dark" : "light") : themeChoice.value));

export function nextTheme(): void {
  themeChoice.value = order[(order.indexOf(themeChoice.value) + 1) % order.length] ?? "system";
}

export function followTheme(): void {
  effect(() => {
    const choice = themeChoice.value;
    if (choice === "system") {
      delete document.documentElement.dataset["theme"];
      kept.remove(key);
    } else {
      document.documentElement.dataset["theme"] = choice;
      kept.set(key, choice);
    }
  });
}
