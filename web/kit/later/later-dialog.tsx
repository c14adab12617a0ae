import { type ComponentType, type ReactNode, useEffect } from "react";
import { useKeys } from "../keys/use-keys.ts";
import { laterPart, useLaterPart } from "./later-part.ts";
import { NotLoaded } from "./not-loaded.tsx";

/**
 * A dialog whose code is no part of its page's. Give `load` to `useLater`. Without a connection the page stays, and
 * opening the dialog again tries again.
 */
export function laterDialog<Props extends ClosedDialog>(
  read: () => Promise<ComponentType<Props>>,
): LaterDialog<Props> {
  const part = laterPart(read);
  return { load: part.load, Dialog };

  function Dialog(props: Props): ReactNode {
    const { found: Loaded, isLost, show } = useLaterPart(part);
    useEffect(() => void show(), [show]);
    // A key that is meant for the dialog must not act on the page below.
    useKeys([], { isModal: true, isActive: Loaded === null && !isLost });
    if (isLost) return <NotLoaded dismiss={props.close} />;
    return Loaded === null ? null : <Loaded {...props} />;
  }
}

interface ClosedDialog {
  readonly close: () => void;
}

interface LaterDialog<Props> {
  readonly load: () => Promise<unknown>;
  readonly Dialog: (props: Props) => ReactNode;
}
