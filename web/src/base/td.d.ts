// SPDX-License-Identifier: Apache-2.0
// A dialect's definitions, as vite.config.ts reads them.

declare module "*.td" {
  const described: Record<string, { summary: string; description: string }>;
  export default described;
}
