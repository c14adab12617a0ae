import { Refusal } from "../contract/refusal.ts";
import { SERVER_CURSOR_DAYS } from "../contract/sync/vocabulary.ts";
import { decodeCursor, encodeCursor } from "./encode-cursor.ts";

/** The contents of a cursor, before it is checked against the scope's position. */
export interface ServerCursor {
  readonly seq: number;
  readonly epoch: string | number | undefined;
  readonly at: number;
}

/** The position of a scope: its counter, and the epoch of its database. */
export interface ScopePosition {
  readonly relationshipId: string;
  readonly seq: number;
  readonly epoch: string;
  readonly now: Date;
}

const DAY_MS = 86_400_000;

/** The cursor of a device. Its counter is incremented under the scope's lock, so it follows commit order. */
export function encodeServerCursor(key: Uint8Array, position: ScopePosition): string {
  const { seq, epoch, now } = position;
  return encodeCursor(key, cursorScope(position.relationshipId), { seq, epoch, at: now.getTime() });
}

/** The contents of a cursor of this scope. @throws Refusal CURSOR_INVALID if it does not belong to this scope. */
export function openServerCursor(
  key: Uint8Array,
  relationshipId: string,
  text: string,
): ServerCursor {
  const { seq, epoch, at } = decodeCursor(key, cursorScope(relationshipId), text);
  if (typeof seq !== "number" || typeof at !== "number") throw new Refusal("CURSOR_INVALID");
  return { seq, epoch, at };
}

/** The counter of a cursor of this scope; null for an invalid one, which is refused once access is checked. */
export function seqOfCursor(key: Uint8Array, relationshipId: string, text: string): number | null {
  try {
    return openServerCursor(key, relationshipId, text).seq;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/**
 * Checks a cursor against its scope's present position.
 *
 * @throws Refusal CURSOR_EXPIRED after 90 days, and if the database was restored from a backup since. The device then
 *   sends its stored data again.
 */
export function requireLiveCursor({ seq, epoch, at }: ServerCursor, present: ScopePosition): void {
  const age = present.now.getTime() - at;
  if (epoch !== present.epoch || seq > present.seq || age > SERVER_CURSOR_DAYS * DAY_MS)
    throw new Refusal("CURSOR_EXPIRED");
}

function cursorScope(relationshipId: string): string {
  return `sync:${relationshipId}`;
}
