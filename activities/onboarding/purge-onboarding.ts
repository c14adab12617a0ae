import { onboardingActor } from "../../contract/onboarding/onboarding-actor.ts";
import { appendOnboardingAudit } from "../../db/onboarding/append-onboarding-audit.ts";
import { OnboardingInstance } from "../../db/onboarding/onboarding-instance.ts";
import { OnboardingRetentionReport } from "../../db/onboarding/onboarding-retention-report.ts";
import { OnboardingTask } from "../../db/onboarding/onboarding-task.ts";
import { findRelationshipOfInstance } from "../../db/onboarding/load-actor-onboarding.ts";
import { purgeRows, type PurgedRows } from "../../db/onboarding/purge-rows.ts";
import { lockScope } from "../../db/platform/scopes/lock-scopes.ts";
import { newId } from "../../db/platform/new-id.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { judgeTaskAct } from "../../rules/onboarding/judge-task-act.ts";
import { lockTask } from "./lock-task.ts";
import { recordTaskChange } from "./record-task-change.ts";

/**
 * Purges an onboarding 30 days after its relationship ended. Unfinished tasks expire; then everything that a client
 * wrote or a coach gave as a reason is deleted. Statuses, instants, the audit and a report of counts stay.
 * Submissions stay until the account is erased.
 *
 * @returns the counts, or null when it is too early or was done before: then nothing changes.
 */
export async function purgeOnboarding(
  tx: Tx,
  { instanceId, now }: { readonly instanceId: string; readonly now: Date },
): Promise<RetentionCounts | null> {
  const relationshipId = await findRelationshipOfInstance(tx, instanceId);
  if (relationshipId === null) return null;
  await lockScope(tx, relationshipId);
  const instance = await tx.findOneOrFail(OnboardingInstance, { id: instanceId });
  const { retentionExpiresAt, purgedAt } = instance;
  if (retentionExpiresAt === null || retentionExpiresAt > now || purgedAt !== null) return null;
  const expiredTasks = await expireTasks(tx, instanceId);
  const counts = { ...(await purgeRows(tx, { instanceId, relationshipId })), expiredTasks };
  tx.assign(instance, { purgedAt: now, updatedAt: now });
  tx.create(OnboardingRetentionReport, { instanceId, counts: { ...counts }, purgedAt: now });
  await tx.flush();
  await recordPurge(tx, { instanceId, relationshipId, counts, now });
  return counts;
}

/** Takes the place of a request id: time triggers this, not a request. */
const REQUEST_ID = "onboarding-retention";

const BY_TIME = { kind: "SYSTEM", userId: null } as const;

/** Counts of what the purge deleted, and of unfinished tasks. */
export interface RetentionCounts extends PurgedRows {
  readonly expiredTasks: number;
}

async function expireTasks(tx: Tx, instanceId: string): Promise<number> {
  const tasks = await tx.find(OnboardingTask, { instanceId });
  let expired = 0;
  for (const { id } of tasks) {
    const locked = await lockTask(tx, id);
    const change = judgeTaskAct(locked, "EXPIRE");
    if (change === "TASK_CLOSED") continue;
    await recordTaskChange(tx, locked, { change, actor: BY_TIME, requestId: REQUEST_ID });
    expired += 1;
  }
  return expired;
}

async function recordPurge(
  tx: Tx,
  purged: {
    readonly instanceId: string;
    readonly relationshipId: string;
    readonly counts: RetentionCounts;
    readonly now: Date;
  },
): Promise<void> {
  const { instanceId, relationshipId, counts, now } = purged;
  const metadata = { ...counts };
  const entry = { instanceId, taskId: null, actor: BY_TIME, metadata, now };
  await appendOnboardingAudit(tx, { ...entry, eventType: "retention_purged" });
  const event = onboardingActor.wokenBy(
    {
      eventId: newId(),
      type: "OnboardingRetentionPurged" as const,
      subjectId: instanceId,
      version: 0,
      refs: { instanceId, relationshipId, ...counts },
    },
    { instanceId },
  );
  await appendEvents(tx, [event], { now, requestId: REQUEST_ID });
}
