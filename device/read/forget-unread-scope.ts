import type { Core } from "../core.ts";

/**
 * Forgets a client's scope that the server does not know and this device never read. Its relationship ended between the
 * sign-in that named it and the registration of this device, so no purge order exists for it. A scope with anything of
 * the person stays, and waits for an order.
 */
export async function forgetUnreadScope(core: Core, scopeId: string): Promise<void> {
  if (core.surface !== "CLIENT_MOBILE") return;
  const others = OF_A_PERSON.map(
    (table) =>
      `and not exists (select 1 from ${table} where ${table}.scope_id = cache_scope.scope_id)`,
  );
  const forgotten = await core.ports.sql.write([
    {
      sql: `delete from cache_scope where scope_id = ? and reads = 0 and enqueued = 0
        and last_cursor is null and status not in ('SEALED', 'PURGING') ${others.join(" ")}`,
      params: [scopeId],
    },
  ]);
  if (forgotten.some((rows) => rows > 0)) core.changes.emit(scopeId);
}

/** Tables of what a person makes before anything was read. */
const OF_A_PERSON = ["sync_operation", "online_act", "draft", "media", "optimistic"] as const;
