import { expressionBuilder } from "kysely";
import { ACTIONS_WITHOUT_EVIDENCE } from "../../../contract/agenda/action-vocabulary.ts";
import { OPEN_TASK_STATUSES } from "../../../contract/agenda/vocabulary.ts";
import { runNamed } from "../../platform/pipeline/run-named.ts";
import { records } from "../../platform/statements/records.ts";
import { type Tables, tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";
import type { RelationshipDay } from "../queries.ts";

/**
 * Stores on closed days when they were corrected, and recounts the late evidence in force
 * (docs/rooms/agenda.md#late-evidence). Every act that accepts late evidence calls it; nothing else writes the two
 * columns. A day that was open then stays unchanged. One statement.
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

/** A closed day that received evidence afterwards. */
export interface CorrectedDay extends RelationshipDay {
  /** When the last of it was accepted. */
  readonly correctedAt: Date;
}

const ofDay = expressionBuilder<Tables & { readonly day: Tables["agendaDay"] }, "day">();

/**
 * Operations in force that came when their task was no longer open. An undo does not count and removes the one it
 * undoes; some actions are no evidence.
 */
const lateOperations = ofDay
  .selectFrom("quickLogOperation as late")
  .select(({ fn }) => fn.countAll<number>().as("count"))
  .whereRef("late.relationshipId", "=", "day.relationshipId")
  .whereRef("late.localDate", "=", "day.localDate")
  .where("late.status", "=", "ACCEPTED")
  .where("late.actionKind", "not in", ["UNDO", ...ACTIONS_WITHOUT_EVIDENCE])
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

/** Submitted forms that completed a missed or skipped check-in after the close. */
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

const CORRECTED = [
  ["relationshipId", "uuid"],
  ["localDate", "date"],
  ["correctedAt", "timestamptz"],
] as const;
