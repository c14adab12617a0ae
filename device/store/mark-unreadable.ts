import type { Row, Sql, Statement } from "../ports/sql.ts";
import { DEVICE_KEY } from "../online/act-keys.ts";
import type { StorePorts } from "./store-ports.ts";

/**
 * Marks the unsent work whose key the vault lost: operations, online acts and drafts. It can never be sent. It waits
 * for nothing and blocks nothing, and stays until the person discards it or a purge order deletes it.
 *
 * A new key seals only later rows, so unreadable operations precede all readable ones. The oldest row of a scope shows
 * whether all are readable; one statement reads it for all scopes. If it is unreadable, the scope is read up to the
 * first readable row.
 */
export async function markUnreadable(ports: MarkPorts): Promise<void> {
  const { sql, vault } = ports;
  const lost: Row[] = [];
  for (const scope of await sql.read({ sql: OLDEST }))
    if (!(await opensOperation(ports, scope, scope))) lost.push(scope);
  for (const place of await sql.read({ sql: WITH_OTHERS }))
    if ((await vault.key(String(place["queue_key"]))) === null) lost.push(place);
  // Rare, so its code loads on demand. Without it the work stays as it is until the next start.
  const marking = lost[0] && (await import("./mark-lost.ts").catch(() => null));
  await marking?.markLost(ports, lost);
}

/** The ports that marking needs. */
export type MarkPorts = Pick<StorePorts, "sql" | "vault" | "aes" | "random">;

/** Number of operations, acts and drafts that are marked. */
export async function countUnreadable(sql: Sql): Promise<number> {
  const [row] = await sql.read({ sql: COUNTED });
  return Number(row?.["counted"]);
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

/** A waiting operation that is not marked. */
export const UNMARKED = `status in ('QUEUED', 'SYNCING') and wait_reason is not 'UNREADABLE'`;
/** The beginning of a statement that marks operations; a condition follows. */
export const MARK = `update sync_operation
  set status = 'QUEUED', wait_reason = 'UNREADABLE', next_retry_at = null where ${UNMARKED}`;

/** The oldest waiting operation of each scope that is not marked, by one index lookup a scope. */
const OLDEST = `select c.scope_id, queue_key, client_operation_id, envelope
  from cache_scope c join sync_operation on client_operation_id = (
    select client_operation_id from sync_operation where scope_id = c.scope_id and ${UNMARKED}
    order by local_sequence limit 1)`;

/** Scopes with acts or drafts, and the acts of the whole device. */
const WITH_OTHERS = `
  select scope_id, queue_key from cache_scope c
  where exists (select 1 from online_act where scope_id = c.scope_id and status = 'OPEN')
    or exists (select 1 from draft where scope_id = c.scope_id and status <> 'UNREADABLE')
  union all select null, '${DEVICE_KEY}'
  where exists (select 1 from online_act where scope_id is null and status = 'OPEN')`;

/** Whether the queue key of a scope opens an operation. */
export async function opensOperation(
  { vault, aes }: MarkPorts,
  scope: Row,
  row: Row,
): Promise<boolean> {
  const { client_operation_id: id, envelope } = row;
  const key = await vault.key(String(scope["queue_key"]));
  return (
    key !== null &&
    envelope instanceof Uint8Array &&
    (await aes.open(key, envelope, `sync_operation/${String(id)}`)) !== null
  );
}
