// SPDX-License-Identifier: Apache-2.0
// A link that holds the text, the target and what the panes show.

import { useMemo } from "preact/hooks";
import { formatCount } from "../base/format";
import { shareProject, whyUnshareable } from "../base/share";
import { usePage } from "../panes/page";
import { CopyButton, Dialog } from "../panes/widgets";
import { shareAddress } from "./session";

/** Longer links survive browsers but not every chat program. */
const longLink = 4000;

export function ShareDialog(props: { onClose: () => void }) {
  const { workspace, view } = usePage();
  const variants = workspace.variants.shared.value;
  const state = useMemo(
    () => ({
      ...shareProject(workspace.list.project),
      target: workspace.target.value,
      ...(workspace.tune.value ? { tune: workspace.tune.value } : {}),
      ...(variants.length > 0 ? { variants: [...variants] } : {}),
      view: view.toShared(),
    }),
    [],
  );
  const obstacle = useMemo(() => whyUnshareable(state), []);
  const address = useMemo(() => (obstacle === null ? shareAddress(state) : ""), []);
  if (obstacle !== null)
    return (
      <Dialog title="Share" onClose={props.onClose}>
        <p class="bad-text">{obstacle}</p>
        <p>There is no link of these. Delete files that the program does not need, or send the files themselves.</p>
      </Dialog>
    );
  const files = 1 + (state.files?.length ?? 0);
  return (
    <Dialog title="Share" onClose={props.onClose}>
      <p>
        {files > 1 ? `All ${files} files are` : "The whole text is"} in this link, after the #, which no browser sends to a server. It works
        for as long as this site does.{variants.length > 0 && ` What is pinned under Variants is in it too.`}
      </p>
      <textarea class="link-text" readOnly rows={4} value={address} aria-label="link" onFocus={(event) => event.currentTarget.select()} />
      <div class="row">
        <CopyButton text={address} label="Copy link" onCopied={() => history.replaceState(null, "", address)} />
        <span class="quiet">{formatCount(address.length)} characters</span>
      </div>
      {address.length > longLink && (
        <p class="note">
          Some chat and mail programs cut links of this length. If one does, send {files > 1 ? "the files themselves" : "the text itself"}.
        </p>
      )}
    </Dialog>
  );
}
