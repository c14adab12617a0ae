import { onboardingActor } from "../../../contract/onboarding/onboarding-actor.ts";
import type { OverrideType } from "../../../contract/onboarding/vocabulary.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { appendOnboardingAudit } from "../../../db/onboarding/append-onboarding-audit.ts";
import type { LockedTask } from "../../../db/onboarding/locked-task.ts";
import { OnboardingOverride } from "../../../db/onboarding/onboarding-override.ts";
import type { OnboardingActing } from "../../../db/onboarding/onboarding-acting.ts";
import { appendEvents } from "../../../db/outbox/append-events.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";

/** Stores an override: the reason until the retention ends, the rest for good. */
export async function recordOverride(
  tx: Tx,
  locked: LockedTask,
  { overrideId, requestId, actor, ...override }: RecordedOverride,
): Promise<void> {
  const { instanceId, taskId, now } = locked;
  tx.create(OnboardingOverride, {
    id: overrideId,
    instanceId,
    taskId,
    ...override,
    actorKind: actor.kind,
    actorUserId: actor.userId,
    createdAt: now,
  });
  await tx.flush();
  const metadata = { overrideId, overrideType: override.type };
  const entry = { instanceId, taskId, eventType: "overridden", actor, metadata, now } as const;
  await appendOnboardingAudit(tx, entry);
  const { workspaceId, relationshipId, coachUserId, clientUserId } = locked;
  const ids = { workspaceId, relationshipId, coachUserId, clientUserId, instanceId, taskId };
  const event = onboardingActor.wokenBy(
    {
      eventId: newId(),
      type: "OnboardingTaskOverridden" as const,
      subjectId: taskId,
      version: locked.revision,
      refs: { ...ids, ...metadata },
    },
    { instanceId },
  );
  await appendEvents(tx, [event], { now, requestId });
}

/** The author of an override: a coach of the workspace, or support. */
export interface Overrider extends OnboardingActing {
  readonly kind: "COACH" | "SUPPORT";
}

/** A stored override. */
export interface RecordedOverride {
  readonly overrideId: string;
  readonly type: OverrideType;
  readonly reason: string | null;
  readonly replacedFormAssignmentId: string | null;
  readonly actor: Overrider;
  readonly requestId: string;
}
