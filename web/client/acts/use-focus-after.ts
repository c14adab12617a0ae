import { type RefObject, useEffect, useRef } from "react";

/**
 * The heading of a list. It takes the focus when an act has removed the row that had it.
 *
 * @param said what was done; empty before the first act.
 * @param rows the rows as they were last read.
 */
export function useFocusAfter(said: string, rows: unknown): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (said !== "" && document.activeElement === document.body) heading.current?.focus();
  }, [said, rows]);
  return heading;
}
