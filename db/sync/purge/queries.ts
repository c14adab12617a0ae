import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Expression, ExpressionBuilder } from "kysely";
import type { PurgeOrder } from "../../../contract/sync/purge-schema.ts";
import { ACK_TOKEN_DAYS, SEALED_QUEUE_DAYS } from "../../../contract/sync/purge-vocabulary.ts";
import { anyOf, clockNow, daysLater, given, instantText, jsonObject } from "../../sql-parts.ts";
import { type Tables, tables } from "../../tables.ts";

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
 * When the next device of a device's installation registered, whoever registered it; null while there is none. Devices
 * are found through their users, by whom they are indexed.
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

/** A page of orders, and which of them. */
export interface PurgeOrderPage {
  readonly deviceId: string | null;
  readonly unacknowledged: boolean;
  /** Those only that cost somebody operations, or may have. */
  readonly lost?: boolean;
  readonly afterId: string | null;
  readonly limit: number;
}

/** A page of orders, of one device or of all, newest first, and one row more if there is one. */
export async function listPurgeOrders(
  em: SqlEntityManager,
  { deviceId, unacknowledged, lost = false, afterId, limit }: PurgeOrderPage,
): Promise<readonly PurgeOrderView[]> {
  return await orders(em)
    .where(({ and, eb, or }) => {
      const stands = eb("o.withdrawnAt", "is", null);
      return unacknowledged
        ? and([eb("o.acknowledgedAt", "is", null), stands])
        : or([eb("o.acknowledgedAt", "is not", null), stands]);
    })
    .where((eb) => given(lost || null, () => lostOperations(eb)))
    .where((eb) => given(deviceId, (id) => eb("o.deviceId", "=", id)))
    .where((eb) => given(afterId, (id) => eb("o.id", "<", id)))
    .orderBy("o.id", "desc")
    .limit(limit + 1)
    .execute();
}

type OfOrders = Tables & { o: Tables["purgeOrder"] };

/** Operations were deleted unsent, or the time is over in which those on the device could be handed over. */
function lostOperations({ and, eb, or, ref }: ExpressionBuilder<OfOrders, "o">) {
  const sealEnded = eb(daysLater(ref("o.orderedAt"), SEALED_QUEUE_DAYS), "<=", clockNow);
  return and([
    or([eb("o.lostOperations", ">", 0), eb("o.sealedOperations", ">", 0)]),
    or([eb("o.lostOperations", ">", 0), and([eb("o.handedOverTo", "is", null), sealEnded])]),
  ]);
}

/**
 * Which orders an answer carries: those for everything, of devices or of what belongs to sessions; with a
 * device that begins, also what the same person's former ones of its installation are still to do, and whose
 * queue goes on under it.
 */
export type WholeOrders =
  | { readonly deviceIds: readonly string[]; readonly begun?: string }
  | { readonly sessionIds: readonly string[] };

/** The orders that an answer carries, oldest first; none that keeps a queue which is to go by now. */
export async function listWholeOrders(
  em: SqlEntityManager,
  whose: WholeOrders,
): Promise<readonly PurgeOrderView[]> {
  return await orders(em)
    .innerJoin("device as d", "d.id", "o.deviceId")
    .where(({ eb, or }) =>
      or([eb("o.withdrawnAt", "is", null), eb("o.acknowledgedAt", "is not", null)]),
    )
    .where(({ eb, exists, not, or, selectFrom }) => {
      const deleting = selectFrom("purgeOrder as whole")
        .whereRef("whole.deviceId", "=", "o.deviceId")
        .where("whole.scope", "=", "ALL")
        .where("whole.queue", "=", "DELETE")
        .select("whole.id");
      return or([eb("o.queue", "=", "DELETE"), not(exists(deleting))]);
    })
    .where((eb) => ("sessionIds" in whose ? ofSessions(eb, whose) : ofDevices(eb, whose)))
    .orderBy("o.id")
    .execute();
}

type OfDevices = OfOrders & { d: Tables["device"] };

function ofSessions(
  { and, eb, selectFrom }: ExpressionBuilder<OfDevices, "o" | "d">,
  { sessionIds }: { readonly sessionIds: readonly string[] },
) {
  const ended = anyOf(sessionIds);
  const users = selectFrom("appSession").where("id", "=", ended).select("userId");
  return and([
    eb("o.scope", "=", "ALL"),
    eb("d.appSessionId", "=", ended),
    eb("d.userId", "in", users),
  ]);
}

function ofDevices(
  { and, eb, or, selectFrom }: ExpressionBuilder<OfDevices, "o" | "d">,
  { deviceIds, begun }: { readonly deviceIds: readonly string[]; readonly begun?: string },
) {
  const ended = and([eb("o.scope", "=", "ALL"), eb("o.deviceId", "=", anyOf(deviceIds))]);
  if (begun === undefined) return ended;
  const former = selectFrom("device as begun")
    .innerJoin("device as former", (on) =>
      on
        .onRef("former.userId", "=", "begun.userId")
        .onRef("former.lineageId", "=", "begun.lineageId"),
    )
    .where("begun.id", "=", begun)
    .select("former.id")
    .union(
      selectFrom("device as ended").where("ended.id", "=", anyOf(deviceIds)).select("ended.id"),
    );
  const concerns = or([
    ended,
    eb("o.acknowledgedAt", "is", null),
    eb("o.handedOverTo", "=", begun),
  ]);
  return and([eb("o.deviceId", "in", former), concerns]);
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
