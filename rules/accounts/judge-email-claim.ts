/** An account as far as its e-mail is concerned. */
export interface EmailHolding {
  /** Null where it has none. */
  readonly primaryEmail: string | null;
  /** The oldest linked sign-in that proves an e-mail: the account goes by it. Null where none does. */
  readonly leadingIdentityId: string | null;
  /** When the newest token was made that this sign-in began a session with; null before the first. */
  readonly claimedAt: Date | null;
}

/** What a token says of the account's e-mail. */
export interface EmailClaim {
  readonly identityId: string;
  /** Normalized and verified; null where the sign-in proves none. */
  readonly email: string | null;
  /** When the token was made, by the provider's clock. */
  readonly claimedAt: Date;
}

/**
 * What a sign-in means for the e-mail of its account (docs/rooms/accounts.md#e-mail-follows): AGREES when it proves the
 * one that the account has, FOLLOWS when the account is to have the one it proves, IS_SILENT when it has no say.
 */
export function judgeEmailClaim(
  holding: EmailHolding,
  claim: EmailClaim,
): "AGREES" | "FOLLOWS" | "IS_SILENT" {
  const { primaryEmail, leadingIdentityId, claimedAt } = holding;
  if (claim.email === null) return "IS_SILENT";
  // A token from before the newest one tells what was so before it.
  if (claimedAt !== null && claim.claimedAt < claimedAt) return "IS_SILENT";
  const leads = leadingIdentityId === null || leadingIdentityId === claim.identityId;
  if (primaryEmail !== null && !leads) return "IS_SILENT";
  return claim.email === primaryEmail ? "AGREES" : "FOLLOWS";
}
