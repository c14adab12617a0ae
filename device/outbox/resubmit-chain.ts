import { BATCH_LIMITS } from "../../contract/sync/vocabulary.ts";
import type { Sql } from "../ports/sql.ts";
import { maybeTextIn, textIn, textsIn } from "../store/columns.ts";

/**
 * The chain of operations without a verdict that a replaced one itself replaced, newest first. At most one of the chain
 * is accepted, in whatever order they arrive (docs/rooms/sync.md#dependencies).
 */
export async function resubmitChain(
  sql: Sql,
  resubmitOf: string | undefined,
): Promise<readonly string[]> {
  if (resubmitOf === undefined) return [];
  const [replaced] = await sql.read({
    sql: `select resubmit_of, resubmit_chain from sync_operation
      where client_operation_id = ? and status in ('QUEUED', 'SYNCING')`,
    params: [resubmitOf],
  });
  const former = replaced === undefined ? null : maybeTextIn(replaced, "resubmit_of");
  if (replaced === undefined || former === null) return [];
  const chain = [former, ...textsIn(replaced, "resubmit_chain")];
  const answered = await sql.read({
    sql: `select client_operation_id from sync_operation
      where client_operation_id in (select value from json_each(?)) and status not in ('QUEUED', 'SYNCING')`,
    params: [JSON.stringify(chain)],
  });
  const withVerdict = new Set(answered.map((row) => textIn(row, "client_operation_id")));
  return chain.filter((id) => !withVerdict.has(id)).slice(0, BATCH_LIMITS.resubmitChain);
}
