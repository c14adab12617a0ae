import type { BoardCard, Column } from "./board-columns.ts";

/**
 * The card to go to from `current`: the next one of its column, or the one at the same height in the next column with
 * cards. At an edge it is `current` itself. Without a current card it is the first of the board.
 */
export function neighbourCard(
  columns: readonly Column[],
  current: string | null,
  { down = 0, right = 0 }: Step,
): BoardCard | null {
  const filled = columns.filter(({ cards }) => cards.length > 0);
  const at = filled.findIndex(({ cards }) => cards.some(({ id }) => id === current));
  if (at < 0) return filled[0]?.cards[0] ?? null;
  const row = filled[at]?.cards.findIndex(({ id }) => id === current) ?? 0;
  const column = filled[within(at + right, filled.length)];
  return column?.cards[within(row + down, column.cards.length)] ?? null;
}

interface Step {
  readonly down?: number;
  readonly right?: number;
}

const within = (place: number, length: number) => Math.min(Math.max(place, 0), length - 1);
