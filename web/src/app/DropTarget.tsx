// SPDX-License-Identifier: Apache-2.0
// The whole window takes files. CodeMirror would insert a dropped file's text where it fell, so this listens before it does.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { findDropped, type Found } from "./open-files";

export function DropTarget(props: { onDrop: (found: Found[]) => void }) {
  const over = useSignal(false);
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const onOver = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      over.value = true;
    };
    const onLeave = (event: DragEvent) => {
      // Leaving one element for another is not leaving the window.
      if (event.relatedTarget === null) over.value = false;
    };
    const onDrop = (event: DragEvent) => {
      over.value = false;
      if (!event.dataTransfer || !hasFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      void findDropped(event.dataTransfer).then(props.onDrop);
    };
    const options = { capture: true };
    document.addEventListener("dragover", onOver, options);
    document.addEventListener("dragleave", onLeave, options);
    document.addEventListener("drop", onDrop, options);
    return () => {
      document.removeEventListener("dragover", onOver, options);
      document.removeEventListener("dragleave", onLeave, options);
      document.removeEventListener("drop", onDrop, options);
    };
  }, []);
  if (!over.value) return null;
  return (
    <div class="drop-target" aria-hidden="true">
      <p>Drop Python files, or a folder of them, to add them to the program; PTX, arrays (.npy), traces (.json) or a bundle to open them</p>
    </div>
  );
}
