// SPDX-License-Identifier: Apache-2.0
// A real editor with runner/editors/tessera.lua: Neovim, headless, shows a diagnostic, hovers, applies a fix and runs the
// program. Skipped where there is no Neovim.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { binary, makeFolder, root } from "./tessera.mjs";

const skip = spawnSync("nvim", ["--version"]).error ? "there is no Neovim on this machine" : false;

/** What a person does, as a script: each step waits until the editor has what the last one asked for. */
const script = (binary, out) => `
require("tessera").setup({ cmd = { ${JSON.stringify(binary)}, "lsp" } })
local seen = {}
local function note(name, value) seen[name] = value end
local function finish(problem)
  if problem then seen.problem = tostring(problem) end
  local file = io.open(${JSON.stringify(out)}, "w")
  file:write(vim.json.encode(seen))
  file:close()
  vim.cmd("qall!")
end
local function try()
  vim.cmd("edit program.py")
  vim.cmd("set filetype=python")
  assert(vim.wait(20000, function() return #vim.diagnostic.get(0) > 0 end, 50), "no diagnostic came")
  local diagnostic = vim.diagnostic.get(0)[1]
  note("diagnostic", { line = diagnostic.lnum, message = diagnostic.message, source = diagnostic.source })

  vim.api.nvim_win_set_cursor(0, { 2, 8 })
  local answers = vim.lsp.buf_request_sync(0, "textDocument/hover", vim.lsp.util.make_position_params(), 10000)
  local _, answer = next(answers)
  note("hover", answer.result.contents.value)

  vim.api.nvim_win_set_cursor(0, { 3, 12 })
  vim.ui.select = function(items, _, choose) choose(items[1], 1) end -- the person takes the first
  vim.lsp.buf.code_action()
  assert(vim.wait(20000, function() return vim.api.nvim_buf_get_lines(0, 2, 3, false)[1]:find("jnp.sum%(") ~= nil end, 50), "no fix was applied")
  assert(vim.wait(20000, function() return #vim.diagnostic.get(0) == 0 end, 50), "the diagnostic stayed")
  note("text", vim.api.nvim_buf_get_lines(0, 0, -1, false))

  vim.cmd("TesseraRun")
  assert(vim.wait(20000, function() return vim.bo.buftype == "nofile" end, 50), "the run showed nothing")
  note("output", vim.api.nvim_buf_get_lines(0, 0, -1, false))
end
vim.defer_fn(function() finish(select(2, pcall(try))) end, 100)
`;

test("Neovim shows a diagnostic, a hover, applies a fix and runs the program", { skip, timeout: 120_000 }, (t) => {
  const folder = makeFolder(t),
    config = join(folder, "config", "nvim"),
    out = join(folder, "seen.json");
  mkdirSync(join(config, "lua"), { recursive: true });
  cpSync(join(root, "runner/editors/tessera.lua"), join(config, "lua", "tessera.lua"));
  writeFileSync(join(config, "init.lua"), script(binary, out));
  writeFileSync(join(folder, "program.py"), "import jax.numpy as jnp\nx = jnp.arange(8)\nprint(jnp.summ(x))\n");
  const env = {
    ...process.env,
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, "config"),
    XDG_DATA_HOME: join(folder, "data"),
    XDG_STATE_HOME: join(folder, "state"),
    XDG_CACHE_HOME: join(folder, "cache"),
  };
  const { stderr } = spawnSync("nvim", ["--headless"], { cwd: folder, env, encoding: "utf8", timeout: 100_000 });
  const seen = JSON.parse(readFileSync(out, "utf8"));
  assert.equal(seen.problem, undefined, `${seen.problem}\n${stderr}`);
  assert.deepEqual([seen.diagnostic.line, seen.diagnostic.source], [2, "tessera"]);
  assert.match(seen.diagnostic.message, /summ/);
  assert.match(seen.hover, /jax\.numpy\.arange/);
  assert.equal(seen.text[2], "print(jnp.sum(x))");
  assert.equal(seen.output[0], "28");
});
