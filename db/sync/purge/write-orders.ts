import { sql } from "kysely";
import type { PurgeScopeKind, PurgeTrigger } from "../../../contract/sync/purge-vocabulary.ts";
import type { Tx } from "../../transact.ts";

/** An order to be. */
export interface NewPurgeOrder {
  readonly id: string;
  readonly deviceId: string;
  readonly trigger: PurgeTrigger;
  readonly scope: PurgeScopeKind;
  /** The relationship or workspace; the device itself when everything is meant. */
  readonly scopeId: string;
  readonly workspaceId: string | null;
}

/**
 * Writes orders in one statement, in the order of their keys; a device that is asked for the same
 * already is not asked again.
 *
 * @returns ids of those that are new.
 */
export async function insertPurgeOrders(
  tx: Tx,
  orders: readonly NewPurgeOrder[],
  now: Date,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into purge_order (id, device_id, lineage_id, trigger, scope, scope_id, workspace_id,
      ordered_at)
    select wish.id, device.id, device.lineage_id, wish.trigger, wish.scope, wish."scopeId",
      wish."workspaceId", ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb) as wish (
      id uuid, "deviceId" uuid, trigger text, scope text, "scopeId" uuid, "workspaceId" uuid)
    join device on device.id = wish."deviceId"
    order by device.id, wish."scopeId"
    on conflict (device_id, scope_id) where acknowledged_at is null and withdrawn_at is null
    do nothing
    returning id
  `.execute(tx.getKysely());
  return rows.map(({ id }) => id);
}

/** Takes the narrower orders of devices back, for everything is asked for now. */
export async function withdrawNarrowerOrders(
  tx: Tx,
  deviceIds: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    update purge_order set withdrawn_at = ${now.toISOString()}::timestamptz
    where id in (
      select id from purge_order
      where device_id = any(${deviceIds}::uuid[]) and scope <> 'ALL'
        and acknowledged_at is null and withdrawn_at is null
      order by id for no key update)
  `.execute(tx.getKysely());
}

/** Takes the orders back that were given because a workspace was closed, to all or to one person. */
export async function withdrawWorkspaceOrders(
  tx: Tx,
  orders: {
    readonly workspaceId: string;
    readonly trigger: PurgeTrigger;
    /** Whose devices; everybody's when null. */
    readonly userId: string | null;
    readonly now: Date;
  },
): Promise<void> {
  const { workspaceId, trigger, userId, now } = orders;
  await sql`
    update purge_order set withdrawn_at = ${now.toISOString()}::timestamptz
    where id in (
      select purge_order.id from purge_order
      join device on device.id = purge_order.device_id
      where workspace_id = ${workspaceId} and trigger = ${trigger}
        and acknowledged_at is null and withdrawn_at is null
        and (${userId}::uuid is null or device.user_id = ${userId}::uuid)
      order by purge_order.id for no key update of purge_order)
  `.execute(tx.getKysely());
}

/** Keeps the hashes of the tokens that acknowledge orders; the first one stays. */
export async function saveAckTokenHashes(
  tx: Tx,
  tokens: readonly { readonly orderId: string; readonly hash: string }[],
): Promise<void> {
  await sql`
    update purge_order set ack_token_hash = token.hash
    from jsonb_to_recordset(${JSON.stringify(tokens)}::jsonb) as token ("orderId" uuid, hash text)
    where purge_order.id = token."orderId" and purge_order.ack_token_hash is null
  `.execute(tx.getKysely());
}

/** Locks an order; false when there is none. */
export async function lockPurgeOrder(tx: Tx, orderId: string): Promise<boolean> {
  const { rows } = await sql`
    select id from purge_order where id = ${orderId} for no key update
  `.execute(tx.getKysely());
  return rows.length === 1;
}

/** Writes what a device took away. The caller holds the order, which is not acknowledged yet. */
export async function writeAcknowledgement(
  tx: Tx,
  ack: {
    readonly orderId: string;
    readonly count: number;
    readonly digest: string;
    readonly now: Date;
  },
): Promise<void> {
  await sql`
    update purge_order set acknowledged_at = ${ack.now.toISOString()}::timestamptz,
      purged_count = ${ack.count}, purged_digest = ${ack.digest}
    where id = ${ack.orderId}
  `.execute(tx.getKysely());
}
