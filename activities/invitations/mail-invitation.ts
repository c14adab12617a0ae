import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { EventType } from "../../contract/outbox/vocabulary.ts";
import { languageOf } from "../../contract/language-of.ts";
import { findNamedInvitation } from "../../db/invitations/queries.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import type { LeasedRow } from "../../db/outbox/lease-rows.ts";
import { newId } from "../../db/platform/new-id.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import { deriveInvitationToken } from "../../rules/invitations/derive-invitation-token.ts";
import { invitationLink } from "../../rules/invitations/invitation-link.ts";
import {
  invitationMessage,
  invitationReminder,
} from "../../rules/invitations/invitation-message.ts";
import { judgeInvitation } from "../../rules/invitations/judge-invitation.ts";
import type { Mailer } from "../accounts/mail/mailer.ts";

/**
 * Consumer `mail`: sends the link of an invitation, derived again from key, id and generation, because it is never
 * stored. It sends nothing if the invitation is no longer open or a newer link replaced this one. An invitation bound
 * to a phone gets no e-mail either: the coach passes the link on.
 */
export function mailInvitation(deps: InvitationMailing, event: InvitedEvent): Promise<void> {
  return mailLink(deps, event, invitationMessage);
}

/** Dependencies of mailing an invitation. */
export interface InvitationMailing {
  readonly em: SqlEntityManager;
  readonly mailer: Mailer;
  /** Key to derive tokens. */
  readonly invitationKey: Uint8Array;
  readonly publicUrl: string;
}

/** The outbox row of a ClientInvited event. */
export interface InvitedEvent {
  readonly eventId: string;
  /** Invitation id. */
  readonly subjectId: string;
  /** The generation of the link to send. */
  readonly version: number;
}

/**
 * Consumer `mail`: sends the same link again three days before it expires, under the conditions of `mailInvitation`.
 */
export function mailInvitationReminder(
  deps: InvitationMailing,
  event: InvitedEvent,
): Promise<void> {
  return mailLink(deps, event, invitationReminder);
}

async function mailLink(
  deps: InvitationMailing,
  event: InvitedEvent,
  messageOf: typeof invitationMessage,
): Promise<void> {
  const em = deps.em.fork();
  const invitation = await findNamedInvitation(em, { id: event.subjectId });
  if (invitation === null || invitation.generation !== event.version) return;
  const expiresAt = new Date(invitation.expiresAt);
  const closed = judgeInvitation({ ...invitation, expiresAt }, await clockNow(em));
  if (closed !== null || invitation.targetEmail === null) return;
  const token = await deriveInvitationToken(deps.invitationKey, invitation);
  const link = invitationLink(deps.publicUrl, token);
  await deps.mailer.send({
    to: invitation.targetEmail,
    ...messageOf({ ...invitation, language: languageOf(invitation.locale), link, expiresAt }),
    messageId: event.eventId,
  });
}

/**
 * Reports that the mail of a client's invitation was refused or given up, so that the coach is notified of it. A mail
 * of any other event is not reported.
 */
export async function reportFailedMail(tx: Tx, row: FailedMail): Promise<void> {
  const { type, subjectId, version, requestId, refs } = row;
  const { workspaceId } = refs;
  if (!MAILS.some((mail) => mail === type) || workspaceId === undefined) return;
  const event = {
    eventId: newId(),
    type: "ClientInvitationMailFailed",
    subjectId,
    version,
    refs: { workspaceId, generation: version },
  } as const;
  await appendEvents(tx, [event], { now: await clockNow(tx), requestId });
}

/** The outbox row whose mail failed for good. */
export type FailedMail = Pick<LeasedRow, "type" | "subjectId" | "version" | "requestId" | "refs">;

/** The events that mail the link of a client's invitation; a reminder only repeats it. */
const MAILS = [
  "ClientInvited",
  "ClientInvitationResent",
  "ClientInvitationMailedAgain",
] as const satisfies readonly EventType[];
