/**
 * The number of buttons of a row that fit into it. If some do not, the row also needs the place of the button
 * that opens the rest. The first one always stays.
 */
export function fittingCount({ widths, gap, more, available }: RowOfButtons): number {
  const spanOf = (some: readonly number[]) =>
    some.reduce((sum, width) => sum + width, 0) + gap * Math.max(0, some.length - 1);
  if (spanOf(widths) <= available) return widths.length;
  const fits = (count: number) => spanOf([...widths.slice(0, count), more]) <= available;
  let count = widths.length - 1;
  while (count > 1 && !fits(count)) count -= 1;
  return Math.max(1, count);
}

/** Sizes in pixels. */
interface RowOfButtons {
  readonly widths: readonly number[];
  /** Between two buttons. */
  readonly gap: number;
  /** The width of the button that opens the rest. */
  readonly more: number;
  readonly available: number;
}
