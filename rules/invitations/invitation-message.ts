/** What an invitation's message is made of. */
export interface InvitationWords {
  readonly coachDisplayName: string;
  readonly workspaceName: string;
  readonly link: string;
  readonly expiresAt: Date;
}

/** Subject and text of the message that brings an invitation. */
export function invitationMessage(words: InvitationWords): { subject: string; text: string } {
  const { coachDisplayName, workspaceName } = words;
  const subject = `${coachDisplayName} invites you to ${workspaceName}`;
  const opening = `${coachDisplayName} would like to coach you in ${workspaceName}.`;
  return { subject, text: textOf(opening, words) };
}

/** Subject and text of the message that reminds of an invitation before its link closes. */
export function invitationReminder(words: InvitationWords): { subject: string; text: string } {
  const { coachDisplayName, workspaceName } = words;
  const subject = `The invitation to ${workspaceName} closes soon`;
  const opening = `${coachDisplayName} invited you to ${workspaceName}, and the link is about to close.`;
  return { subject, text: textOf(opening, words) };
}

function textOf(opening: string, { link, expiresAt }: InvitationWords): string {
  return [
    opening,
    "Open this link on your phone to accept:",
    link,
    `It works once, for you alone, until ${expiresAt.toISOString().slice(0, 10)}.`,
    "If you do not know who this is from, ignore this message.",
  ].join("\n\n");
}
