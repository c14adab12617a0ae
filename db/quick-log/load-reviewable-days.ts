import { expressionBuilder } from "kysely";
import type { QueryExecutor } from "../platform/pipeline/pipeline.ts";
import { batchOf } from "../platform/statements/receipt-range.ts";
import { records } from "../platform/statements/records.ts";
import { holds, requireRows } from "../platform/statements/sql-parts.ts";
import type { Tables } from "../tables.ts";

/** The present state of some days of a relationship; the caller has locked the scope. One statement. */
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
    .select(["day.localDate", "day.reviewedAt", "day.lastReviewedAt"])
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

/**
 * A day that a coach may review.
 * - `isOpen`: a lane waits for the end of its undo window.
 * - `isLogged`: operations accepted since the last close or review can be undone too, although no lane waits yet.
 * - `version`: the sum of its tasks' revisions; `changedAt`: their last change.
 */
export type ReviewableDay = Awaited<ReturnType<typeof loadReviewableDays>>[number];

const ofDay = expressionBuilder<Tables & { readonly day: Tables["agendaDay"] }, "day">();

/**
 * Operations accepted after the day was last closed or reviewed, but not settled yet, can be undone too. No lane waits
 * for their end, and settlement keeps a day closed for operations accepted before its review.
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

/** The state of a day after a review. */
export interface MarkedDay {
  readonly localDate: string;
  readonly reviewedAt: Date;
  readonly lastReviewedAt: Date;
  /** When it ended an undo; null if nothing could be undone. */
  readonly undoClosedAt: Date | null;
}

/**
 * Marks days as reviewed and ends the undo of their accepted operations (docs/rooms/quick-log.md#review). One
 * statement.
 */
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
