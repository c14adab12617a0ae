import { sql } from "kysely";
import type { OnboardingAuditType } from "../../contract/onboarding/vocabulary.ts";
import { newId } from "../new-id.ts";
import type { Tx } from "../transact.ts";
import type { Evidence, OnboardingActing } from "./write-task-change.ts";

/** One line of an onboarding's audit that is not about a change of a task's status. */
export interface OnboardingAuditEntry {
  readonly instanceId: string;
  readonly taskId: string | null;
  readonly eventType: OnboardingAuditType;
  readonly actor: OnboardingActing;
  readonly metadata: Evidence;
  readonly now: Date;
}

/** Appends to the audit of an onboarding, in the caller's transaction. */
export async function appendOnboardingAudit(tx: Tx, entry: OnboardingAuditEntry): Promise<void> {
  const { instanceId, taskId, eventType, actor, metadata, now } = entry;
  const named = actor.userId ?? actor.subject ?? actor.kind.toLowerCase();
  await sql`
    insert into onboarding_audit_event (id, instance_id, task_id, event_type, actor_kind, actor,
                                        metadata, created_at)
    values (${newId()}, ${instanceId}, ${taskId}::uuid, ${eventType}, ${actor.kind}, ${named},
            ${JSON.stringify(metadata)}::jsonb, ${now})
  `.execute(tx.getKysely());
}
