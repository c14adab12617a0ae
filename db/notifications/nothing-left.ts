import { type Expression, expressionBuilder } from "kysely";
import type { NotificationCategory } from "../../contract/notifications/vocabulary.ts";
import type { Tables } from "../tables.ts";

/** The id of a subject: a value, or a column of the statement. */
type Subject = string | Expression<string>;

/**
 * Whether the subject needs no action any more. The task, form or conflict is closed, its submitted answers only have
 * to be linked, or a check-in has come since the missed ones.
 */
export function isDone({ category, subjectId }: NotifiedSubject) {
  const { exists, not, or, selectFrom } = expressionBuilder<Tables>();
  if (category === "CHECK_IN_NUDGE") return or([not(exists(missedSinceLast(subjectId)))]);
  const conflict = selectFrom("workoutConflict as c")
    .select("c.id")
    .where("c.id", "=", subjectId)
    .where("c.resolvedAt", "is not", null);
  const coachTask = selectFrom("coachTask as w")
    .select("w.id")
    .where("w.id", "=", subjectId)
    .where("w.status", "not in", ["OPEN", "IN_PROGRESS"]);
  return or([isQuestionnaireDone(subjectId), exists(conflict), exists(coachTask)]);
}

/** The category and subject of a notification. */
export interface NotifiedSubject {
  readonly category: NotificationCategory;
  readonly subjectId: string;
}

/** Whether an onboarding task, or the form of a person, needs no answers any more. */
export function isQuestionnaireDone(subjectId: Subject) {
  const { exists, or, selectFrom } = expressionBuilder<Tables>();
  const task = selectFrom("onboardingTask as ot")
    .leftJoin("formAssignment as a", "a.id", "ot.formAssignmentId")
    .select("ot.id")
    .where("ot.id", "=", subjectId)
    .where((of) =>
      of.or([
        of("ot.status", "in", ["COMPLETED", "CANCELLED", "EXPIRED"]),
        of("a.status", "=", "SUBMITTED"),
      ]),
    );
  const form = selectFrom("formAssignment as a")
    .select("a.id")
    .where("a.id", "=", subjectId)
    .where("a.status", "in", ["SUBMITTED", "CANCELLED"]);
  return or([exists(task), exists(form)]);
}

/** Check-ins that a client missed after the last completed one. */
export function missedSinceLast(relationshipId: Subject) {
  return expressionBuilder<Tables>()
    .selectFrom("agendaTask as missed")
    .select("missed.id")
    .where("missed.relationshipId", "=", relationshipId)
    .where("missed.taskKind", "=", "CHECK_IN")
    .where("missed.status", "=", "MISSED")
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom("agendaTask as done")
            .select("done.id")
            .whereRef("done.relationshipId", "=", "missed.relationshipId")
            .whereRef("done.localDate", ">=", "missed.localDate")
            .where("done.taskKind", "=", "CHECK_IN")
            .where("done.status", "=", "COMPLETED"),
        ),
      ),
    );
}
