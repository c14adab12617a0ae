import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { completeTask } from "../../../activities/onboarding/complete-task.ts";
import { openTask } from "../../../activities/onboarding/open-task.ts";
import {
  overrideTask,
  type Override,
} from "../../../activities/onboarding/overrides/override-task.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";
import { buildOnboarded, type Onboarded, skip, submit } from "./onboarding-life.ts";

/** Statuses of a task while its relationship is open; UNLINKED: submitted, not linked yet. */
export const TASK_STATES = [
  "READY",
  "OPENED",
  "SKIPPED_FOR_NOW",
  "UNLINKED",
  "COMPLETED",
  "CANCELLED",
] as const;
export type TaskState = (typeof TASK_STATES)[number];

/** The client opens the questionnaire. */
export async function open(em: SqlEntityManager, { taskId, client }: Onboarded): Promise<void> {
  const clientTimestamp = "2026-01-01T00:00:00.000Z";
  const opening = { taskId, clientUserId: client.userId, clientTimestamp, requestId: null };
  await transact(em, (tx) => openTask(tx, opening));
}

/** The client's submission is linked with the task. */
export async function complete(
  em: SqlEntityManager,
  { taskId, client }: Onboarded,
  submissionId: string,
): Promise<void> {
  const actor = { kind: "CLIENT", userId: client.userId } as const;
  await transact(em, (tx) => completeTask(tx, { taskId, submissionId, actor, requestId: null }));
}

/** The coach overrides the task. */
export function override(
  em: SqlEntityManager,
  { taskId, workspaceId, client, coach }: Onboarded,
  made: Override,
): ReturnType<typeof overrideTask> {
  return transact(em, (tx) =>
    overrideTask(tx, {
      place: { workspaceId, clientUserId: client.userId, taskId },
      override: made,
      reason: "planted-reason",
      actor: { kind: "COACH", userId: coach.userId },
      requestId: "override",
    }),
  );
}

/** A new client whose task is in a given state. */
export async function buildOnboardedAt(
  em: SqlEntityManager,
  state: TaskState,
  options: Parameters<typeof buildOnboarded>[1] = {},
): Promise<Onboarded> {
  const built = await buildOnboarded(em, { timezone: "UTC", ...options });
  await bringTo(em, built, state);
  return built;
}

/** Moves a task from READY to a state. */
export async function bringTo(
  em: SqlEntityManager,
  built: Onboarded,
  state: TaskState,
): Promise<void> {
  switch (state) {
    case "READY":
      return;
    case "OPENED":
      return await open(em, built);
    case "SKIPPED_FOR_NOW":
      return await skip(em, built);
    case "UNLINKED":
      await submit(em, built);
      return;
    case "COMPLETED":
      return await complete(em, built, await submit(em, built));
    case "CANCELLED":
      await override(em, built, { type: "CANCEL" });
  }
}
