import type { CoachTaskType } from "../../contract/inbox/source-vocabulary.ts";
import type { CoachTaskStatus, Severity } from "../../contract/inbox/vocabulary.ts";
import type { NotificationCategory } from "../../contract/notifications/vocabulary.ts";
import { escalates } from "./task-deadline.ts";

/**
 * The notifications for a task now (docs/rooms/inbox.md#notifications). URGENT or HIGH: the responsible coach, once
 * until they touch it, and once more for later occurrences. A late task: the same, and the owner too if nobody has
 * touched it, unless its type never escalates. Milder tasks wait for the digest.
 */
export function notificationsFor(
  task: NotifiableTask,
  moment: TaskMoment,
): readonly TaskNotification[] {
  const { id, severity, touchedAt, lateToldAt, responsibleUserId, ownerUserId } = task;
  if (moment.kind === "LATE") {
    const isEscalated = touchedAt === null && escalates(task.taskType);
    const recipients = isEscalated ? [responsibleUserId, ownerUserId] : [responsibleUserId];
    return [...new Set(recipients)].map((recipientUserId) => ({
      category: "COACH_TASK_LATE",
      recipientUserId,
      dedupeKey: `coach-task-late:${id}:${lateToldAt?.getTime() ?? 0}:${recipientUserId}`,
    }));
  }
  const category = CATEGORY_OF[severity];
  if (category === undefined || moment.freshCount === 0) return [];
  const since = touchedAt?.getTime() ?? "new";
  const dedupeKey = `coach-task:${id}:${severity}:${since}`;
  return [{ category, recipientUserId: responsibleUserId, dedupeKey }];
}

/** A task that may cause a notification. */
export interface NotifiableTask {
  readonly id: string;
  readonly taskType: CoachTaskType;
  readonly status: CoachTaskStatus;
  readonly severity: Severity;
  readonly touchedAt: Date | null;
  readonly lateToldAt: Date | null;
  /** The assignee, or else the client's coach. */
  readonly responsibleUserId: string;
  readonly ownerUserId: string;
}

/** The occasion: more occurrences, with their count; or it is late. */
export type TaskMoment =
  | { readonly kind: "CAME"; readonly freshCount: number }
  | { readonly kind: "LATE" };

/** One notification of one person, with an idempotent name. */
export interface TaskNotification {
  readonly category: NotificationCategory;
  readonly recipientUserId: string;
  readonly dedupeKey: string;
}

const CATEGORY_OF: Readonly<Partial<Record<Severity, NotificationCategory>>> = {
  URGENT: "COACH_TASK_URGENT",
  HIGH: "COACH_TASK_HIGH",
};
