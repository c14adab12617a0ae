import { expressionBuilder } from "kysely";
import { OPEN_TASK_STATUSES } from "../../../contract/agenda/vocabulary.ts";
import { runNamed } from "../../named-query.ts";
import { records } from "../../records.ts";
import { type Tables, tables } from "../../tables.ts";
import type { Tx } from "../../transact.ts";
import type { RelationshipDay } from "../queries.ts";

/** A closed day for which something was accepted afterwards. */
export interface CorrectedDay extends RelationshipDay {
  /** When the last of it was accepted. */
  readonly correctedAt: Date;
}

const ofDay = expressionBuilder<Tables & { readonly day: Tables["agendaDay"] }, "day">();

/**
 * Operations that stand of those that came when their task was open no more: an undo is none, and takes one back;
 * putting a task off says nothing of it.
 */
const lateOperations = ofDay
  .selectFrom("quickLogOperation as late")
  .select(({ fn }) => fn.countAll<number>().as("count"))
  .whereRef("late.relationshipId", "=", "day.relationshipId")
  .whereRef("late.localDate", "=", "day.localDate")
  .where("late.status", "=", "ACCEPTED")
  .where("late.actionKind", "not in", ["UNDO", "SNOOZE"])
  .where("late.taskFrom", "not in", OPEN_TASK_STATUSES)
  .where(({ eb, selectFrom }) =>
    eb(
      selectFrom("quickLogOperation as later")
        .select("later.receiptId")
        .whereRef("later.undoesReceiptId", "=", "late.receiptId")
        .limit(1),
      "is",
      null,
    ),
  );

/** Submitted forms that won a missed check-in back, or completed one after the close that had been skipped. */
const lateForms = ofDay
  .selectFrom("agendaTask as task")
  .innerJoin("agendaTaskEvent as event", "event.taskId", "task.id")
  .select(({ fn }) => fn.countAll<number>().as("count"))
  .whereRef("task.relationshipId", "=", "day.relationshipId")
  .whereRef("task.localDate", "=", "day.localDate")
  .where("task.taskKind", "=", "CHECK_IN")
  .where("event.reason", "=", "FORM_SUBMITTED")
  .where("event.fromStatus", "in", ["MISSED", "SKIPPED"])
  .whereRef("event.occurredAt", ">=", "day.closedAt");

/** Sessions that completed a workout after the close. */
const lateSessions = ofDay
  .selectFrom("workoutSession as session")
  .select(({ fn }) => fn.countAll<number>().as("count"))
  .whereRef("session.relationshipId", "=", "day.relationshipId")
  .whereRef("session.localDate", "=", "day.localDate")
  .where("session.creditedTaskId", "is not", null)
  .whereRef("session.acceptedAt", ">=", "day.closedAt");

/**
 * Keeps on closed days that they were corrected, and how much of what came late stands there, counted anew
 * (docs/rooms/agenda.md#late-evidence): whoever accepts late evidence calls it, and nobody else writes the two. A day
 * that was open then is left as it is. One statement.
 */
export async function markDaysCorrected(tx: Tx, days: readonly CorrectedDay[]): Promise<void> {
  if (days.length === 0) return;
  const corrected = tables(tx)
    .updateTable("agendaDay as day")
    .from(records(days, CORRECTED).as("wanted"))
    .set(({ fn, ref, eb, lit }) => ({
      correctedAt: fn<Date>("greatest", [ref("day.correctedAt"), ref("wanted.correctedAt")]),
      lateCount: eb(
        eb(fn.coalesce(lateOperations, lit(0)), "+", fn.coalesce(lateForms, lit(0))),
        "+",
        fn.coalesce(lateSessions, lit(0)),
      ),
    }))
    .whereRef("day.relationshipId", "=", "wanted.relationshipId")
    .whereRef("day.localDate", "=", "wanted.localDate")
    .whereRef("day.closedAt", "<=", "wanted.correctedAt");
  await runNamed(tx, "corrected-days", corrected);
}

const CORRECTED = [
  ["relationshipId", "uuid"],
  ["localDate", "date"],
  ["correctedAt", "timestamptz"],
] as const;
