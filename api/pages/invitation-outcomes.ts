/** Other states of an invitation page than an open invitation: codes of the preview, and its own. */
export const INVITATION_OUTCOMES = [
  /** The link has no token, two, or an invalid one. */
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
