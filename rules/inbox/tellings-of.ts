import type { CoachTaskStatus, Severity } from "../../contract/inbox/vocabulary.ts";
import type { NotificationCategory } from "../../contract/notifications/vocabulary.ts";

/** A task that somebody may have to be told of. */
export interface TellableTask {
  readonly id: string;
  readonly status: CoachTaskStatus;
  readonly severity: Severity;
  readonly touchedAt: Date | null;
  readonly lateToldAt: Date | null;
  /** Whom it was handed to, or else whose client it is. */
  readonly responsibleUserId: string;
  readonly ownerUserId: string;
}

/** What happened to it: more of the same came, so often; or it is late. */
export type TaskMoment =
  | { readonly kind: "CAME"; readonly freshCount: number }
  | { readonly kind: "LATE" };

/** One person who is told, under a name that is decided on once. */
export interface Telling {
  readonly category: NotificationCategory;
  readonly recipientUserId: string;
  readonly dedupeKey: string;
}

const CATEGORY_OF: Readonly<Partial<Record<Severity, NotificationCategory>>> = {
  URGENT: "COACH_TASK_URGENT",
  HIGH: "COACH_TASK_HIGH",
};

/**
 * Who is told of a task now (docs/rooms/inbox.md#notifications): of what is URGENT or HIGH whoever is responsible, once
 * until they touch it, and once more when more of it comes after that; of what is late the same, and the owner too where
 * nobody has touched it. What is milder waits for the digest.
 */
export function tellingsOf(task: TellableTask, moment: TaskMoment): readonly Telling[] {
  const { id, severity, touchedAt, lateToldAt, responsibleUserId, ownerUserId } = task;
  if (moment.kind === "LATE") {
    const heard = touchedAt === null ? [responsibleUserId, ownerUserId] : [responsibleUserId];
    return [...new Set(heard)].map((recipientUserId) => ({
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
