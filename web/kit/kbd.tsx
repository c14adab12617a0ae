import { type ReactNode, useContext } from "react";
import { ownKeys } from "./keys/own-keys.ts";
import { KeysContext } from "./keys/use-keys.ts";

/** A key or a sequence of keys, as people see them on the keyboard; moved ones in their place. */
export function Kbd({ keys }: { readonly keys: string }): ReactNode {
  const map = useContext(KeysContext);
  return ownKeys(map?.own ?? UNMOVED, keys)
    .split(" ")
    .map((key, index) => <kbd key={index}>{SIGNS[key] ?? key.toUpperCase().slice(0, 5)}</kbd>);
}

const UNMOVED = new Map<string, string>();

const SIGNS: Readonly<Record<string, string>> = {
  Enter: "↵",
  Escape: "Esc",
  Space: "Space",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Ctrl: "Ctrl",
  Shift: "⇧",
  Alt: "Alt",
};
