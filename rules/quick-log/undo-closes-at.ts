import { undoUntil } from "./actions/undo.ts";

/**
 * When a day becomes final if nothing later than `acceptedAt` is accepted on it: the end of undo, rounded up to a
 * quarter of an hour. Days then become final together, and most operations of a day do not move its row in an index
 * (docs/rooms/quick-log.md#undo-window).
 */
export function undoClosesAt(acceptedAt: Date): Date {
  return new Date(Math.ceil(undoUntil(acceptedAt).getTime() / QUARTER_MS) * QUARTER_MS);
}

const QUARTER_MS = 15 * 60_000;
