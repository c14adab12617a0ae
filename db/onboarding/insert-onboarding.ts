import type { OnboardingTaskType, ReminderCadence } from "../../contract/onboarding/vocabulary.ts";
import { json } from "../platform/statements/sql-parts.ts";
import type { Tx } from "../platform/transactions/transact.ts";
import { remembering } from "./write-task-change.ts";
import type { OnboardingActing } from "./onboarding-acting.ts";

/** Inserts an onboarding with its tasks, ready; the client's profile is then in progress. */
export async function insertOnboarding(tx: Tx, onboarding: NewOnboarding): Promise<void> {
  const { instanceId, relationshipId, definitionId, invitationId, tasks, actor, now } = onboarding;
  const history = { instanceId, events: ["created"] as const, actor, now };
  const histories = tasks.map(({ id, formAssignmentId }) => ({
    ...history,
    taskId: id,
    evidence: { formAssignmentId },
  }));
  await remembering(tx, ...histories)
    .with("begun", (part) =>
      part.insertInto("onboardingInstance").values({
        id: instanceId,
        relationshipId,
        definitionId,
        invitationId,
        status: "IN_PROGRESS",
        programAssignmentBlocked: false,
        nutritionAssignmentBlocked: false,
        currentTaskId: tasks[0].id,
        startedAt: now,
        updatedAt: now,
      }),
    )
    .with("asked", (part) =>
      part.insertInto("onboardingTask").values(
        tasks.map((task) => ({
          ...task,
          instanceId,
          status: "READY" as const,
          payload: json({}),
          revision: 1,
          createdAt: now,
          updatedAt: now,
        })),
      ),
    )
    .updateTable("clientProfile")
    .set({ onboardingStatus: "IN_PROGRESS", updatedAt: now })
    .where("userId", "=", onboarding.clientUserId)
    .execute();
}

/** A new task. Its due date and reminders are set when it becomes the current one. */
export interface NewTask {
  readonly id: string;
  readonly taskKey: string;
  readonly taskType: OnboardingTaskType;
  readonly sortOrder: number;
  readonly formAssignmentId: string | null;
  readonly dueAt: Date | null;
  readonly reminderCadence: ReminderCadence | null;
  readonly remindersFrom: string | null;
  readonly nextReminderAt: Date | null;
}

/** A new onboarding. */
export interface NewOnboarding {
  readonly instanceId: string;
  readonly relationshipId: string;
  readonly definitionId: string;
  readonly invitationId: string;
  readonly clientUserId: string;
  /** In order; the first becomes the current one at once. */
  readonly tasks: readonly [NewTask, ...(readonly NewTask[])];
  readonly actor: OnboardingActing;
  readonly now: Date;
}
