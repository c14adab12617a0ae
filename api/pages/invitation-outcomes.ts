/** What else than an open invitation a page of invitations can show: codes of the preview, and its own. */
export const INVITATION_OUTCOMES = [
  /** The link has no token, two, or something that is none. */
  "INCOMPLETE",
  "NOT_FOUND",
  "INVITATION_REPLACED",
  "INVITATION_EXPIRED",
  "INVITATION_REVOKED",
  "INVITATION_CONSUMED",
  "WORKSPACE_SUSPENDED",
  "RATE_LIMITED",
  /** Any other answer, or none. */
  "UNAVAILABLE",
] as const;
export type InvitationOutcome = (typeof INVITATION_OUTCOMES)[number];
