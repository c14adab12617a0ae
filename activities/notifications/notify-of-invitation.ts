import type { InvitationTrouble } from "../../contract/invitations/vocabulary.ts";
import type { EventType } from "../../contract/outbox/vocabulary.ts";
import type { LeasedRow } from "../../db/outbox/lease-rows.ts";
import { findCoachOf } from "../../db/notifications/troubled-invitations.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import { decideNotification } from "./decide-notification.ts";
import { listTroubled, lockInvitationNotices } from "./list-troubled.ts";

/**
 * Consumer `notifications`: notifies the coach of an invitation that is about to expire, has expired or did not
 * arrive, once for each link (docs/rooms/invitations.md#mail). An event that a later act overtook notifies nobody.
 */
export async function notifyOfInvitation(tx: Tx, event: InvitationNotice): Promise<void> {
  const { type, subjectId, version, requestId } = event;
  const trouble = TROUBLES[type];
  const recipientUserId = await findCoachOf(tx, subjectId);
  if (trouble === undefined || recipientUserId === null) return;
  await lockInvitationNotices(tx, recipientUserId);
  // Read after the lock: the order of decisions says which of them one message is about.
  const now = await clockNow(tx);
  const [found] = await listTroubled(tx, { coachUserId: recipientUserId, ids: [subjectId] }, now);
  if (found?.trouble !== trouble || found.generation !== version) return;
  await decideNotification(tx, {
    category: "INVITATION_NEEDS_ATTENTION",
    recipientUserId,
    subjectId,
    relationshipId: null,
    localDate: null,
    verdict: "ASK",
    dedupeKey: `invitation-${trouble.toLowerCase()}:${subjectId}:${version}`,
    now,
    requestId,
  });
}

const TROUBLES: Readonly<Partial<Record<EventType, InvitationTrouble>>> = {
  ClientInvitationExpiring: "EXPIRING",
  ClientInvitationExpired: "EXPIRED",
  ClientInvitationMailFailed: "BOUNCED",
};

/** The outbox row of an invitation that needs its coach; its version is the generation of the link. */
type InvitationNotice = Pick<LeasedRow, "type" | "subjectId" | "version" | "requestId">;
