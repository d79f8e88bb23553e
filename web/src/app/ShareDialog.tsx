// SPDX-License-Identifier: Apache-2.0
// A link that holds the text, the target and what the panes show.

import { useMemo } from "preact/hooks";
import { formatCount } from "../base/format";
import { usePage } from "../panes/page";
import { CopyButton, Dialog } from "../panes/widgets";
import { shareAddress } from "./session";

/** Longer links survive browsers but not every chat program. */
const longLink = 4000;

export function ShareDialog(props: { onClose: () => void }) {
  const { workspace, view } = usePage();
  const address = useMemo(
    () => shareAddress({ source: workspace.text.value, file: workspace.file.value, target: workspace.target.value, view: view.toShared() }),
    [],
  );
  return (
    <Dialog title="Share" onClose={props.onClose}>
      <p>The whole text is in this link, after the #, which no browser sends to a server. It works for as long as this site does.</p>
      <textarea class="link-text" readOnly rows={4} value={address} aria-label="link" onFocus={(event) => event.currentTarget.select()} />
      <div class="row">
        <CopyButton text={address} label="Copy link" onCopied={() => history.replaceState(null, "", address)} />
        <span class="quiet">{formatCount(address.length)} characters</span>
      </div>
      {address.length > longLink && (
        <p class="note">Some chat and mail programs cut links of this length. If one does, send the text itself.</p>
      )}
    </Dialog>
  );
}
