import { canonicalForm } from "../../contract/canonical-form.ts";
import { hexDigest } from "../../contract/digest.ts";
import { purgeReach } from "../../contract/sync/purge-reach.ts";
import type { PurgeContent } from "../../contract/sync/purge-schema.ts";
import type { Core } from "../core.ts";
import { isJsonObject, numberAt, parseJson, textAt } from "../json.ts";
import type { Sql, Statement } from "../ports/sql.ts";
import { textIn, textsIn } from "../store/columns.ts";
import { loadScopes, type ScopeRow } from "../store/load-scope.ts";
import { deletedRows, type PurgedRows } from "./deleted-rows.ts";
import type { ObeyedOrder } from "./obeyed-order.ts";
import { purgeStatements } from "./purge-statements.ts";

/**
 * Carries out a purge order (docs/rooms/sync.md#purge-orders). The report about it is stored first; then keys go, then
 * rows. Whoever is killed in between leaves rows that nobody can read, and a second call finishes with the same
 * report. Lanes of its scopes must have stopped.
 *
 * @returns what the device reports about it.
 */
export async function obeyOrder(core: Core, order: ObeyedOrder): Promise<PurgeContent> {
  const { sql } = core.ports;
  const scopes = (await loadScopes(sql)).filter((scope) => isWithin(order, scope));
  const plans = await Promise.all(scopes.map((scope) => planPurge(sql, order, scope)));
  const content = await storedContent(core, order, plans);
  for (const plan of plans) await purgeScope(core, order, plan);
  if (order.scope.kind === "ALL" && order.queue === "DELETE")
    await sql.write([forgetPerson(order.deviceId)]);
  return content;
}

/** Forgets the report of an order, once the service has it. */
export function forgetContent(orderId: string): Statement {
  return { sql: `delete from cache_metadata where key = ?`, params: [contentKey(orderId)] };
}

const contentKey = (orderId: string) => `purge_content/${orderId}`;

/** The report of the first attempt, which counted what the later ones no longer find. */
async function storedContent(
  { ports }: Core,
  { orderId }: ObeyedOrder,
  plans: readonly PurgePlan[],
): Promise<PurgeContent> {
  const { sql, digest, clock } = ports;
  const key = contentKey(orderId);
  const rows = plans.flatMap((plan) => plan.rows);
  const content: PurgeContent = {
    count: rows.length,
    digest: `sha-256:${await hexDigest(canonicalForm(rows), digest)}`,
    lostOperations: sum(plans.map(({ lost }) => lost.length)),
    sealedOperations: sum(plans.map(({ sealed }) => sealed.length)),
  };
  await sql.write([
    {
      sql: `insert into cache_metadata (key, value, updated_at) values (?, ?, ?) on conflict (key) do nothing`,
      params: [key, JSON.stringify(content), clock.now()],
    },
  ]);
  const [row] = await sql.read({
    sql: `select value from cache_metadata where key = ?`,
    params: [key],
  });
  return readContent(row === undefined ? undefined : parseJson(textIn(row, "value"))) ?? content;
}

/** The installation belongs to nobody once everything is deleted, unless it has registered again since. */
function forgetPerson(deviceId: string): Statement {
  return {
    sql: `update device_metadata set user_id = null, device_id = null, registration_status = 'NONE',
      last_sync_at = null where device_id = ?`,
    params: [deviceId],
  };
}

function readContent(stored: unknown): PurgeContent | null {
  if (!isJsonObject(stored)) return null;
  const digest = textAt(stored, "digest");
  const counts = ["count", "lostOperations", "sealedOperations"].map((name) =>
    numberAt(stored, name),
  );
  const [count = null, lostOperations = null, sealedOperations = null] = counts;
  if (digest === null || count === null || lostOperations === null || sealedOperations === null)
    return null;
  return { count, digest, lostOperations, sealedOperations };
}

/** What an order does to one scope. */
interface PurgePlan {
  readonly scope: ScopeRow;
  readonly lost: readonly string[];
  readonly sealed: readonly string[];
  readonly handedOver: readonly string[];
  /** Unsent operations that stay, with their key. */
  readonly staying: number;
  readonly rows: PurgedRows;
}

function isWithin({ scope: { kind, workspaceId, relationshipId } }: ObeyedOrder, row: ScopeRow) {
  if (kind === "ALL") return true;
  return kind === "WORKSPACE" ? workspaceId === row.workspaceId : relationshipId === row.scopeId;
}

async function planPurge(sql: Sql, order: ObeyedOrder, scope: ScopeRow): Promise<PurgePlan> {
  const operations = await loadUnsent(sql, order, scope);
  const ids = (reached: string) =>
    operations.filter(({ reach }) => reach === reached).map(({ id }) => id);
  const lost = ids("DELETED");
  return {
    scope,
    lost,
    sealed: ids("SEALED"),
    handedOver: ids("HANDED_OVER"),
    staying: operations.length - lost.length,
    rows: await deletedRows(sql, scope, lost),
  };
}

async function purgeScope(core: Core, order: ObeyedOrder, plan: PurgePlan): Promise<void> {
  const { sql, vault, random } = core.ports;
  const { scope, staying } = plan;
  await vault.removeKey(scope.cacheKey);
  if (staying === 0) await vault.removeKey(scope.queueKey);
  const newKeys = {
    cacheKey: `cache/${scope.scopeId}/${random.uuid()}`,
    queueKey: staying === 0 ? `queue/${scope.scopeId}/${random.uuid()}` : scope.queueKey,
  };
  await sql.write(purgeStatements(order, scope, { ...plan, newKeys }));
  core.changes.emit(scope.scopeId);
}

/** Operations without a verdict, with the effect of the order on each. */
async function loadUnsent(sql: Sql, order: ObeyedOrder, { scopeId, workspaceId }: ScopeRow) {
  const found = await sql.read({
    sql: `select client_operation_id, device_ids from sync_operation
      where scope_id = ? and status in ('QUEUED', 'SYNCING') order by local_sequence`,
    params: [scopeId],
  });
  return found.map((row) => ({
    id: textIn(row, "client_operation_id"),
    reach: purgeReach(order, {
      deviceIds: textsIn(row, "device_ids"),
      workspaceId,
      relationshipId: scopeId,
    }),
  }));
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
