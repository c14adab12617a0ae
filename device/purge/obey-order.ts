import type { PurgeContent } from "../../contract/sync/purge-schema.ts";
import type { Core } from "../core.ts";
// Part of the core: an order is also carried out if no script can be loaded.
import { removeOrphans } from "../media/files/remove-orphans.ts";
import { forgetDeviceActs } from "../online/forget-device-acts.ts";
import type { Statement } from "../ports/sql.ts";
import { loadScopes, type ScopeRow } from "../store/load-scope.ts";
import type { ObeyedOrder } from "./obeyed-order.ts";
import { decideReport, loadReport, reportDone } from "./purge-report.ts";
import { purgeStatements } from "./purge-statements.ts";
import { reachedOperations } from "./reached-operations.ts";

/**
 * Carries out a purge order once (docs/rooms/device.md#purge). It stores the report and closes the scopes, then
 * destroys keys, then deletes rows. If the process is killed in between, nobody can read the remaining rows, and the
 * next process finishes with the same report. Lanes must be stopped first.
 *
 * @returns the report of the device for this order.
 */
export async function obeyOrder(core: Core, order: ObeyedOrder): Promise<PurgeContent> {
  const { sql } = core.ports;
  const stored = await loadReport(sql, order);
  if (stored?.isDone === true) return stored.content;
  const scopes = (await loadScopes(sql)).filter((scope) => isWithin(order, scope));
  const content = stored?.content ?? (await decideReport(core, order, scopes));
  if (scopes.length > 0) await purgeScopes(core, order, scopes);
  // After a kill the order runs again, so that no file outlives its row.
  await removeOrphans(core.ports);
  const isAll = order.scope.kind === "ALL" && order.queue === "DELETE";
  if (isAll) await forgetDeviceActs(core);
  await sql.write([reportDone(order, content), ...(isAll ? [forgetPerson(order.deviceId)] : [])]);
  return content;
}

function isWithin({ scope: { kind, workspaceId, relationshipId } }: ObeyedOrder, row: ScopeRow) {
  if (kind === "ALL") return true;
  return kind === "WORKSPACE" ? workspaceId === row.workspaceId : relationshipId === row.scopeId;
}

async function purgeScopes(
  core: Core,
  order: ObeyedOrder,
  scopes: readonly ScopeRow[],
): Promise<void> {
  const { sql, vault, random } = core.ports;
  const reached = await reachedOperations(sql, order, scopes);
  const emptied = new Set(order.queue === "DELETE" ? reached.emptied : []);
  for (const { scopeId, cacheKey, queueKey } of scopes) {
    await vault.removeKey(cacheKey);
    if (emptied.has(scopeId)) await vault.removeKey(queueKey);
  }
  const scopeIds = scopes.map(({ scopeId }) => scopeId);
  await sql.write(purgeStatements(order, scopeIds, { reached, keyMark: random.uuid() }));
  for (const scopeId of scopeIds) core.changes.emit(scopeId);
}

/** Clears the owner of the installation once everything is deleted, unless it has registered again since. */
function forgetPerson(deviceId: string): Statement {
  return {
    sql: `update device_metadata set user_id = null, device_id = null, registration_status = 'NONE',
      last_sync_at = null
      where not exists (select 1 from cache_scope) and (device_id is null or device_id = ?1 or ?1 = '*')`,
    params: [deviceId],
  };
}
