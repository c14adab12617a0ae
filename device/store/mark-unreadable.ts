import type { Row, Sql, Statement } from "../ports/sql.ts";
import { DEVICE_KEY } from "../online/act-keys.ts";
import { numberIn, textIn } from "./columns.ts";
import type { StorePorts } from "./store-ports.ts";

/**
 * Marks the unsent work whose key the vault lost: operations, online acts and drafts. It can never be sent. It waits for
 * nothing and blocks nothing, and stays until the person discards it or a purge order deletes it.
 *
 * A new key seals only later rows, so unreadable operations precede all readable ones. The oldest row of a scope shows
 * whether all are readable, and one statement reads it for all scopes; otherwise a binary search finds the first
 * readable one.
 */
export async function markUnreadable(ports: MarkPorts): Promise<void> {
  const { sql, vault, random } = ports;
  const statements: Statement[] = [];
  for (const scope of await sql.read({ sql: OLDEST })) {
    const last = await lastUnreadable(ports, scope);
    if (last !== null) statements.push(operationsUpTo(scope, last));
  }
  for (const { scope_id: scopeId = null, key } of await sql.read({ sql: WITH_OTHERS })) {
    if ((await vault.key(String(key))) !== null) continue;
    statements.push(...othersOf(scopeId, random.uuid()));
  }
  if (statements.length > 0) await sql.write(statements);
}

type MarkPorts = Pick<StorePorts, "sql" | "vault" | "aes" | "random">;

/** Number of operations, acts and drafts that are marked. */
export const UNREADABLE = `((select count(*) from sync_operation
    where wait_reason = 'UNREADABLE' and status = 'QUEUED')
  + (select count(*) from online_act where status = 'UNREADABLE')
  + (select count(*) from draft where status = 'UNREADABLE'))`;

/** The present value. */
export async function countUnreadable(sql: Sql): Promise<number> {
  const [row] = await sql.read({ sql: `select ${UNREADABLE} as counted` });
  return row === undefined ? 0 : numberIn(row, "counted");
}

/**
 * Marks operations that turned out to be unreadable. One that a killed process left as SYNCING is queued again, so that
 * the person can discard it.
 */
export function unreadableOperations(ids: readonly string[]): Statement {
  return {
    sql: `update sync_operation set ${MARK}
      where client_operation_id in (select value from json_each(?)) and status in ('QUEUED', 'SYNCING')`,
    params: [JSON.stringify(ids)],
  };
}

const MARK = `status = 'QUEUED', wait_reason = 'UNREADABLE', next_retry_at = null`;
const UNMARKED = `status in ('QUEUED', 'SYNCING') and wait_reason is not 'UNREADABLE'`;

/** The oldest waiting operation of each scope that is not marked. */
const OLDEST = `
  with first as materialized (
    select scope_id, queue_key, (select local_sequence from sync_operation oldest
      where oldest.scope_id = cache_scope.scope_id and ${UNMARKED}
      order by local_sequence limit 1) as local_sequence
    from cache_scope
  )
  select first.*, client_operation_id, envelope
  from first cross join sync_operation operation on operation.scope_id = first.scope_id
    and operation.local_sequence = first.local_sequence and operation.status in ('QUEUED', 'SYNCING')`;

/** Scopes with acts or drafts, and the acts of the whole device. */
const WITH_OTHERS = `
  select scope_id, queue_key as key from cache_scope
  where exists (select 1 from online_act where online_act.scope_id = cache_scope.scope_id and status = 'OPEN')
    or exists (select 1 from draft where draft.scope_id = cache_scope.scope_id and status <> 'UNREADABLE')
  union all select null, '${DEVICE_KEY}'
  where exists (select 1 from online_act where scope_id is null and status = 'OPEN')`;

/** The sequence of the last unreadable operation; null if the oldest one is readable. */
async function lastUnreadable(ports: MarkPorts, scope: Row): Promise<number | null> {
  if (await opens(ports, scope, scope)) return null;
  const waiting = await ports.sql.read({
    sql: `select local_sequence from sync_operation where scope_id = ? and ${UNMARKED}
      order by local_sequence`,
    params: [textIn(scope, "scope_id")],
  });
  let least = 1;
  let most = waiting.length;
  while (least < most) {
    const tried = Math.floor((least + most) / 2);
    if (await isReadable(ports, scope, waiting[tried])) most = tried;
    else least = tried + 1;
  }
  return Number(waiting[least - 1]?.["local_sequence"]);
}

async function isReadable(ports: MarkPorts, scope: Row, place: Row = {}): Promise<boolean> {
  const [row = {}] = await ports.sql.read({
    sql: `select client_operation_id, envelope from sync_operation
      where scope_id = ? and local_sequence = ? and status in ('QUEUED', 'SYNCING')`,
    params: [textIn(scope, "scope_id"), numberIn(place, "local_sequence")],
  });
  return await opens(ports, scope, row);
}

/** Whether the queue key of a scope opens an operation. */
async function opens({ vault, aes }: MarkPorts, scope: Row, row: Row): Promise<boolean> {
  const { envelope } = row;
  const key = await vault.key(String(scope["queue_key"]));
  if (key === null || !(envelope instanceof Uint8Array)) return false;
  const label = `sync_operation/${String(row["client_operation_id"])}`;
  return (await aes.open(key, envelope, label)) !== null;
}

function operationsUpTo(scope: Row, sequence: number): Statement {
  return {
    sql: `update sync_operation set ${MARK} where scope_id = ? and local_sequence <= ? and ${UNMARKED}`,
    params: [textIn(scope, "scope_id"), sequence],
  };
}

/** A marked draft gives its id and its task free, so that the person can begin again. */
function othersOf(scopeId: Row[string], mark: string): readonly Statement[] {
  return [
    {
      sql: `update online_act set status = 'UNREADABLE', body = null, next_retry_at = null
        where scope_id is ? and status = 'OPEN'`,
      params: [scopeId ?? null],
    },
    {
      sql: `update draft set status = 'UNREADABLE', id = id || '/' || ?2, task_id = null
        where scope_id is ?1 and status <> 'UNREADABLE'`,
      params: [scopeId ?? null, mark],
    },
  ];
}
