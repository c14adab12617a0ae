import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { fittingCount } from "./fitting-count.ts";

/**
 * The number of buttons that fit beside each other in a row; null while all of them are drawn to be measured. A change
 * of `names`, which say what the row has, or of the width is measured anew.
 */
export function useFitting(row: RefObject<HTMLElement | null>, names: string): number | null {
  const [measured, setMeasured] = useState<Measured | null>(null);
  const width = useRef(0);
  const isMeasured = measured !== null && measured.names === names;
  useLayoutEffect(() => {
    const element = row.current;
    if (element === null) return undefined;
    if (!isMeasured) {
      width.current = element.clientWidth;
      setMeasured({ names, count: countOf(element) });
    }
    const observer = new ResizeObserver(() => {
      if (element.clientWidth !== width.current) setMeasured(null);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [row, names, isMeasured]);
  return isMeasured ? measured.count : null;
}

interface Measured {
  readonly names: string;
  readonly count: number;
}

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
