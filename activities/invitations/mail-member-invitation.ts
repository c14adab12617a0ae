import { languageOf } from "../../contract/language-of.ts";
import { findNamedMemberInvitation } from "../../db/invitations/members/queries.ts";
import { clockNow } from "../../db/platform/transactions/transact.ts";
import { judgeInvitation } from "../../rules/invitations/judge-invitation.ts";
import {
  memberInvitationLink,
  memberInvitationMessage,
} from "../../rules/invitations/member-invitation-message.ts";
import { memberToken } from "./invite-member.ts";
import type { InvitationMailing, InvitedEvent } from "./mail-invitation.ts";

/**
 * Consumer `mail`: sends the link of an invitation to join a workspace, derived again from key and id. It sends
 * nothing if the invitation is no longer open.
 */
export async function mailMemberInvitation(
  deps: InvitationMailing,
  event: Pick<InvitedEvent, "eventId" | "subjectId">,
): Promise<void> {
  const em = deps.em.fork();
  const invitation = await findNamedMemberInvitation(em, { id: event.subjectId });
  if (invitation === null) return;
  const expiresAt = new Date(invitation.expiresAt);
  if (judgeInvitation({ ...invitation, expiresAt }, await clockNow(em)) !== null) return;
  const link = memberInvitationLink(
    deps.publicUrl,
    await memberToken(deps.invitationKey, invitation.id),
  );
  const language = languageOf(invitation.locale);
  await deps.mailer.send({
    to: invitation.targetEmail,
    ...memberInvitationMessage({ ...invitation, language, link, expiresAt }),
    messageId: event.eventId,
  });
}
