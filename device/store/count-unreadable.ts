import type { Row } from "../ports/sql.ts";
import type { StorePorts } from "./store-ports.ts";

/**
 * Counts the operations without a verdict whose key the vault lost. A new key seals only later operations, so
 * unreadable ones precede all readable ones. The oldest row of a scope shows whether all are readable, and one
 * statement reads it for all scopes; otherwise a binary search finds the first readable one.
 */
export async function countUnreadable(ports: UnreadablePorts): Promise<number> {
  const scopes = await ports.sql.read({ sql: WAITING });
  const counts = await Promise.all(
    scopes.map(async (scope) =>
      (await opens(ports, scope, scope)) ? 0 : await countInScope(ports, scope),
    ),
  );
  return counts.reduce((total, count) => total + count, 0);
}

type UnreadablePorts = Pick<StorePorts, "sql" | "vault" | "aes">;

/** The oldest waiting operation of each scope. The counts come from the index alone. */
const WAITING = `
  select scope_id, queue_key, waiting, client_operation_id, envelope
  from (
    select scope_id, count(*) as waiting, min(local_sequence) as local_sequence
    from sync_operation where status in ('QUEUED', 'SYNCING') group by scope_id
  ) join cache_scope using (scope_id) join sync_operation using (scope_id, local_sequence)`;

/** The oldest one is unreadable. */
async function countInScope(ports: UnreadablePorts, scope: Row): Promise<number> {
  let least = 1;
  let most = Number(scope["waiting"]);
  while (least < most) {
    const tried = Math.floor((least + most) / 2);
    if (await isReadable(ports, scope, tried)) most = tried;
    else least = tried + 1;
  }
  return least;
}

async function isReadable(ports: UnreadablePorts, scope: Row, place: number): Promise<boolean> {
  const [row = {}] = await ports.sql.read({
    sql: `select client_operation_id, envelope from sync_operation
      where scope_id = ? and status in ('QUEUED', 'SYNCING')
      order by local_sequence limit 1 offset ?`,
    params: [scope["scope_id"] ?? null, place],
  });
  return await opens(ports, scope, row);
}

/** Whether the queue key of a scope opens an operation. */
async function opens({ vault, aes }: UnreadablePorts, scope: Row, row: Row): Promise<boolean> {
  const { envelope } = row;
  const key = await vault.key(String(scope["queue_key"]));
  if (key === null || !(envelope instanceof Uint8Array)) return false;
  const label = `sync_operation/${String(row["client_operation_id"])}`;
  return (await aes.open(key, envelope, label)) !== null;
}
