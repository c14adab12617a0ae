import { webCryptoAes } from "../../../device/adapters/web-crypto/web-crypto-aes.ts";
import type { Row, Sql } from "../../../device/ports/sql.ts";
import type { Vault } from "../../../device/ports/vault.ts";
import { sealedRows } from "../../../device/store/sealed-rows.ts";
import type { StorePorts } from "../../../device/store/store-ports.ts";

const NOW = Date.UTC(2026, 10, 2, 8);
let drawn = 0;

/** Ports over a database and a vault, with a fixed clock and ids in order. */
export function portsOver(sql: Sql, vault: Vault): StorePorts {
  const random = {
    uuid() {
      drawn += 1;
      return `00000000-0000-4000-8000-${String(drawn).padStart(12, "0")}`;
    },
    fraction: () => 0.5,
  };
  const clock = { now: () => NOW, monotonic: () => 0, after: () => () => undefined };
  return { sql, vault, aes: webCryptoAes, random, clock };
}

/**
 * Fills a database as a signed-in person does. Scope `a` has four unsent operations, `b` has one. Each has an accepted
 * operation and a cached task, and a registration is pending. With a suffix, it only adds an operation to scope `a`.
 */
export async function useStore(ports: StorePorts, suffix?: string): Promise<void> {
  if (suffix !== undefined) {
    await ports.sql.write([await operation(ports, "a", 100, "QUEUED", suffix)]);
    return;
  }
  await ports.sql.write([
    {
      sql: `update device_metadata set device_id = 'device-1', user_id = 'person',
        registration_status = 'ACTIVE', last_sync_at = ?`,
      params: [NOW],
    },
    scope("a"),
    scope("b"),
    await operation(ports, "a", 1, "ACCEPTED"),
    await operation(ports, "a", 2, "SYNCING"),
    await operation(ports, "a", 3, "QUEUED"),
    await operation(ports, "a", 4, "QUEUED"),
    await operation(ports, "a", 5, "QUEUED"),
    await operation(ports, "b", 1, "QUEUED"),
    await operation(ports, "b", 2, "ACCEPTED"),
    await snapshot(ports, "a"),
    await snapshot(ports, "b"),
    metadata("registration"),
    metadata("other"),
  ]);
}

/** Every row of every table, by table. */
export async function dumpOf(sql: Sql): Promise<Readonly<Record<string, readonly Row[]>>> {
  const tables = await sql.read({
    sql: "select name from sqlite_schema where type = 'table' order by name",
  });
  const rows = tables.map(
    async ({ name }) =>
      [String(name), await sql.read({ sql: `select * from ${String(name)}` })] as const,
  );
  return Object.fromEntries(await Promise.all(rows));
}

function scope(id: string) {
  return {
    sql: `insert into cache_scope (scope_id, scope_type, workspace_id, relationship_id, status,
        last_cursor, cache_key, queue_key)
      values (?, 'RELATIONSHIP', 'workspace', ?, 'ACTIVE', 'cursor', ?, ?)`,
    params: [id, id, `cache/${id}`, `queue/${id}`],
  };
}

async function operation(
  ports: StorePorts,
  scopeId: string,
  sequence: number,
  status: string,
  id = `${scopeId}-${sequence}`,
) {
  const payload = { payload: { note: `entry ${id}` } };
  const rows = sealedRows(ports);
  await rows.makeKey(`queue/${scopeId}`);
  const envelope = await rows.seal(`queue/${scopeId}`, `sync_operation/${id}`, payload);
  return {
    sql: `insert into sync_operation (client_operation_id, scope_id, local_sequence, operation_type,
        operation_version, client_recorded_at, device_ids, status, created_at, updated_at, envelope)
      values (?, ?, ?, 'quickLog.completeTask', 1, ?, '["device-1"]', ?, ?, ?, ?)`,
    params: [id, scopeId, sequence, NOW, status, NOW, NOW, envelope],
  };
}

async function snapshot(ports: StorePorts, scopeId: string) {
  const rows = sealedRows(ports);
  await rows.makeKey(`cache/${scopeId}`);
  const body = await rows.seal(`cache/${scopeId}`, "snapshot/task/1", {});
  return {
    sql: `insert into snapshot (scope_id, kind, id, read_at, body) values (?, 'task', '1', ?, ?)`,
    params: [scopeId, NOW, body],
  };
}

function metadata(key: string) {
  return {
    sql: "insert into cache_metadata (key, value, updated_at) values (?, '{}', ?)",
    params: [key, NOW],
  };
}
