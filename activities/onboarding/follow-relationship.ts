import type { RelationshipStatus } from "../../contract/relationships/vocabulary.ts";
import {
  ONBOARDING_RETENTION_DAYS,
  type OnboardingAuditType,
  type WorkflowStatus,
} from "../../contract/onboarding/vocabulary.ts";
import { appendOnboardingAudit } from "../../db/onboarding/append-onboarding-audit.ts";
import { OnboardingInstance } from "../../db/onboarding/onboarding-instance.ts";
import { OnboardingTask } from "../../db/onboarding/onboarding-task.ts";
import { beginRetention } from "../../db/onboarding/begin-retention.ts";
import type { OnboardingActing } from "../../db/onboarding/onboarding-acting.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import type { RelationshipZone } from "../../rules/relationships/relationship-zone.ts";
import { followStatus } from "../../rules/onboarding/follow-status.ts";
import { remindersAfter } from "../../rules/onboarding/reminders-after.ts";
import { closeBaseline } from "./transitions/close-baseline.ts";
import { cancelOpenFormAssignments } from "../forms/cancel-form-assignment.ts";

/**
 * Updates the onboarding of a relationship with its status (docs/rooms/onboarding.md#task-and-workflow). When paused,
 * reminders stop; when resumed, it continues. When active, the baseline task is closed. When ended, open tasks and
 * forms are cancelled, and retention starts. A repeated call changes nothing. The caller holds the scope's lock.
 *
 * @returns the onboarding whose actor must wake, or null if there is none.
 */
export async function followRelationship(
  tx: Tx,
  following: Following,
): Promise<{ readonly instanceId: string } | null> {
  const { relationshipId, to, now } = following;
  if (to === "ENDED") await cancelOpenFormAssignments(tx, following);
  const instance = await tx.findOne(OnboardingInstance, { relationshipId });
  if (instance === null) return null;
  const begins = to === "ENDED" && instance.retentionExpiresAt === null;
  const isMoved = await moveWorkflow(tx, instance, following);
  if (isMoved || begins) await keepReminders(tx, instance, following);
  if (to === "ACTIVE") await endBaseline(tx, instance.id, following);
  if (begins) {
    const expiresAt = new Date(now.getTime() + ONBOARDING_RETENTION_DAYS * DAY_MS);
    await beginRetention(tx, { instanceId: instance.id, expiresAt, now });
  }
  return { instanceId: instance.id };
}

const DAY_MS = 86_400_000;

/** A relationship whose status changes, and who changed it. */
export interface Following {
  readonly relationshipId: string;
  readonly clientUserId: string;
  readonly to: RelationshipStatus;
  readonly zone: RelationshipZone;
  readonly actor: OnboardingActing;
  readonly now: Date;
  readonly requestId: string | null;
  /** The act on an open baseline task once the relationship is ACTIVE. */
  readonly baseline: "COMPLETE" | "CANCEL";
}

/** The client completed the baseline, also during a pause, or the coach waived it. */
async function endBaseline(
  tx: Tx,
  instanceId: string,
  { baseline: act, actor, clientUserId, requestId }: Following,
): Promise<void> {
  const client = { kind: "CLIENT", userId: clientUserId } as const;
  const end = { instanceId, act, requestId };
  await closeBaseline(tx, { ...end, actor: act === "COMPLETE" ? client : actor });
}

async function moveWorkflow(
  tx: Tx,
  instance: OnboardingInstance,
  { to, actor, now }: Following,
): Promise<boolean> {
  const { status: from } = instance;
  const next = followStatus(instance, to);
  if (next.status === from) return false;
  const isOver = next.status === "CANCELLED";
  const finishedAt = isOver ? (instance.finishedAt ?? now) : instance.finishedAt;
  tx.assign(instance, { ...next, finishedAt, updatedAt: now });
  await tx.flush();
  const metadata = { fromStatus: from, toStatus: next.status };
  const eventType = auditTypeOf(next.status, to);
  const audited = { instanceId: instance.id, taskId: null, eventType, actor, metadata, now };
  await appendOnboardingAudit(tx, audited);
  return true;
}

function auditTypeOf(status: WorkflowStatus, to: RelationshipStatus): OnboardingAuditType {
  if (to === "ENDED") return "workflow_ended";
  return status === "PAUSED" ? "workflow_paused" : "workflow_resumed";
}

async function keepReminders(
  tx: Tx,
  { id: instanceId }: OnboardingInstance,
  { to, zone, now }: Following,
): Promise<void> {
  for (const task of await tx.find(OnboardingTask, { instanceId })) {
    const reminders = remindersAfter(task, { to, now, zone });
    tx.assign(task, { ...reminders, updatedAt: now });
  }
  await tx.flush();
}
