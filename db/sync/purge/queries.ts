import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { PurgeOrder } from "../../../contract/sync/purge-schema.ts";
import { ACK_TOKEN_DAYS } from "../../../contract/sync/purge-vocabulary.ts";
import { wireInstant } from "../../transact.ts";

/** An order as it stands; instants are RFC 3339. */
export interface PurgeOrderView extends PurgeOrder {
  readonly id: string;
  /** The end of its acknowledgement token. */
  readonly ackTokenExpiresAt: string;
}

const columns = sql`
  o.id, o.id as "orderId", o.device_id as "deviceId", o.trigger,
  json_build_object('kind', o.scope, 'workspaceId', o.workspace_id,
    'relationshipId', case o.scope when 'RELATIONSHIP' then o.scope_id end) as scope,
  ${wireInstant("o.ordered_at")} as "orderedAt",
  ${wireInstant("o.acknowledged_at")} as "acknowledgedAt",
  o.purged_count as count, o.purged_digest as digest,
  ${wireInstant(`o.ordered_at + interval '${ACK_TOKEN_DAYS} days'`)} as "ackTokenExpiresAt"`;

/** A page of orders, and which of them. */
export interface PurgeOrderPage {
  readonly deviceId: string | null;
  readonly unacknowledged: boolean;
  readonly afterId: string | null;
  readonly limit: number;
}

/** A page of orders, of one device or of all, newest first, and one row more if there is one. */
export async function listPurgeOrders(
  em: SqlEntityManager,
  { deviceId, unacknowledged, afterId, limit }: PurgeOrderPage,
): Promise<readonly PurgeOrderView[]> {
  const open = sql<boolean>`o.acknowledged_at is null and o.withdrawn_at is null`;
  const shown = sql<boolean>`(o.acknowledged_at is not null or o.withdrawn_at is null)`;
  const ofDevice = deviceId === null ? sql<boolean>`true` : sql<boolean>`o.device_id = ${deviceId}`;
  const before = afterId === null ? sql<boolean>`true` : sql<boolean>`o.id < ${afterId}`;
  const { rows } = await sql<PurgeOrderView>`
    select ${columns} from purge_order o
    where ${unacknowledged ? open : shown} and ${ofDevice} and ${before}
    order by o.id desc
    limit ${limit + 1}
  `.execute(em.getKysely());
  return rows;
}

/** Whose orders for everything: of devices, or of those that belong to sessions. */
export type WholeOrders =
  | { readonly deviceIds: readonly string[] }
  | { readonly sessionIds: readonly string[] };

/** The orders that were given with the end of devices, oldest first. */
export async function listWholeOrders(
  em: SqlEntityManager,
  whose: WholeOrders,
): Promise<readonly PurgeOrderView[]> {
  const chosen =
    "deviceIds" in whose
      ? sql<boolean>`o.device_id = any(${whose.deviceIds}::uuid[])`
      : sql<boolean>`d.app_session_id = any(${whose.sessionIds}::uuid[])
          and d.user_id in (select user_id from app_session where id = any(${whose.sessionIds}::uuid[]))`;
  const { rows } = await sql<PurgeOrderView>`
    select ${columns} from purge_order o join device d on d.id = o.device_id
    where o.scope = 'ALL' and ${chosen}
    order by o.id
  `.execute(em.getKysely());
  return rows;
}

/** An order by its id, or null. */
export async function findPurgeOrder(
  em: SqlEntityManager,
  orderId: string,
): Promise<PurgeOrderView | null> {
  const { rows } = await sql<PurgeOrderView>`
    select ${columns} from purge_order o where o.id = ${orderId}
  `.execute(em.getKysely());
  return rows[0] ?? null;
}

/** The order that a token acknowledges, by the token's hash, while the token is good; or null. */
export async function findOrderOfToken(em: SqlEntityManager, hash: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select o.id from purge_order o
    where o.ack_token_hash = ${hash}
      and o.ordered_at + make_interval(days => ${ACK_TOKEN_DAYS}) > clock_now()
  `.execute(em.getKysely());
  return rows[0]?.id ?? null;
}
