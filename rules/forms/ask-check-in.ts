import type { TaskForm } from "../../contract/agenda/schema.ts";
import type { TaskStatus } from "../../contract/agenda/vocabulary.ts";
import type { FormAssignmentStatus } from "../../contract/forms/vocabulary.ts";
import { checkInActions } from "../agenda/actions/action-schema.ts";
import type { DayTask } from "../agenda/agenda-task.ts";
import { newTask } from "../agenda/new-task.ts";
import { dueDateOf, startOfLocalDay } from "../local-day.ts";

/**
 * The change to a form's check-in on the present day (docs/rooms/agenda.md#check-ins). It is made, or replaces that
 * of an earlier day; or it is canceled, because the form is not due yet or was withdrawn. Null if it stays.
 */
export function askCheckIn(
  { status, dueAt, checkIn }: FormState,
  { localDate, timezone }: FormDay,
): "ASK" | "ASK_AGAIN" | "WITHDRAW" | null {
  if (status === "CANCELLED") return checkIn?.status === "PENDING" ? "WITHDRAW" : null;
  if (status === "SUBMITTED") return null;
  if (checkIn === null) return "ASK";
  const isDueLater = dueAt !== null && dueAt > startOfLocalDay(localDate, timezone);
  if (checkIn.localDate >= localDate || !isDueLater) return null;
  if (checkIn.status === "MISSED") return "ASK";
  return checkIn.status === "PENDING" ? "ASK_AGAIN" : null;
}

/** A form that a coach assigned, with its newest check-in that was not canceled. */
export interface FormState {
  readonly status: FormAssignmentStatus;
  readonly dueAt: Date | null;
  readonly checkIn: { readonly localDate: string; readonly status: TaskStatus } | null;
}

/** The present local day of the client. */
export interface FormDay {
  readonly localDate: string;
  readonly timezone: string;
}

/** The source key of an assigned form's check-ins. */
export function formSourceKey(formAssignmentId: string): string {
  return `form-assignment:${formAssignmentId}`;
}

/** The check-in to create for an assigned form. */
export interface NewCheckIn extends FormDay {
  readonly taskId: string;
  readonly workspaceId: string;
  readonly relationshipId: string;
  readonly form: TaskForm;
  readonly title: string;
  readonly dueAt: Date | null;
  readonly now: Date;
}

/** The check-in of an assigned form on one local day; due on that day alone. */
export function checkInOfForm(checkIn: NewCheckIn): DayTask {
  const { taskId: id, workspaceId, relationshipId, localDate, timezone, form, now } = checkIn;
  const { formAssignmentId, formVersionId } = form;
  const isDueThen = checkIn.dueAt !== null && dueDateOf(checkIn.dueAt, timezone) === localDate;
  const task = {
    id,
    workspaceId,
    relationshipId,
    localDate,
    timezone,
    taskKind: "CHECK_IN",
    sourceContext: "FORMS",
    sourceType: "FORM_ASSIGNMENT",
    sourceId: formAssignmentId,
    // An assigned form never changes: a coach withdraws it and assigns another.
    sourceRevision: 1,
    sourceChildKey: "",
    sourceKey: formSourceKey(formAssignmentId),
    priority: 0,
    sortKey: formAssignmentId,
    startsAt: null,
    dueAt: isDueThen ? checkIn.dueAt : null,
    timeCritical: false,
    snapshot: {
      planId: null,
      title: checkIn.title,
      instructions: null,
      metric: null,
      formVersionId,
    },
    actionSchema: checkInActions(form),
    items: [],
  } as const;
  return newTask(task, now);
}
