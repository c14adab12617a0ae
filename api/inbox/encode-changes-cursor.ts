import { Refusal } from "../../contract/refusal.ts";
import { INBOX_LIMITS } from "../../contract/inbox/vocabulary.ts";
import type { InboxPosition } from "../../db/inbox/changes/queries.ts";
import { decodeCursor, encodeCursor } from "../encode-cursor.ts";

/** The cursor with which a console asks for later changes. */
export function encodeChangesCursor(
  key: Uint8Array,
  workspaceId: string,
  { seq, epoch, now }: InboxPosition,
): string {
  return encodeCursor(key, scopeOf(workspaceId), { seq, epoch, at: now.getTime() });
}

const HOUR_MS = 3_600_000;
const scopeOf = (workspaceId: string) => `inbox-changes:${workspaceId}`;

/** The contents of such a cursor. @throws Refusal CURSOR_INVALID if it does not belong to this inbox. */
export function openChangesCursor(
  key: Uint8Array,
  workspaceId: string,
  text: string,
): InboxPosition {
  const { seq, epoch, at } = decodeCursor(key, scopeOf(workspaceId), text);
  if (typeof seq !== "number" || typeof epoch !== "string" || typeof at !== "number")
    throw new Refusal("CURSOR_INVALID");
  return { seq, epoch, now: new Date(at) };
}

/**
 * Checks a cursor against the inbox's present position.
 *
 * @throws Refusal CURSOR_EXPIRED after 24 hours, and if the database was restored from a backup since.
 */
export function requireLiveChanges(since: InboxPosition, present: InboxPosition): void {
  const ageMs = present.now.getTime() - since.now.getTime();
  if (!isLiveChanges(since, present) || ageMs > INBOX_LIMITS.changeHours * HOUR_MS)
    throw new Refusal("CURSOR_EXPIRED");
}

/**
 * Whether a position is one of the present database, not of one that was restored from a backup since. A position
 * from before the first change has no epoch, and misses nothing.
 */
export function isLiveChanges(since: InboxPosition, present: InboxPosition): boolean {
  const isOther = since.epoch !== present.epoch && since.epoch !== "";
  return !isOther && since.seq <= present.seq;
}
