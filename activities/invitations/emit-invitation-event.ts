import type { AuthAuditEventType } from "../../contract/accounts/vocabulary.ts";
import { invitationActor } from "../../contract/invitations/invitation-actor.ts";
import type { DomainEvent, EventType } from "../../contract/outbox/vocabulary.ts";
import {
  appendAuthAudit,
  appendAuthAudits,
  type AuthAuditEntry,
} from "../../db/accounts/append-auth-audit.ts";
import type { Invitation } from "../../db/invitations/invitation.ts";
import { newId } from "../../db/platform/new-id.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";

/** Emits and audits a coach's act on an invitation and wakes its actor; ids only. */
export async function emitInvitationEvent(tx: Tx, deed: InvitationDeed): Promise<void> {
  await emitInvitationChange(tx, deed);
  await appendAuthAudit(tx, auditOf(deed));
}

const AUDITED_AS = {
  ClientInvited: "INVITATION_CREATED",
  ClientInvitationResent: "INVITATION_RESENT",
  ClientInvitationRevoked: "INVITATION_REVOKED",
} as const satisfies Partial<Record<EventType, AuthAuditEventType>>;

/** A coach's act on an invitation. */
export interface InvitationDeed {
  readonly type: keyof typeof AUDITED_AS;
  readonly invitation: Pick<Invitation, "id" | "workspaceId" | "generation">;
  readonly byUserId: string;
  /** Null if no request caused it: its day has come. */
  readonly requestId: string | null;
  readonly now: Date;
}

/** A change of an invitation; `byUserId` is null for support, or if time caused it. */
export interface InvitationNews extends Omit<InvitationDeed, "type" | "byUserId"> {
  readonly type: InvitationDeed["type"] | "ClientInvitationScheduled";
  readonly byUserId: string | null;
}

/** Emits a change of an invitation and wakes its actor. */
export async function emitInvitationChange(tx: Tx, news: InvitationNews): Promise<void> {
  await appendEvents(tx, [eventOf(news)], news);
}

/** A change of an invitation in a slice. */
export interface SliceNews extends Pick<InvitationNews, "invitation"> {
  readonly type: "ClientInvited" | "ClientInvitationScheduled";
  /** When consumers get the event; an invitation for another day is not urgent. */
  readonly availableAt: Date;
}

/** Emits changes of several invitations by the coach of a file, in as many statements as for one. */
export async function emitInvitationEvents(
  tx: Tx,
  news: readonly SliceNews[],
  by: Pick<InvitationDeed, "byUserId" | "requestId" | "now">,
): Promise<void> {
  await appendEvents(
    tx,
    news.map(({ availableAt, ...one }) => ({ ...eventOf({ ...one, ...by }), availableAt })),
    by,
  );
  await appendAuthAudits(
    tx,
    news.flatMap(({ type, invitation }) =>
      type === "ClientInvited" ? [auditOf({ type, invitation, ...by })] : [],
    ),
  );
}

function auditOf({ type, invitation, byUserId }: InvitationDeed): AuthAuditEntry {
  const { id: invitationId, workspaceId } = invitation;
  const metadata = { invitationId, workspaceId };
  return {
    userId: byUserId,
    eventType: AUDITED_AS[type],
    provider: null,
    actor: byUserId,
    metadata,
  };
}

function eventOf({ type, invitation, byUserId }: InvitationNews): DomainEvent {
  const { id, workspaceId, generation } = invitation;
  const refs = { workspaceId, byUserId, generation };
  const event = { eventId: newId(), type, subjectId: id, version: generation, refs };
  return invitationActor.wokenBy(event, { invitationId: id });
}
