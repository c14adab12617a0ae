import { type RefObject, useLayoutEffect, useState } from "react";
import { columnsIn } from "./grid-moves.ts";

/** The number of columns that fit into an element, also after it has changed its width. */
export function useColumns(element: RefObject<HTMLElement | null>): number {
  const [columns, setColumns] = useState(1);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const measure = () => setColumns(columnsIn(current.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return columns;
}
