import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { PurgeOrder } from "../../../contract/sync/purge-schema.ts";
import { ACK_TOKEN_DAYS } from "../../../contract/sync/purge-vocabulary.ts";
import { anyOf, clockNow, daysLater, given, instantText, jsonObject } from "../../sql-parts.ts";
import { tables } from "../../tables.ts";

/** An order as it stands; instants are RFC 3339. */
export interface PurgeOrderView extends PurgeOrder {
  readonly id: string;
  /** The end of its acknowledgement token. */
  readonly ackTokenExpiresAt: string;
}

function orders(em: SqlEntityManager) {
  return tables(em)
    .selectFrom("purgeOrder as o")
    .select(["o.id", "o.id as orderId", "o.deviceId", "o.trigger"])
    .select(["o.purgedCount as count", "o.purgedDigest as digest"])
    .select(({ case: when, ref }) => [
      jsonObject({
        kind: ref("o.scope"),
        workspaceId: ref("o.workspaceId"),
        relationshipId: when("o.scope").when("RELATIONSHIP").then(ref("o.scopeId")).end(),
      }).as("scope"),
      instantText(ref("o.orderedAt")).as("orderedAt"),
      instantText(ref("o.acknowledgedAt")).as("acknowledgedAt"),
      instantText(daysLater(ref("o.orderedAt"), ACK_TOKEN_DAYS)).as("ackTokenExpiresAt"),
    ]);
}

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
  return await orders(em)
    .where(({ and, eb, or }) => {
      const stands = eb("o.withdrawnAt", "is", null);
      return unacknowledged
        ? and([eb("o.acknowledgedAt", "is", null), stands])
        : or([eb("o.acknowledgedAt", "is not", null), stands]);
    })
    .where((eb) => given(deviceId, (id) => eb("o.deviceId", "=", id)))
    .where((eb) => given(afterId, (id) => eb("o.id", "<", id)))
    .orderBy("o.id", "desc")
    .limit(limit + 1)
    .execute();
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
  return await orders(em)
    .innerJoin("device as d", "d.id", "o.deviceId")
    .where("o.scope", "=", "ALL")
    .where(({ and, eb, selectFrom }) => {
      if ("deviceIds" in whose) return eb("o.deviceId", "=", anyOf(whose.deviceIds));
      const ended = anyOf(whose.sessionIds);
      const users = selectFrom("appSession").where("id", "=", ended).select("userId");
      return and([eb("d.appSessionId", "=", ended), eb("d.userId", "in", users)]);
    })
    .orderBy("o.id")
    .execute();
}

/** An order by its id, or null. */
export async function findPurgeOrder(
  em: SqlEntityManager,
  orderId: string,
): Promise<PurgeOrderView | null> {
  const order = await orders(em).where("o.id", "=", orderId).executeTakeFirst();
  return order ?? null;
}

/** The order that a token acknowledges, by the token's hash, while the token is good; or null. */
export async function findOrderOfToken(em: SqlEntityManager, hash: string): Promise<string | null> {
  const order = await tables(em)
    .selectFrom("purgeOrder")
    .where("ackTokenHash", "=", hash)
    .where(({ eb, ref }) => eb(daysLater(ref("orderedAt"), ACK_TOKEN_DAYS), ">", clockNow))
    .select("id")
    .executeTakeFirst();
  return order?.id ?? null;
}
