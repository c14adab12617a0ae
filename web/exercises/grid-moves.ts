/**
 * The place in a grid after a key. At an edge it stays; before the first key there is no place, and any key takes the
 * first.
 */
export function gridMove(at: number | null, move: GridMove, { count, columns }: GridSize): number {
  if (at === null) return 0;
  const next = at + stepOf(move, columns);
  if (next < 0 || next >= count) {
    // The last row may be shorter than the one above it.
    const isShort = move === "DOWN" && Math.floor(at / columns) < Math.floor((count - 1) / columns);
    return isShort ? count - 1 : at;
  }
  return next;
}

export type GridMove = "DOWN" | "LEFT" | "RIGHT" | "UP";

interface GridSize {
  readonly count: number;
  readonly columns: number;
}

/** As many columns as fit, but at least one. */
export function columnsIn(width: number): number {
  return Math.max(1, Math.floor((width - 2 * PADDING_PX + GAP_PX) / (TILE_PX + GAP_PX)));
}

/** Sizes of `web/styles/exercises.css`. */
const PADDING_PX = 10;
const GAP_PX = 8;
const TILE_PX = 160;

function stepOf(move: GridMove, columns: number): number {
  switch (move) {
    case "UP":
      return -columns;
    case "DOWN":
      return columns;
    case "LEFT":
      return -1;
    case "RIGHT":
      return 1;
  }
}
