import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { lastReceiptOf } from "../../platform/statements/receipt-range.ts";
import { runNamed } from "../../platform/pipeline/run-named.ts";

/**
 * Tasks that operations of some batches started or reopened. An entry of a task's history made by a session's
 * operation has the id of its receipt. Settlement reports completed tasks. One statement.
 */
export async function listSessionTransitions(
  em: SqlEntityManager,
  batchIds: readonly string[],
): Promise<readonly SessionTransition[]> {
  const statement = sql<SessionTransition>`
    select turn.id as "receiptId", turn.relationship_id as "relationshipId", turn.task_id as "taskId"
    from json_array_elements_text(${JSON.stringify(batchIds)}::json) as batch (id)
    join lateral (
      select * from agenda_task_event
      where id between batch.id::uuid and ${lastReceiptOf("batch.id::uuid")} offset 0
    ) turn on turn.to_status in ('IN_PROGRESS', 'PENDING') and turn.from_status <> turn.to_status
    order by turn.id
  `;
  return await runNamed(em, "session-turns", statement);
}

/** The status to which an operation on a session moved its task. */
export interface SessionTransition {
  readonly receiptId: string;
  readonly relationshipId: string;
  readonly taskId: string;
}
