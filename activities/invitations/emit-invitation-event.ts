import type { AuthAuditEventType } from "../../contract/accounts/vocabulary.ts";
import { invitationActor } from "../../contract/invitations/invitation-actor.ts";
import type { EventType } from "../../contract/outbox/vocabulary.ts";
import { appendAuthAudit } from "../../db/accounts/append-auth-audit.ts";
import type { Invitation } from "../../db/invitations/invitation.ts";
import { newId } from "../../db/new-id.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import type { Tx } from "../../db/transact.ts";

const AUDITED_AS = {
  ClientInvited: "INVITATION_CREATED",
  ClientInvitationResent: "INVITATION_RESENT",
  ClientInvitationRevoked: "INVITATION_REVOKED",
} as const satisfies Partial<Record<EventType, AuthAuditEventType>>;

/** What a coach did to an invitation. */
export interface InvitationDeed {
  readonly type: keyof typeof AUDITED_AS;
  readonly invitation: Invitation;
  readonly byUserId: string;
  /** Null when nobody asks for it: its day has come. */
  readonly requestId: string | null;
  readonly now: Date;
}

/** Tells the others, its actor and the audit what a coach did to an invitation; by ids alone. */
export async function emitInvitationEvent(tx: Tx, deed: InvitationDeed): Promise<void> {
  const { type, invitation, byUserId } = deed;
  const { id: invitationId, workspaceId } = invitation;
  await tellOfInvitation(tx, deed);
  await appendAuthAudit(tx, {
    userId: byUserId,
    eventType: AUDITED_AS[type],
    provider: null,
    actor: byUserId,
    metadata: { invitationId, workspaceId },
  });
}

/** What became of an invitation; null is by support, or by itself. */
export interface InvitationNews extends Omit<InvitationDeed, "type" | "byUserId"> {
  readonly type: InvitationDeed["type"] | "ClientInvitationScheduled";
  readonly byUserId: string | null;
}

/** Tells the others and its actor what became of an invitation. */
export async function tellOfInvitation(tx: Tx, deed: InvitationNews): Promise<void> {
  const { type, invitation, byUserId, requestId, now } = deed;
  const { id, workspaceId, generation } = invitation;
  const refs = { workspaceId, byUserId, generation };
  const event = { eventId: newId(), type, subjectId: id, version: generation, refs };
  const woken = invitationActor.wokenBy(event, { invitationId: id });
  await appendEvents(tx, [woken], { now, requestId });
}
