// SPDX-License-Identifier: Apache-2.0
// What is drawn on a canvas has the colours that it was drawn with, so it has to be told when the page's change: by the system's setting,
// by an attribute of the page's root or body, which is what switches of themes set, or by the element's own.

import { signal, type Signal } from "@preact/signals";

/** Changes whenever the element's colours may have; `stop` ends the watching. */
export function watchTheme(host: HTMLElement): { theme: Signal<string>; stop: () => void } {
  const theme = signal("");
  const read = () => {
    const { colorScheme, color, backgroundColor } = getComputedStyle(host);
    theme.value = `${colorScheme} ${color} ${backgroundColor}`;
  };
  const system = matchMedia("(prefers-color-scheme: dark)");
  const watcher = new MutationObserver(read);
  for (const element of [document.documentElement, document.body, host])
    if (element)
      watcher.observe(element, { attributes: true, attributeFilter: ["class", "style", "theme", "data-theme", "data-color-mode"] });
  system.addEventListener("change", read);
  read();
  return {
    theme,
    stop: () => {
      watcher.disconnect();
      system.removeEventListener("change", read);
    },
  };
}
