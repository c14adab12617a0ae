import { sql } from "kysely";
import type { Tx } from "../platform/transactions/transact.ts";
import { runNamed } from "../platform/pipeline/run-named.ts";

/** Keys of all items of a plan, at any of its revisions. One statement. */
export async function listItemKeys(tx: Tx, planId: string): Promise<readonly string[]> {
  const statement = sql<{ readonly key: string }>`
    select distinct key #>> '{}' as key
    from (
      select draft as content from plan where id = ${planId}
      union all select content from plan_revision where plan_id = ${planId}
    ) said, jsonb_path_query(said.content, '$.items[*].itemKey') as key
  `;
  const rows = await runNamed(tx, "plan-item-keys", statement);
  return rows.map(({ key }) => key);
}
