import type { OnboardingTaskType, ReminderCadence } from "../../contract/onboarding/vocabulary.ts";
import { json } from "../sql-parts.ts";
import type { Tx } from "../transact.ts";
import { remembering } from "./write-task-change.ts";
import type { OnboardingActing } from "./onboarding-acting.ts";

/** An onboarding as it begins. */
export interface NewOnboarding {
  readonly instanceId: string;
  readonly relationshipId: string;
  readonly definitionId: string;
  readonly invitationId: string;
  readonly clientUserId: string;
  readonly task: {
    readonly id: string;
    readonly taskKey: string;
    readonly taskType: OnboardingTaskType;
    readonly sortOrder: number;
    readonly formAssignmentId: string;
    readonly dueAt: Date;
    readonly reminderCadence: ReminderCadence;
    readonly remindersFrom: string;
    readonly nextReminderAt: Date;
  };
  readonly actor: OnboardingActing;
  readonly now: Date;
}

/** Writes an onboarding with its task, ready; the client's profile says that it is in progress. */
export async function insertOnboarding(tx: Tx, onboarding: NewOnboarding): Promise<void> {
  const { instanceId, relationshipId, definitionId, invitationId, task, actor, now } = onboarding;
  const evidence = { formAssignmentId: task.formAssignmentId };
  const history = { instanceId, taskId: task.id, events: ["created"] as const, actor, now };
  await remembering(tx, { ...history, evidence })
    .with("begun", (part) =>
      part.insertInto("onboardingInstance").values({
        id: instanceId,
        relationshipId,
        definitionId,
        invitationId,
        status: "IN_PROGRESS",
        programAssignmentBlocked: false,
        nutritionAssignmentBlocked: false,
        currentTaskId: task.id,
        startedAt: now,
        updatedAt: now,
      }),
    )
    .with("asked", (part) =>
      part.insertInto("onboardingTask").values({
        ...task,
        instanceId,
        status: "READY",
        payload: json({}),
        revision: 1,
        createdAt: now,
        updatedAt: now,
      }),
    )
    .updateTable("clientProfile")
    .set({ onboardingStatus: "IN_PROGRESS", updatedAt: now })
    .where("userId", "=", onboarding.clientUserId)
    .execute();
}
