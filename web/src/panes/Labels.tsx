// SPDX-License-Identifier: Apache-2.0
// Words of the glossary in the labels of the panes: headings, captions, heads of columns and rows. Nobody marks them by hand. Whatever
// element of these kinds a pane makes has its text looked through, and the first label of a pane that has a term explains it; so a table
// of twenty rows has no twenty stops for the keyboard.

import { createContext, h, options, type ComponentChildren, type VNode } from "preact";
import { useContext, useEffect, useMemo, useRef } from "preact/hooks";
import { termsIn } from "../base/glossary";
import { Term } from "./Term";

/** Which label of the pane explains a term. */
type Claims = Map<string, object>;

const ClaimsContext = createContext<Claims | null>(null);

const labelTags = new Set(["h2", "h3", "th", "caption", "dt", "figcaption"]);

/** A pane whose labels explain their terms. */
export function Labels({ children }: { children: ComponentChildren }) {
  const claims = useMemo<Claims>(() => new Map(), []);
  return <ClaimsContext.Provider value={claims}>{children}</ClaimsContext.Provider>;
}

function Label({ text }: { text: string }) {
  const claims = useContext(ClaimsContext);
  const me = useRef({}).current;
  useEffect(
    () => () => {
      for (const [term, owner] of claims ?? []) if (owner === me) claims?.delete(term);
    },
    [],
  );
  if (!claims) return <>{text}</>;
  const mine = new Set<string>();
  const seen = {
    has: (term: string) => mine.has(term) || (claims.get(term) ?? me) !== me,
    add: (term: string) => {
      claims.set(term, me);
      return mine.add(term);
    },
  };
  const pieces = termsIn(text, seen);
  for (const [term, owner] of claims) if (owner === me && !mine.has(term)) claims.delete(term);
  return (
    <>
      {pieces.map(({ text: part, entry }, index) =>
        entry ? (
          <Term key={index} name={entry.term}>
            {part}
          </Term>
        ) : (
          part
        ),
      )}
    </>
  );
}

/** Texts that may hold a term, as labels; all else as it is. What is all capitals is a name of the program. */
function labelled(children: ComponentChildren): ComponentChildren {
  if (typeof children === "string") return /[a-z]{3}/.test(children) ? h(Label, { text: children }) : children;
  return Array.isArray(children) ? children.map((child: ComponentChildren) => (Array.isArray(child) ? child : labelled(child))) : children;
}

const before = options.vnode;
options.vnode = (vnode: VNode) => {
  const { type } = vnode;
  if (typeof type === "string" && labelTags.has(type)) {
    const props = vnode.props as { children?: ComponentChildren };
    props.children = labelled(props.children);
  }
  before?.(vnode);
};
