import type { Statement } from "../../ports/sql.ts";

/** How long a discard can be undone. */
export const UNDO_MS = 30_000;

/**
 * Deletes the content of entries whose discard can no longer be undone. Their rows stay in the history, with one byte,
 * because `expo-sqlite` reads an empty blob as NULL. An instant further away than the longest wait proves that the
 * device's clock was set back; that discard is final too.
 */
export function expiredDiscards(now: number): Statement {
  return {
    sql: `update sync_operation set envelope = x'00', last_result = null, undo_until = null
      where undo_until is not null and (undo_until <= ?1 or undo_until > ?1 + ${UNDO_MS})`,
    params: [now],
  };
}
