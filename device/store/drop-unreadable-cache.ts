import type { StorePorts } from "./store-ports.ts";

/**
 * Deletes the cache and the cursor of each scope whose key is gone: the scope is read again from the beginning. The
 * queue stays.
 */
export async function dropUnreadableCache({ sql, vault }: CachePorts): Promise<void> {
  const scopes = await sql.read({ sql: CACHED });
  for (const { scope_id: scopeId = null, cache_key: keyName } of scopes) {
    if ((await vault.key(String(keyName))) !== null) continue;
    await sql.write([
      { sql: "delete from snapshot where scope_id = ?", params: [scopeId] },
      { sql: "delete from optimistic where scope_id = ?", params: [scopeId] },
      { sql: "delete from receipt_chain where scope_id = ?", params: [scopeId] },
      { sql: "update cache_scope set last_cursor = null where scope_id = ?", params: [scopeId] },
    ]);
  }
}

type CachePorts = Pick<StorePorts, "sql" | "vault">;

const CACHED = `
  select scope_id, cache_key from cache_scope
  where last_cursor is not null
    or exists (select 1 from snapshot where snapshot.scope_id = cache_scope.scope_id)
    or exists (select 1 from optimistic where optimistic.scope_id = cache_scope.scope_id)`;
