import { DEVICE_KEY } from "../online/act-keys.ts";
import type { Row, Sql, Statement } from "../ports/sql.ts";
import { numberIn } from "./columns.ts";
import type { StorePorts } from "./store-ports.ts";

/**
 * Marks the unsent work whose key the vault lost: operations, online acts and drafts. It can never be sent. It waits for
 * nothing and blocks nothing, and stays until the person discards it or a purge order deletes it.
 *
 * An operation whose lost key was replaced by another one is marked when it would be sent.
 */
export async function markUnreadable({ sql, vault, random }: MarkPorts): Promise<void> {
  for (const { scope_id: scopeId = null, key } of await sql.read({ sql: WITH_WORK }))
    if ((await vault.key(String(key))) === null) await sql.write(marks(scopeId, random.uuid()));
}

type MarkPorts = Pick<StorePorts, "sql" | "vault" | "random">;

/** Number of operations, acts and drafts that are marked. */
export async function countUnreadable(sql: Sql): Promise<number> {
  const [row] = await sql.read({ sql: COUNTED });
  return row === undefined ? 0 : numberIn(row, "counted");
}

const COUNTED = `select (select count(*) from sync_operation
    where wait_reason = 'UNREADABLE' and status = 'QUEUED')
  + (select count(*) from online_act where status = 'UNREADABLE')
  + (select count(*) from draft where status = 'UNREADABLE') as counted`;

/**
 * Marks operations that turned out to be unreadable. One that a killed process left as SYNCING is queued again, so that
 * the person can discard it.
 */
export function unreadableOperations(ids: readonly string[]): Statement {
  return {
    sql: `${MARK} and client_operation_id in (select value from json_each(?))`,
    params: [JSON.stringify(ids)],
  };
}

const UNMARKED = `status in ('QUEUED', 'SYNCING') and wait_reason is not 'UNREADABLE'`;
const MARK = `update sync_operation
  set status = 'QUEUED', wait_reason = 'UNREADABLE', next_retry_at = null where ${UNMARKED}`;

/** Scopes with unsent work that is not marked, and the whole device if it has acts. */
const WITH_WORK = `
  select scope_id, queue_key as key from cache_scope scope
  where exists (select 1 from sync_operation where scope_id = scope.scope_id and ${UNMARKED})
    or exists (select 1 from online_act where scope_id = scope.scope_id and status = 'OPEN')
    or exists (select 1 from draft where scope_id = scope.scope_id and status <> 'UNREADABLE')
  union all select null, '${DEVICE_KEY}'
  where exists (select 1 from online_act where scope_id is null and status = 'OPEN')`;

/** A marked draft gives its id and its task free, so that the person can begin again. */
function marks(scope: Row[string], mark: string): readonly Statement[] {
  const scopeId = scope ?? null;
  const params = [scopeId];
  return [
    { sql: `${MARK} and scope_id = ?`, params },
    {
      sql: `update online_act set status = 'UNREADABLE', body = null, next_retry_at = null
        where scope_id is ? and status = 'OPEN'`,
      params,
    },
    {
      sql: `update draft set status = 'UNREADABLE', id = id || '/' || ?2, task_id = null
        where scope_id is ?1 and status <> 'UNREADABLE'`,
      params: [scopeId, mark],
    },
  ];
}
