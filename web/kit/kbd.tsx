import type { ReactNode } from "react";

/** A key or a sequence of keys, as people see them on the keyboard. */
export function Kbd({ keys }: { readonly keys: string }): ReactNode {
  return keys
    .split(" ")
    .map((key, index) => <kbd key={index}>{SIGNS[key] ?? key.toUpperCase().slice(0, 5)}</kbd>);
}

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
