import type { ReactNode } from "react";
import { Kbd } from "../kit/kbd.tsx";
import { useKeyLayers } from "../kit/keys/use-keys.ts";

/** The keys of what has the focus. Each has a button too, so the bar is for eyes only. */
export function KeyBar(): ReactNode {
  const shown = useKeyLayers().flatMap(({ bindings }) =>
    bindings.filter(({ isShown, isOff }) => isShown === true && isOff !== true),
  );
  return (
    <footer className="keys" aria-hidden="true">
      {shown.map(({ keys, label }) => (
        <span key={keys[0]}>
          <Kbd keys={keys[0]} /> {label}
        </span>
      ))}
    </footer>
  );
}
