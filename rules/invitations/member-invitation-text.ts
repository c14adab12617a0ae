/** Link that opens an invitation to join a workspace; the token stands in the fragment. */
export function memberInvitationLink(publicUrl: string, token: string): string {
  return `${publicUrl}/member-invitation#token=${token}`;
}

/** Subject and text of the message that asks a coach into a workspace. */
export function memberInvitationMessage(words: {
  readonly ownerDisplayName: string;
  readonly workspaceName: string;
  readonly link: string;
  readonly expiresAt: Date;
}): { subject: string; text: string } {
  const { ownerDisplayName, workspaceName, link, expiresAt } = words;
  return {
    subject: `${ownerDisplayName} asks you to coach in ${workspaceName}`,
    text: [
      `${ownerDisplayName} would like you to join ${workspaceName} as a coach.`,
      "Open this link, signed in with this address:",
      link,
      `It works once, for you alone, until ${expiresAt.toISOString().slice(0, 10)}.`,
      "If you do not know who this is from, ignore this message.",
    ].join("\n\n"),
  };
}
