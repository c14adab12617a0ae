import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Expression, ExpressionBuilder } from "kysely";
import type { PurgeOrder } from "../../../contract/sync/purge-schema.ts";
import {
  ACK_TOKEN_DAYS,
  MOST_OPEN_ORDERS,
  SEALED_QUEUE_DAYS,
} from "../../../contract/sync/purge-vocabulary.ts";
import {
  clockNow,
  daysLater,
  given,
  instantText,
  jsonObject,
} from "../../platform/statements/sql-parts.ts";
import { type Tables, tables } from "../../tables.ts";

/** The present state of an order; instants are RFC 3339. */
export interface PurgeOrderView extends PurgeOrder {
  readonly id: string;
  /** End of its acknowledgement token. */
  readonly ackTokenExpiresAt: string;
}

/** Orders as they are shown, to be filtered further. */
export function orders(em: SqlEntityManager) {
  return tables(em)
    .selectFrom("purgeOrder as o")
    .select(["o.id", "o.id as orderId", "o.deviceId", "o.trigger"])
    .select(["o.purgedCount as count", "o.purgedDigest as digest"])
    .select(["o.queue", "o.handedOverTo", "o.lostOperations", "o.sealedOperations"])
    .select(({ and, case: when, eb, ref }) => [
      jsonObject({
        kind: ref("o.scope"),
        workspaceId: ref("o.workspaceId"),
        relationshipId: when("o.scope").when("RELATIONSHIP").then(ref("o.scopeId")).end(),
      }).as("scope"),
      instantText(
        when()
          .when(and([eb("o.queue", "=", "KEEP"), eb("o.handedOverTo", "is", null)]))
          .then(daysLater(ref("o.orderedAt"), SEALED_QUEUE_DAYS))
          .end(),
      ).as("sealedUntil"),
      instantText(nextRegistration(em, ref("o.deviceId"))).as("queuedBefore"),
      instantText(ref("o.orderedAt")).as("orderedAt"),
      instantText(ref("o.acknowledgedAt")).as("acknowledgedAt"),
      instantText(daysLater(ref("o.orderedAt"), ACK_TOKEN_DAYS)).as("ackTokenExpiresAt"),
    ]);
}

/**
 * When the next device of a device's installation was registered, by any user; null if there is none. Devices are
 * found through their users, because that is their index.
 */
function nextRegistration(em: SqlEntityManager, deviceId: Expression<string>) {
  return tables(em)
    .selectFrom("device as former")
    .innerJoin("deviceLineage as own", "own.id", "former.lineageId")
    .innerJoin("deviceLineage as lineage", (on) =>
      on
        .onRef("lineage.installationId", "=", "own.installationId")
        .onRef("lineage.appSurface", "=", "own.appSurface"),
    )
    .innerJoin("device as next", (on) =>
      on.onRef("next.userId", "=", "lineage.userId").onRef("next.lineageId", "=", "lineage.id"),
    )
    .where("former.id", "=", deviceId)
    .where(({ eb, refTuple }) =>
      eb(refTuple("next.createdAt", "next.id"), ">", refTuple("former.createdAt", "former.id")),
    )
    .select(({ fn }) => fn.min<Date | null>("next.createdAt").as("registeredAt"))
    .$asScalar();
}

/** Selects a page of orders. */
export interface PurgeOrderPage {
  readonly deviceId: string | null;
  readonly unacknowledged: boolean;
  /** Only those that lost operations, or may have. */
  readonly lost?: boolean;
  readonly afterId: string | null;
  readonly limit: number;
}

/** A page of orders, of one device or of all, newest first, and one more if there is one. */
export async function listPurgeOrders(
  em: SqlEntityManager,
  { deviceId, unacknowledged, lost = false, afterId, limit }: PurgeOrderPage,
): Promise<readonly PurgeOrderView[]> {
  return await orders(em)
    .where(({ and, eb, or }) => {
      const isOpen = eb("o.withdrawnAt", "is", null);
      return unacknowledged
        ? and([eb("o.acknowledgedAt", "is", null), isOpen])
        : or([eb("o.acknowledgedAt", "is not", null), isOpen]);
    })
    .where((eb) => given(lost || null, () => lostOperations(eb)))
    .where((eb) => given(deviceId, (id) => eb("o.deviceId", "=", id)))
    .where((eb) => given(afterId, (id) => eb("o.id", "<", id)))
    .orderBy("o.id", "desc")
    .limit(limit + 1)
    .execute();
}

/** The open orders of a device, oldest first, as many as fit into one answer. */
export async function listOpenOrders(
  em: SqlEntityManager,
  deviceId: string,
): Promise<readonly PurgeOrderView[]> {
  return await orders(em)
    .where("o.deviceId", "=", deviceId)
    .where("o.acknowledgedAt", "is", null)
    .where("o.withdrawnAt", "is", null)
    .orderBy("o.id")
    .limit(MOST_OPEN_ORDERS)
    .execute();
}

/** The tables of `orders`. */
export type OfOrders = Tables & { o: Tables["purgeOrder"] };

/** Whether unsent operations were deleted, or the time to hand them over has passed. */
function lostOperations({ and, eb, or, ref }: ExpressionBuilder<OfOrders, "o">) {
  const sealEnded = eb(daysLater(ref("o.orderedAt"), SEALED_QUEUE_DAYS), "<=", clockNow);
  return and([
    or([eb("o.lostOperations", ">", 0), eb("o.sealedOperations", ">", 0)]),
    or([eb("o.lostOperations", ">", 0), and([eb("o.handedOverTo", "is", null), sealEnded])]),
  ]);
}

/** An order by its id, or null. */
export async function findPurgeOrder(
  em: SqlEntityManager,
  orderId: string,
): Promise<PurgeOrderView | null> {
  const order = await orders(em).where("o.id", "=", orderId).executeTakeFirst();
  return order ?? null;
}

/** The order that a token acknowledges, by the token's hash, while the token is valid; or null. */
export async function findOrderOfToken(em: SqlEntityManager, hash: string): Promise<string | null> {
  const order = await tables(em)
    .selectFrom("purgeOrder")
    .where("ackTokenHash", "=", hash)
    .where(({ eb, ref }) => eb(daysLater(ref("orderedAt"), ACK_TOKEN_DAYS), ">", clockNow))
    .select("id")
    .executeTakeFirst();
  return order?.id ?? null;
}
