import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { useKeys } from "./keys/use-keys.ts";
import { NotLoaded } from "./not-loaded.tsx";

/**
 * A dialog whose code is no part of its page's. Give `load` to `useLater`, so that no key waits for it. Without a
 * connection the page stays, and opening the dialog again tries again.
 */
export function laterDialog<Props extends ClosedDialog>(
  read: () => Promise<ComponentType<Props>>,
): LaterDialog<Props> {
  let loaded: ComponentType<Props> | null = null;
  const load = async () => (loaded ??= await read());
  return { load, Dialog };

  function Dialog(props: Props): ReactNode {
    const [Loaded, setLoaded] = useState(() => loaded);
    const [isLost, setIsLost] = useState(false);
    useEffect(() => {
      load().then(
        (found) => setLoaded(() => found),
        () => setIsLost(true),
      );
    }, []);
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
