import { newId } from "../../db/platform/new-id.ts";
import type { EventType } from "../../contract/outbox/vocabulary.ts";
import { appendAuthAudit } from "../../db/accounts/append-auth-audit.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { accountDeletionActor } from "../../contract/privacy/account-deletion-actor.ts";

/** Emits and audits a step of a deletion. */
export async function emitDeletion(
  tx: Tx,
  step: {
    readonly userId: string;
    readonly type: keyof typeof AUDITED_AS;
    readonly requestId: string | null;
    readonly now: Date;
  },
): Promise<void> {
  const { userId, type, requestId, now } = step;
  const event = { eventId: newId(), type, subjectId: userId, version: 0, refs: {} };
  await appendEvents(tx, [accountDeletionActor.wokenBy(event, { userId })], { now, requestId });
  await appendAuthAudit(tx, {
    userId,
    eventType: AUDITED_AS[type],
    provider: null,
    actor: userId,
    metadata: {},
  });
}

const AUDITED_AS = {
  AccountDeletionRequested: "DELETION_REQUESTED",
  AccountDeletionCancelled: "DELETION_CANCELLED",
  UserDeleted: "USER_DELETED",
} as const satisfies Partial<Record<EventType, string>>;
