import type { Statement } from "../ports/sql.ts";

/** Marks conflicts whose newest state was read; only then a resubmission is offered. */
export function markRead(clientOperationIds: readonly string[]): Statement {
  return {
    sql: `update sync_conflict set resolution_status = 'READ'
      where resolution_status = 'OPEN' and client_operation_id in (select value from json_each(?))`,
    params: [JSON.stringify(clientOperationIds)],
  };
}
