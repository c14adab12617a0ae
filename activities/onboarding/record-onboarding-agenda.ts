import type { ActorOnboarding } from "../../db/onboarding/load-actor-onboarding.ts";
import { dropActorRow, saveActorRow } from "../../db/outbox/actor-rows.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import {
  nextOnboardingDeadline,
  type OnboardingDeadline,
} from "../../rules/onboarding/next-onboarding-deadline.ts";
import { onboardingActorId } from "../../rules/onboarding/onboarding-actor-id.ts";
import { agendaUntil } from "../../rules/outbox/actor-agenda.ts";
import type { OnboardingAgenda } from "./onboarding-agenda.ts";

/**
 * Computes the deadlines of an onboarding and stores them for the sweep and for operators, in the transaction that
 * settled it. The caller holds the relationship's lock.
 */
export async function recordOnboardingAgenda(
  tx: Tx,
  found: ActorOnboarding,
): Promise<OnboardingAgenda> {
  const { now, task, retentionExpiresAt, purgedAt } = found;
  const nextReminderAt = task?.nextReminderAt ?? null;
  const state = { taskStatus: task?.status ?? null, nextReminderAt };
  const deadline = nextOnboardingDeadline({ ...state, retentionExpiresAt, purgedAt }, now);
  await writeActorRow(tx, found, deadline);
  return { ...agendaUntil(deadline, now), onboarding: shownOf(found) };
}

async function writeActorRow(
  tx: Tx,
  { instanceId, marks, now: settledAt }: ActorOnboarding,
  deadline: OnboardingDeadline | null,
): Promise<void> {
  const seen = { workflowId: onboardingActorId(instanceId), marks };
  if (deadline === null) return await dropActorRow(tx, seen);
  const { at: dueAt, reason: dueReason } = deadline;
  await saveActorRow(tx, { ...seen, dueAt, dueReason, settledAt });
}

function shownOf(found: ActorOnboarding): OnboardingAgenda["onboarding"] {
  const { workspaceId, relationshipId, status, task, retentionExpiresAt, lastEvent } = found;
  return {
    workspaceId,
    relationshipId,
    status,
    currentStep: task === null ? null : { taskKey: task.key, status: task.status },
    nextReminderAt: task?.nextReminderAt?.toISOString() ?? null,
    retentionExpiresAt: retentionExpiresAt?.toISOString() ?? null,
    lastEvent,
  };
}
