// SPDX-License-Identifier: Apache-2.0
// How the editor is set up. A change holds at once and is kept in this browser.

import { settingLimits, usualSettings, type EditorSettings } from "../base/editor-settings";
import { editorSettings } from "../panes/editor-settings";
import { Dialog } from "../panes/widgets";

export function SettingsDialog(props: { onClose: () => void }) {
  const settings = editorSettings.value;
  const set = (change: Partial<EditorSettings>) => (editorSettings.value = { ...settings, ...change });
  const check = (name: "wrap" | "lineNumbers" | "vim", label: string) => (
    <label class="check">
      <input type="checkbox" checked={settings[name]} onChange={(event) => set({ [name]: event.currentTarget.checked })} /> {label}
    </label>
  );
  return (
    <Dialog title="Editor settings" onClose={props.onClose}>
      <div class="settings-form">
        <NumberField name="fontSize" label="Size of code, in pixels" step={0.5} set={set} />
        <label for="setting-indent">Tab indents by</label>
        <select
          id="setting-indent"
          value={String(settings.indent)}
          onChange={(event) => set({ indent: Number(event.currentTarget.value) })}
        >
          <option value="0">as the text has it</option>
          {[2, 4, 8].map((columns) => (
            <option key={columns} value={String(columns)}>
              {columns} columns
            </option>
          ))}
        </select>
        <NumberField name="lineLength" label="Format to a line length of" step={1} set={set} />
        {check("wrap", "wrap long lines")}
        {check("lineNumbers", "number the lines")}
        {check("vim", "vim’s keys")}
      </div>
      {settings.vim && (
        <p class="vim-note">
          Escape leaves insert mode; Ctrl+Enter runs and F1 helps in every mode. To leave the editor by keyboard, press Escape, then Tab.
        </p>
      )}
      <div class="row">
        <button onClick={() => (editorSettings.value = usualSettings)}>As usual</button>
        <span class="quiet">kept in this browser</span>
      </div>
    </Dialog>
  );
}

function NumberField(props: {
  name: "fontSize" | "lineLength";
  label: string;
  step: number;
  set: (change: Partial<EditorSettings>) => void;
}) {
  const { least, most } = settingLimits[props.name];
  const id = `setting-${props.name}`;
  return (
    <>
      <label for={id}>{props.label}</label>
      <input
        id={id}
        type="number"
        min={least}
        max={most}
        step={props.step}
        value={editorSettings.value[props.name]}
        onInput={(event) => {
          const value = event.currentTarget.valueAsNumber;
          if (value >= least && value <= most) props.set({ [props.name]: value });
        }}
        // What is no size while it is typed may become one; when it is left it must be.
        onBlur={(event) => (event.currentTarget.value = String(editorSettings.value[props.name]))}
      />
    </>
  );
}
