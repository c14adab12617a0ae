import { Refusal } from "../../contract/refusal.ts";
import { SERVER_CURSOR_DAYS } from "../../contract/sync/vocabulary.ts";
import { decodeCursor, encodeCursor } from "../cursor.ts";

/** Where a scope stands: its counter, under the epoch of its database. */
export interface ScopePosition {
  readonly relationshipId: string;
  readonly seq: number;
  readonly epoch: string;
  readonly now: Date;
}

const DAY_MS = 86_400_000;

/** The cursor a device comes back with; a counter under the scope's lock, so in commit order. */
export function encodeServerCursor(key: Uint8Array, position: ScopePosition): string {
  const { seq, epoch, now } = position;
  return encodeCursor(key, cursorScope(position.relationshipId), { seq, epoch, at: now.getTime() });
}

/**
 * The counter a cursor stands for, judged against where the scope stands now.
 *
 * @throws Refusal CURSOR_INVALID when it is not of this scope; CURSOR_EXPIRED after 90 days, and when
 *   it comes from another past of the database: the device then sends again what it holds.
 */
export function decodeServerCursor(key: Uint8Array, text: string, present: ScopePosition): number {
  const { seq, epoch, at } = decodeCursor(key, cursorScope(present.relationshipId), text);
  if (typeof seq !== "number" || typeof at !== "number") throw new Refusal("CURSOR_INVALID");
  const age = present.now.getTime() - at;
  if (epoch !== present.epoch || seq > present.seq || age > SERVER_CURSOR_DAYS * DAY_MS)
    throw new Refusal("CURSOR_EXPIRED");
  return seq;
}

function cursorScope(relationshipId: string): string {
  return `sync:${relationshipId}`;
}
