import { type ComponentType, type ReactNode, Suspense, lazy } from "react";
import { useKeys } from "./keys/use-keys.ts";

/** A dialog whose code is no part of its page's. Give `load` to `useLater`, so that no key waits for it. */
export function laterDialog<Props extends object>(
  read: () => Promise<ComponentType<Props>>,
): LaterDialog<Props> {
  const load = async () => ({ default: await read() });
  const Loaded: ComponentType<Props> = lazy(load);
  return {
    load,
    Dialog: (props) => (
      <Suspense fallback={<KeysWait />}>
        <Loaded {...props} />
      </Suspense>
    ),
  };
}

interface LaterDialog<Props> {
  readonly load: () => Promise<unknown>;
  readonly Dialog: (props: Props) => ReactNode;
}

/** A key that is meant for the dialog must not act on the page below while its code loads. */
function KeysWait(): ReactNode {
  useKeys([], { isModal: true });
  return null;
}
