import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { fittingCount } from "./fitting-count.ts";

/**
 * The number of buttons that fit beside each other in a row, or null while all of them are drawn to be measured. The
 * text `names` identifies the content of the row. A measurement lays out the page, so each content is measured once
 * for a width.
 */
export function useFitting(row: RefObject<HTMLElement | null>, names: string): number | null {
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(NONE);
  const width = useRef(0);
  const count = counts.get(names) ?? null;
  const isMeasured = count !== null;
  useLayoutEffect(() => {
    const element = row.current;
    if (element === null) return undefined;
    if (!isMeasured) {
      const measured = countOf(element);
      const isSameWidth = element.clientWidth === width.current;
      width.current = element.clientWidth;
      setCounts((known) => new Map([...(isSameWidth ? known : NONE), [names, measured]]));
    }
    const observer = new ResizeObserver(() => {
      if (element.clientWidth !== width.current) setCounts(NONE);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [row, names, isMeasured]);
  return count;
}

const NONE: ReadonlyMap<string, number> = new Map();

function countOf(element: HTMLElement): number {
  const { paddingLeft, paddingRight, columnGap } = getComputedStyle(element);
  const buttons = [...element.children];
  const widths = buttons.map((button) => button.getBoundingClientRect().width);
  return fittingCount({
    widths: widths.slice(0, -1),
    more: widths.at(-1) ?? 0,
    gap: Number.parseFloat(columnGap) || 0,
    available:
      element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight),
  });
}
