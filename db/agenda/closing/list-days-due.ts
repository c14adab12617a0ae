import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { expressionBuilder, sql } from "kysely";
import { HOLD_HOURS, type HoldReason } from "../../../contract/agenda/closing-vocabulary.ts";
import type { ClosingDay } from "../../../rules/agenda/closing/judge-closing.ts";
import { runNamed } from "../../platform/pipeline/run-named.ts";
import { records } from "../../platform/statements/records.ts";
import { anyOf, given, secondsAgo } from "../../platform/statements/sql-parts.ts";
import { type Tables, tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";
import type { RelationshipDay } from "../queries.ts";

/**
 * Days due for a scan, by instant and then by day, after `after`: their close is due, or their hold is checked again.
 * Read without a lock, one statement.
 */
export async function listDaysDue(
  em: SqlEntityManager,
  now: Date,
  after: DueDay | null,
  limit: number,
): Promise<readonly DueDay[]> {
  const due = tables(em)
    .selectFrom("agendaDay")
    .select(["relationshipId", "localDate"])
    .select(({ ref }) => ref("lookAt").$notNull().as("lookAt"))
    .where("lookAt", "<=", now)
    .where(({ eb, refTuple, tuple }) =>
      given(after, ({ lookAt, relationshipId, localDate }) =>
        eb(
          refTuple("lookAt", "relationshipId", "localDate"),
          ">",
          tuple(lookAt, relationshipId, localDate),
        ),
      ),
    )
    .orderBy("lookAt")
    .orderBy("relationshipId")
    .orderBy("localDate")
    .limit(limit);
  return await due.execute();
}

/** A due day, as a position for the next page. */
export interface DueDay extends RelationshipDay {
  readonly lookAt: Date;
}

/** How often scans of a relationship's due days have failed. The caller has locked its scope. */
export async function countDayFailures(tx: Tx, due: DueOf): Promise<number> {
  const { failures } = await dueOf(tx, due)
    .select(({ fn }) => fn.max("lookFailures").as("failures"))
    .executeTakeFirstOrThrow();
  return failures ?? 0;
}

/** Postpones the due days of a relationship after a failure. The caller has locked its scope. */
export async function postponeDays(
  tx: Tx,
  { relationshipId, now }: DueOf,
  { lookFailures, lookAt }: { readonly lookFailures: number; readonly lookAt: Date },
): Promise<void> {
  await tables(tx)
    .updateTable("agendaDay")
    .set({ lookFailures, lookAt })
    .where("relationshipId", "=", relationshipId)
    .where("lookAt", "<=", now)
    .execute();
}

/** The days of a relationship that are due at an instant. */
export interface DueOf {
  readonly relationshipId: string;
  readonly now: Date;
}

function dueOf(tx: Tx, { relationshipId, now }: DueOf) {
  return tables(tx)
    .selectFrom("agendaDay")
    .where("relationshipId", "=", relationshipId)
    .where("lookAt", "<=", now);
}

/** An open day, while its relationship is locked. */
export interface UnclosedDay extends RelationshipDay, ClosingDay {
  readonly workspaceId: string;
  readonly notOffered: boolean;
}

/**
 * Lists the given days that are still open, in order, with everything that their close depends on. One statement; the
 * caller has locked the relationships.
 */
export async function listUnclosedDays(
  tx: Tx,
  days: readonly RelationshipDay[],
): Promise<readonly UnclosedDay[]> {
  const unclosed = tables(tx)
    .selectFrom(records(days, DAY).as("wanted"))
    .innerJoin("agendaDay as day", (join) =>
      join
        .onRef("day.relationshipId", "=", "wanted.relationshipId")
        .onRef("day.localDate", "=", "wanted.localDate"),
    )
    .innerJoin("relationship", "relationship.id", "day.relationshipId")
    .innerJoin("coachWorkspace as workspace", "workspace.id", "relationship.workspaceId")
    .innerJoin("appUser as client", "client.id", "relationship.clientUserId")
    .innerJoin("agendaWatch as watch", (join) => join.onTrue())
    .where("day.relationshipId", "=", anyOf(idsOf(days)))
    .where(({ eb, fn, val }) => eb("day.localDate", "=", fn.any(val(datesOf(days)))))
    .where("day.closedAt", "is", null)
    .select(["day.relationshipId", "day.localDate", "day.closesAt", "day.notOffered"])
    .select(["relationship.workspaceId", "relationship.status as relationshipStatus"])
    .select(["workspace.status as workspaceStatus", "client.status as clientStatus"])
    .select(["watch.closesFrom", pendingWork.as("pendingWork")])
    .orderBy("day.relationshipId")
    .orderBy("day.localDate");
  return await runNamed(tx, "unclosed-days", unclosed);
}

/** The open days of some relationships, in order. */
export async function listUnclosedDaysOf(
  tx: Tx,
  relationshipIds: readonly string[],
): Promise<readonly RelationshipDay[]> {
  const unclosed = tables(tx)
    .selectFrom("agendaDay")
    .select(["relationshipId", "localDate"])
    .where("closedAt", "is", null)
    .where(({ eb, fn, val }) => eb("relationshipId", "=", fn.any(val(relationshipIds))))
    .orderBy("relationshipId")
    .orderBy("localDate");
  return await runNamed(tx, "unclosed-days-of", unclosed);
}

type Judged = Tables & { day: Tables["agendaDay"] };
const judged = expressionBuilder<Judged, "day" | "relationship">();

/**
 * A device of the client that still has an operation older than the planned close although it synced since. Its outbox
 * reports of the last two days count.
 */
const unsent = judged
  .selectFrom("device")
  .innerJoin("deviceSeen as seen", "seen.deviceId", "device.id")
  .select("device.id")
  .whereRef("device.userId", "=", "relationship.clientUserId")
  .where("device.status", "=", "ACTIVE")
  .where("seen.outboxDepth", ">", 0)
  .whereRef("seen.outboxReportedAt", ">", "seen.outboxOldestSince")
  .where("seen.outboxReportedAt", ">=", secondsAgo(HOLD_HOURS * 3_600))
  .where(({ eb, fn, ref }) =>
    eb(
      fn<Date>("least", ["seen.outboxOldestAt", "seen.outboxOldestSince"]),
      "<",
      ref("day.closesAt"),
    ),
  );

/** An operation for the relationship that is deferred, or in quarantine and not redriven. */
const deferred = judged
  .selectFrom("device")
  .innerJoin("deferredOperation as waiting", (join) =>
    join
      .onRef("waiting.lineageId", "=", "device.lineageId")
      .onRef("waiting.relationshipId", "=", "day.relationshipId"),
  )
  .select("device.id")
  .whereRef("device.userId", "=", "relationship.clientUserId")
  .where(({ or, and, eb }) =>
    or([
      eb("waiting.state", "=", "OPEN"),
      and([eb("waiting.state", "=", "QUARANTINED"), eb("waiting.redrivenAs", "is", null)]),
    ]),
  );

const pendingWork = judged
  .case()
  .when(judged.exists(unsent))
  .then(sql.lit("UNSENT_WORK" as const))
  .when(judged.exists(deferred))
  .then(sql.lit("DEFERRED_WORK" as const))
  .end();

/** A day that does not close yet. */
export interface WaitingDay extends RelationshipDay {
  readonly lookAt: Date | null;
  readonly holdReason: HoldReason | null;
}

/** Postpones the scan of days, with the reason if they are on hold. One statement. */
export async function putOffDays(tx: Tx, days: readonly WaitingDay[]): Promise<void> {
  if (days.length === 0) return;
  const wanted = records(days, [...DAY, ["lookAt", "timestamptz"], ["holdReason", "text"]]);
  const putOff = tables(tx)
    .updateTable("agendaDay as day")
    .from(wanted.as("wanted"))
    .set(({ ref }) => ({
      lookAt: ref("wanted.lookAt"),
      holdReason: ref("wanted.holdReason"),
      lookFailures: 0,
    }))
    .where("day.relationshipId", "=", anyOf(idsOf(days)))
    .where(({ eb, fn, val }) => eb("day.localDate", "=", fn.any(val(datesOf(days)))))
    .whereRef("day.relationshipId", "=", "wanted.relationshipId")
    .whereRef("day.localDate", "=", "wanted.localDate");
  await runNamed(tx, "put-off-days", putOff);
}

/** Marks days as closed: they are no longer scanned, and keep their last hold reason. One statement. */
export async function markDaysClosed(
  tx: Tx,
  days: readonly RelationshipDay[],
  now: Date,
): Promise<void> {
  const closed = tables(tx)
    .updateTable("agendaDay as day")
    .from(records(days, DAY).as("wanted"))
    .set({ closedAt: now, lookAt: null, lookFailures: 0 })
    .where("day.relationshipId", "=", anyOf(idsOf(days)))
    .where(({ eb, fn, val }) => eb("day.localDate", "=", fn.any(val(datesOf(days)))))
    .whereRef("day.relationshipId", "=", "wanted.relationshipId")
    .whereRef("day.localDate", "=", "wanted.localDate")
    .where("day.closedAt", "is", null);
  await runNamed(tx, "closed-days", closed);
}

/** Passed in addition to the days, so that the planner knows how few there are: for a record set it assumes 100. */
function idsOf(days: readonly RelationshipDay[]): readonly string[] {
  return [...new Set(days.map(({ relationshipId }) => relationshipId))];
}

function datesOf(days: readonly RelationshipDay[]): readonly string[] {
  return [...new Set(days.map(({ localDate }) => localDate))];
}

const DAY = [
  ["relationshipId", "uuid"],
  ["localDate", "date"],
] as const;
