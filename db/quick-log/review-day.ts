import { expressionBuilder } from "kysely";
import type { QueryExecutor } from "../pipeline.ts";
import { batchOf } from "../receipt-range.ts";
import { records } from "../records.ts";
import { holds, requireRows } from "../sql-parts.ts";
import type { Tables } from "../tables.ts";

/**
 * A day as a coach may review it: `isOpen` while an actor waits for the end of its undo; `isLogged` where what was
 * accepted since it was last closed or reviewed can be undone too, though nobody waits for it yet; `version` is the
 * sum of the revisions of its tasks, `changedAt` when one of them changed last.
 */
export type ReviewableDay = Awaited<ReturnType<typeof loadReviewableDays>>[number];

const ofDay = expressionBuilder<Tables & { readonly day: Tables["agendaDay"] }, "day">();

/**
 * What was accepted after the day was last closed or reviewed, but is not settled yet, can be undone too: no actor
 * waits for it, and settlement leaves a day closed for what was accepted before its review.
 */
const isLoggedSince = ofDay.exists(
  ofDay
    .selectFrom("quickLogOperation as operation")
    .innerJoin("syncBatch as sent", (on) => on.on("sent.id", "=", batchOf("operation.receipt_id")))
    .select("operation.receiptId")
    .whereRef("operation.relationshipId", "=", "day.relationshipId")
    .whereRef("operation.localDate", "=", "day.localDate")
    .where("operation.status", "=", "ACCEPTED")
    .where("operation.actionKind", "<>", "UNDO")
    .where("operation.taskId", "is not", null)
    .where(({ eb, fn, or }) => {
      const last = fn<Date | null>("greatest", ["day.undoClosedAt", "day.lastReviewedAt"]);
      return or([eb(last, "is", null), eb("sent.admittedAt", ">", last)]);
    }),
);

/** Days of a relationship as they are; the caller holds the scope. One statement. */
export async function loadReviewableDays(
  executor: QueryExecutor,
  relationshipId: string,
  localDates: readonly string[],
) {
  const days = executor.tables
    .selectFrom("agendaDay as day")
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom("agendaTask as task")
          .select(({ fn, lit }) => [
            fn.coalesce(fn.sum<number>("task.revision"), lit(0)).as("version"),
            fn.max("task.changedAt").as("changedAt"),
          ])
          .whereRef("task.relationshipId", "=", "day.relationshipId")
          .whereRef("task.localDate", "=", "day.localDate")
          .as("seen"),
      (on) => on.onTrue(),
    )
    .select(["day.localDate", "day.reviewedAt", "day.lastReviewedAt", "day.undoDeviceId"])
    .select(({ eb, and, fn }) => [
      holds(and([eb("day.undoClosesAt", "is not", null), eb("day.undoClosedAt", "is", null)])).as(
        "isOpen",
      ),
      holds(isLoggedSince).as("isLogged"),
      "seen.version",
      fn.coalesce("seen.changedAt", "day.openedAt").as("changedAt"),
    ])
    .where("day.relationshipId", "=", relationshipId)
    .where(({ eb, fn, val }) => eb("day.localDate", "=", fn.any(val(localDates))))
    .orderBy("day.localDate");
  return await executor.named("reviewable-days", days);
}

/** A day as a review leaves it. */
export interface MarkedDay {
  readonly localDate: string;
  readonly reviewedAt: Date;
  readonly lastReviewedAt: Date;
  /** When it ended the undo of something; null where nothing could be undone. */
  readonly undoClosedAt: Date | null;
}

/** Marks days as reviewed and ends the undo of what was accepted of them (docs/rooms/quick-log.md#review). One statement. */
export async function markReviewed(
  executor: QueryExecutor,
  relationshipId: string,
  days: readonly MarkedDay[],
): Promise<void> {
  if (days.length === 0) return;
  const reviewed = executor.tables
    .with("marked", (from) =>
      from
        .updateTable("agendaDay as day")
        .from(records(days, MARKED).as("wanted"))
        .set(({ fn, ref }) => ({
          reviewedAt: ref("wanted.reviewedAt"),
          lastReviewedAt: ref("wanted.lastReviewedAt"),
          changedAfterReviewAt: null,
          undoClosedAt: fn.coalesce("wanted.undoClosedAt", "day.undoClosedAt"),
        }))
        .where("day.relationshipId", "=", relationshipId)
        .whereRef("day.localDate", "=", "wanted.localDate")
        .returning("day.localDate"),
    )
    .selectNoFrom(({ fn, selectFrom }) => {
      const written = selectFrom("marked").select(fn.countAll<number>().as("count"));
      return requireRows("agenda_day", written, days.length).as("written");
    });
  await executor.named("reviewed-days", reviewed);
}

const MARKED = [
  ["localDate", "date"],
  ["reviewedAt", "timestamptz"],
  ["lastReviewedAt", "timestamptz"],
  ["undoClosedAt", "timestamptz"],
] as const;
