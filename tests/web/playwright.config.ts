// SPDX-License-Identifier: Apache-2.0
// End-to-end tests on the built site (web/dist) in the system's Chromium: `npm --prefix web run build`, then `npm --prefix web run e2e`.
// No browser is ever downloaded.

import { defineConfig } from "@playwright/test";
import { existsSync } from "node:fs";
import { join } from "node:path";

const port = Number(process.env["TESSERA_E2E_PORT"] ?? 8497);
const browsers = [
  process.env["CHROMIUM"] ?? "",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

export default defineConfig({
  testDir: join(import.meta.dirname, "e2e"),
  outputDir: join(import.meta.dirname, "../../build/e2e"),
  fullyParallel: true,
  workers: 2,
  timeout: 30_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env["CI"]),
  // A browser on a loaded machine may miss a deadline once; the report then says "flaky", which is to be looked at.
  retries: process.env["CI"] ? 1 : 0,
  reporter: [["list"]],
  use: {
    baseURL: `http://127.0.0.1:${port}/`,
    serviceWorkers: "block",
    reducedMotion: "reduce",
    viewport: { width: 1440, height: 900 },
    screenshot: "only-on-failure",
    trace: "off",
    launchOptions: {
      executablePath: browsers.find((path) => path && existsSync(path)) ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-dev-shm-usage"],
    },
  },
  webServer: {
    command: `node ${join(import.meta.dirname, "serve.mjs")} --port=${port}`,
    url: `http://127.0.0.1:${port}/site/`,
    reuseExistingServer: false,
  },
});
