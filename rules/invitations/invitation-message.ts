/** What an invitation's message is made of. */
export interface InvitationWords {
  readonly coachDisplayName: string;
  readonly workspaceName: string;
  readonly link: string;
  readonly expiresAt: Date;
}

/** Subject and text of the message that brings an invitation. */
export function invitationMessage(words: InvitationWords): { subject: string; text: string } {
  const { coachDisplayName, workspaceName, link, expiresAt } = words;
  return {
    subject: `${coachDisplayName} invites you to ${workspaceName}`,
    text: [
      `${coachDisplayName} would like to coach you in ${workspaceName}.`,
      "Open this link on your phone to accept:",
      link,
      `It works once, for you alone, until ${expiresAt.toISOString().slice(0, 10)}.`,
      "If you do not know who this is from, ignore this message.",
    ].join("\n\n"),
  };
}
