import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { ExpressionBuilder } from "kysely";
import { anyOf } from "../../platform/statements/sql-parts.ts";
import type { Tables } from "../../tables.ts";
import { type OfOrders, orders, type PurgeOrderView } from "./queries.ts";

/**
 * Selects the orders of an answer: those for everything, of devices or of the devices of sessions. A newly registered
 * device also gets the unfinished orders of the user's former devices of this installation. Their queue continues
 * under the new one.
 */
export type WholeOrders =
  | { readonly deviceIds: readonly string[]; readonly begun?: string }
  | { readonly sessionIds: readonly string[] };

/** The orders of an answer, oldest first; without those that keep a queue which must now be deleted. */
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
