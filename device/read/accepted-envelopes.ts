import { SERVER_CURSOR_DAYS } from "../../contract/sync/vocabulary.ts";
import { addDays } from "../../rules/local-day.ts";
import type { Statement } from "../ports/sql.ts";

/**
 * Keeps accepted operations as long as a cursor of their time lives, then deletes them. Until then the server may ask
 * for them again after a restore from a backup (docs/rooms/sync.md#restored-scopes). The server's calendar decides,
 * because the device's clock may be a year off. The operations of a draft stay as long as the draft, whose state
 * follows from them.
 *
 * @param serverTime when the server answered, in milliseconds since 1970.
 */
export function pruneAccepted(scopeId: string, serverTime: number): readonly Statement[] {
  const today = new Date(serverTime).toISOString().slice(0, "2026-01-05".length);
  const oldest = addDays(today, -SERVER_CURSOR_DAYS - 1);
  return [
    {
      sql: `update sync_operation set accepted_on = ?
        where scope_id = ? and status = 'ACCEPTED' and accepted_on is null`,
      params: [today, scopeId],
    },
    {
      sql: `delete from sync_receipt where client_operation_id in (${FORGOTTEN})`,
      params: [scopeId, oldest],
    },
    {
      sql: `delete from sync_operation where client_operation_id in (${FORGOTTEN})`,
      params: [scopeId, oldest],
    },
  ];
}

const FORGOTTEN = `
  select client_operation_id from sync_operation
  where scope_id = ? and status = 'ACCEPTED' and accepted_on < ?
    and not exists (select 1 from draft
      where draft.scope_id = sync_operation.scope_id and draft.id = sync_operation.object_id)
    and (resubmit_of is null or resubmit_of not in (select client_operation_id from sync_operation))`;

/**
 * Queues accepted operations again, in order, after the server lost their cursor. The server answers known ones with
 * ALREADY_ACCEPTED. Refused ones are not sent again: their verdict was final.
 */
export function requeueAccepted(scopeId: string): readonly Statement[] {
  return [
    {
      sql: `update cache_scope set accepted = accepted - (
          select count(*) from sync_operation where scope_id = ?1 and status = 'ACCEPTED')
        where scope_id = ?1`,
      params: [scopeId],
    },
    {
      sql: `delete from sync_receipt where client_operation_id in (
        select client_operation_id from sync_operation where scope_id = ? and status = 'ACCEPTED')`,
      params: [scopeId],
    },
    {
      sql: `update sync_operation set status = 'QUEUED', accepted_cursor = null, accepted_on = null,
          wait_reason = null, retry_count = 0, next_retry_at = null
        where scope_id = ? and status = 'ACCEPTED'`,
      params: [scopeId],
    },
  ];
}
