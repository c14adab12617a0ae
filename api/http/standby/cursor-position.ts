/**
 * Adds the position of a page to its cursor, so that the next page is read no earlier in time. The cursor of a page of
 * the primary stays as it is, and with it the list stays at the primary.
 */
export function withPosition(cursor: string, position: string): string {
  return `${cursor}${DIVIDER}${position}`;
}

/** Divides a sent cursor into the list's own and its position, null if the list began at the primary. */
export function cursorParts(sent: string): CursorParts {
  const at = sent.indexOf(DIVIDER);
  return at === -1
    ? { own: sent, position: null }
    : { own: sent.slice(0, at), position: sent.slice(at + 1) };
}

/** A sent cursor. */
export interface CursorParts {
  readonly own: string;
  readonly position: string | null;
}

/** Needs no escape in a query, and is in no cursor. */
const DIVIDER = "~";
