import type { Row } from "../ports/sql.ts";
import type { StorePorts } from "./store-ports.ts";

/**
 * Counts the operations without a verdict whose key the vault lost. A new key seals only later operations, so
 * unreadable ones precede all readable ones. One row shows whether all are readable; otherwise a binary search finds
 * the first readable one.
 */
export async function countUnreadable(ports: UnreadablePorts): Promise<number> {
  const scopes = await ports.sql.read({ sql: WAITING });
  const counts = await Promise.all(scopes.map((scope) => countInScope(ports, scope)));
  return counts.reduce((total, count) => total + count, 0);
}

type UnreadablePorts = Pick<StorePorts, "sql" | "vault" | "aes">;

const WAITING = `
  select scope_id, queue_key, count(*) as waiting
  from sync_operation join cache_scope using (scope_id)
  where sync_operation.status in ('QUEUED', 'SYNCING')
  group by scope_id`;

async function countInScope(ports: UnreadablePorts, scope: Row): Promise<number> {
  let least = 0;
  let most = Number(scope["waiting"]);
  let tried = 0;
  while (least < most) {
    if (await isReadable(ports, scope, tried)) most = tried;
    else least = tried + 1;
    tried = Math.floor((least + most) / 2);
  }
  return least;
}

async function isReadable(
  { sql, vault, aes }: UnreadablePorts,
  scope: Row,
  place: number,
): Promise<boolean> {
  const [row] = await sql.read({
    sql: `select client_operation_id, envelope from sync_operation
      where scope_id = ? and status in ('QUEUED', 'SYNCING')
      order by local_sequence limit 1 offset ?`,
    params: [scope["scope_id"] ?? null, place],
  });
  const envelope = row?.["envelope"];
  const key = await vault.key(String(scope["queue_key"]));
  if (key === null || !(envelope instanceof Uint8Array)) return false;
  const label = `sync_operation/${String(row?.["client_operation_id"])}`;
  return (await aes.open(key, envelope, label)) !== null;
}
