import { useRef, useState } from "react";
import { useKeys } from "../../kit/keys/use-keys.ts";
import { useTexts } from "../../texts/use-texts.ts";

/**
 * The row of a list that has the focus, moved by J and K. The focus goes to the first thing in the row that takes it.
 */
export function useRows(ids: readonly string[]): Rows {
  const { t } = useTexts();
  const [current, setCurrent] = useState<string | null>(null);
  const rows = useRef(new Map<string, HTMLElement>());
  const move = (by: number) => {
    const at = current === null ? -1 : ids.indexOf(current);
    const next = ids[Math.min(Math.max(at + by, 0), ids.length - 1)];
    if (next !== undefined)
      rows.current.get(next)?.querySelector<HTMLElement>("a, button")?.focus();
  };
  const isOff = ids.length === 0;
  useKeys([
    { keys: ["j", "ArrowDown"], label: t("keys.move"), run: () => move(1), isShown: true, isOff },
    { keys: ["k", "ArrowUp"], label: t("keys.move"), run: () => move(-1), isOff },
  ]);
  return {
    current,
    row: (id) => ({
      ref: (element) => {
        if (element === null) rows.current.delete(id);
        else rows.current.set(id, element);
      },
      onFocus: () => setCurrent(id),
      "aria-current": id === current,
    }),
  };
}

interface Rows {
  readonly current: string | null;
  /** The attributes of a row. */
  readonly row: (id: string) => {
    readonly ref: (element: HTMLElement | null) => void;
    readonly onFocus: () => void;
    readonly "aria-current": boolean;
  };
}
