-- SPDX-License-Identifier: Apache-2.0
-- Neovim 0.7 and newer: the language server for Python files, and :TesseraRun, :TesseraPtx, :TesseraExplain,
-- :TesseraTimeline, :TesseraTime, :TesseraTest, :TesseraStop. In init.lua, with this file somewhere below `lua/`:
--
--   require("tessera").setup()                                   -- `tessera` on the PATH
--   require("tessera").setup({ cmd = { "/opt/tessera", "lsp" }, settings = { target = "sm_80" } })
local M = {}

-- What a command answered, in a window of its own.
local function show(_, result)
  if not result or type(result) ~= "table" then
    return
  end
  vim.cmd("botright new")
  local buffer = vim.api.nvim_get_current_buf()
  vim.bo[buffer].buftype, vim.bo[buffer].bufhidden, vim.bo[buffer].swapfile = "nofile", "wipe", false
  local text = result.timeline and vim.json.encode(result.timeline) or result.text
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(text, "\n"))
  vim.bo[buffer].modifiable = false
  vim.bo[buffer].filetype = result.language
  pcall(vim.api.nvim_buf_set_name, buffer, result.title)
end

local function execute(name, kernel)
  local uri = vim.uri_from_bufnr(0)
  local params = { command = name, arguments = { { uri = uri, kernel = kernel } } }
  vim.lsp.buf_request(0, "workspace/executeCommand", params, function(problem, result)
    if problem then
      vim.notify(problem.message, vim.log.levels.ERROR)
    else
      show(nil, result)
    end
  end)
end

function M.setup(options)
  options = options or {}
  for _, name in ipairs({ "run", "ptx", "explain", "timeline", "time", "test", "stop" }) do
    vim.api.nvim_create_user_command("Tessera" .. name:sub(1, 1):upper() .. name:sub(2), function()
      execute("tessera." .. name)
    end, {})
  end
  local commands = vim.lsp.commands
  for _, name in ipairs({ "run", "ptx", "explain", "timeline", "time", "test" }) do
    commands["tessera." .. name] = function(command)
      execute(command.command, command.arguments[1].kernel)
    end
  end
  vim.api.nvim_create_autocmd("FileType", {
    pattern = "python",
    callback = function(event)
      local path = vim.api.nvim_buf_get_name(event.buf)
      local found = vim.fs and vim.fs.find({ ".git", "pyproject.toml" }, { upward = true, path = path })[1]
      local config = {
        name = "tessera",
        cmd = options.cmd or { "tessera", "lsp" },
        root_dir = found and vim.fs.dirname(found) or vim.fn.getcwd(),
        init_options = options.settings,
        on_attach = options.on_attach,
      }
      if vim.lsp.start then
        vim.lsp.start(config)
        return
      end
      M.client = M.client or vim.lsp.start_client(config) -- before 0.8
      vim.lsp.buf_attach_client(event.buf, M.client)
    end,
  })
end

return M
