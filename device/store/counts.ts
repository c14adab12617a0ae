import type { Sql } from "../ports/sql.ts";
import { numberIn } from "./columns.ts";

/** Number of operations and online acts that this device ever made. A transaction compares it to notice a new one. */
export const MADE = `(select total(enqueued) + (select acts from device_metadata) from cache_scope)`;

/** Number of operations and online acts without an answer that can be sent: their key is not lost. */
export const UNSENT = `((select count(*) from sync_operation where status in ('QUEUED', 'SYNCING'))
  - (select count(*) from sync_operation where status = 'QUEUED' and wait_reason = 'UNREADABLE')
  + (select count(*) from online_act where status = 'OPEN'))`;

/**
 * Number of things that a sign-out would lose. It includes drafts that are open or whose last operation was refused,
 * because only this device has the person's input. A form stays in writing after the person discards a save, so it
 * counts too.
 */
export const LOST = `(${UNSENT} + (select count(*) from draft
  where id not in (select object_id from online_act where status = 'OPEN') and (status = 'OPEN'
    or exists (select 1 from sync_operation last
      where last.scope_id = draft.scope_id and last.object_id = draft.id
        and (last.status in ('REJECTED', 'CONFLICTED') or (draft.kind = 'FORM' and last.status = 'DISCARDED'))
        and not exists (select 1 from sync_operation later
          where later.scope_id = last.scope_id and later.object_id = last.object_id
            and later.local_sequence > last.local_sequence)))))`;

/** The present value of one of these numbers. */
export async function count(sql: Sql, number: typeof MADE | typeof LOST): Promise<number> {
  const [row] = await sql.read({ sql: `select ${number} as counted` });
  return row === undefined ? 0 : numberIn(row, "counted");
}
