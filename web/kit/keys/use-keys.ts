import { createContext, useContext, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import type { KeyBinding, KeyLayer, KeyMap } from "./key-map.ts";

/** The page's keys. */
export const KeysContext = createContext<KeyMap | null>(null);

/** The key map of this page. Throws outside of it. */
export function useKeyMap(): KeyMap {
  const map = useContext(KeysContext);
  if (map === null) throw new Error("Keys exist only inside the console.");
  return map;
}

/** Binds keys while the component is shown. The bindings may change with each render. */
export function useKeys(
  bindings: readonly KeyBinding[],
  { isModal = false, isBelowAll = false, isActive = true } = {},
): void {
  const map = useKeyMap();
  const newest = useRef(bindings);
  newest.current = bindings;
  // A layer is remade only if what it shows changes; what it runs is always the newest.
  const shown = JSON.stringify(bindings.map(({ run: _run, ...rest }) => rest));
  // Before the page is painted: a person may press what they see at once.
  useLayoutEffect(() => {
    if (!isActive) return undefined;
    const layer = newest.current.map((binding, index) => ({
      ...binding,
      run: () => newest.current[index]?.run(),
    }));
    return map.add({ bindings: layer, isModal, isBelowAll });
  }, [map, shown, isModal, isBelowAll, isActive]);
}

/** The layers in force, from the top; for the key bar and the list of all keys. */
export function useKeyLayers(): readonly KeyLayer[] {
  const map = useKeyMap();
  const cached = useRef<readonly KeyLayer[]>([]);
  return useSyncExternalStore(
    (listener) => map.subscribe(listener),
    () => {
      const now = map.layers();
      const isSame =
        now.length === cached.current.length &&
        now.every((layer, i) => layer === cached.current[i]);
      if (!isSame) cached.current = now;
      return cached.current;
    },
  );
}
