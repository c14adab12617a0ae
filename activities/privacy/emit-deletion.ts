import { newId } from "../../db/platform/new-id.ts";
import type { EventType } from "../../contract/outbox/vocabulary.ts";
import { appendAuthAudit } from "../../db/accounts/append-auth-audit.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import type { DepartureEvent } from "../../rules/relationships/departure-email.ts";
import { departureEvents } from "./departure-events.ts";
import { accountDeletionActor } from "../../contract/privacy/account-deletion-actor.ts";

/** Emits and audits a step of a deletion, and announces it to coach and clients of the account's owner. */
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
  const announced = ANNOUNCED_AS[type];
  const announcements = announced === undefined ? [] : await departureEvents(tx, userId, announced);
  const events = [accountDeletionActor.wokenBy(event, { userId }), ...announcements];
  await appendEvents(tx, events, { now, requestId });
  await appendAuthAudit(tx, {
    userId,
    eventType: AUDITED_AS[type],
    provider: null,
    actor: userId,
    metadata: {},
  });
}

/** The event that notifies coach and clients of the account's owner. */
const ANNOUNCED_AS: Readonly<Partial<Record<EventType, DepartureEvent>>> = {
  AccountDeletionRequested: "PartnerDeletionRequested",
  AccountDeletionCancelled: "PartnerDeletionCancelled",
};

const AUDITED_AS = {
  AccountDeletionRequested: "DELETION_REQUESTED",
  AccountDeletionCancelled: "DELETION_CANCELLED",
  UserDeleted: "USER_DELETED",
} as const satisfies Partial<Record<EventType, string>>;
