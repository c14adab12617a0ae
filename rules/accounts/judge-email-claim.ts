/**
 * Judges the e-mail claim of a sign-in (docs/rooms/accounts.md#e-mail-follows). AGREES: it proves the account's
 * e-mail. FOLLOWS: the account adopts the proven one. IS_SILENT: the claim has no effect.
 */
export function judgeEmailClaim(
  ownership: EmailOwnership,
  claim: EmailClaim,
): "AGREES" | "FOLLOWS" | "IS_SILENT" {
  const { primaryEmail, leadingIdentityId, claimedAt } = ownership;
  if (claim.email === null) return "IS_SILENT";
  // A token older than the newest one describes an earlier state.
  if (claimedAt !== null && claim.claimedAt < claimedAt) return "IS_SILENT";
  const leads = leadingIdentityId === null || leadingIdentityId === claim.identityId;
  if (primaryEmail !== null && !leads) return "IS_SILENT";
  return claim.email === primaryEmail ? "AGREES" : "FOLLOWS";
}

/** The parts of an account that decide about its e-mail. */
export interface EmailOwnership {
  /** Null if the account has none. */
  readonly primaryEmail: string | null;
  /** The oldest linked sign-in that proves an e-mail: it determines the account's e-mail. Null if none does. */
  readonly leadingIdentityId: string | null;
  /** Issue time of the newest token with which this sign-in began a session; null before the first. */
  readonly claimedAt: Date | null;
}

/** The claim of a token about the account's e-mail. */
export interface EmailClaim {
  readonly identityId: string;
  /** Normalized and verified; null if the sign-in proves none. */
  readonly email: string | null;
  /** When the token was issued, by the provider's clock. */
  readonly claimedAt: Date;
}
