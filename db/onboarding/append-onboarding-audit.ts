import type { OnboardingAuditType } from "../../contract/onboarding/vocabulary.ts";
import { newId } from "../platform/new-id.ts";
import type { Tx } from "../platform/transactions/transact.ts";
import { OnboardingAuditEvent } from "./onboarding-audit-event.ts";
import type { Evidence, OnboardingActing } from "./onboarding-acting.ts";

/** Appends to the audit log of an onboarding, in the caller's transaction. */
export async function appendOnboardingAudit(tx: Tx, entry: OnboardingAuditEntry): Promise<void> {
  const { actor, now, ...line } = entry;
  tx.create(OnboardingAuditEvent, {
    ...line,
    id: newId(),
    actorKind: actor.kind,
    actor: auditedName(actor),
    createdAt: now,
  });
  await tx.flush();
}

/** An entry of an onboarding's audit log that is not a change of a task's status. */
export interface OnboardingAuditEntry {
  readonly instanceId: string;
  readonly taskId: string | null;
  readonly eventType: OnboardingAuditType;
  readonly actor: OnboardingActing;
  readonly metadata: Evidence;
  readonly now: Date;
}

/** The actor in an audit entry: the account, the subject for staff, else the kind. */
export function auditedName({ userId, subject, kind }: OnboardingActing): string {
  return userId ?? subject ?? kind.toLowerCase();
}
