import type { Virtualizer } from "@tanstack/react-virtual";

/**
 * Scrolls a long list until a row is seen whole. A row that is already seen costs nothing: asking the browser for its
 * place would make it lay out the page with each key.
 */
export function showRow(rows: Virtualizer<HTMLDivElement, HTMLElement>, index: number): void {
  if (!isSeen(rows, index)) rows.scrollToIndex(index, { align: "auto" });
}

function isSeen(
  { measurementsCache, scrollOffset, scrollRect, options }: SeenRows,
  index: number,
): boolean {
  const row = measurementsCache[index];
  if (row === undefined || scrollOffset === null || scrollRect === null) return false;
  const top = scrollOffset + options.scrollPaddingStart;
  const bottom = scrollOffset + scrollRect.height - options.scrollPaddingEnd;
  return row.start >= top && row.end <= bottom;
}

type SeenRows = Pick<
  Virtualizer<HTMLDivElement, HTMLElement>,
  "measurementsCache" | "scrollOffset" | "scrollRect" | "options"
>;
