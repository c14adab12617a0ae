/** A linked sign-in, as far as unlinking is concerned. */
export interface LinkedSignIn {
  readonly id: string;
  readonly emailVerified: boolean;
  readonly phoneVerified: boolean;
}

/**
 * Whether a sign-in may be taken from its account: null, or the reason why not. One verified sign-in has
 * to stay, for without it nobody could prove the account theirs (docs/rooms/accounts.md#linked-sign-ins).
 */
export function judgeUnlinking(
  linked: readonly LinkedSignIn[],
  identityId: string,
): "NOT_FOUND" | "LAST_IDENTITY" | null {
  if (!linked.some(({ id }) => id === identityId)) return "NOT_FOUND";
  const staying = linked.filter(({ id }) => id !== identityId);
  return staying.some(isVerified) ? null : "LAST_IDENTITY";
}

function isVerified({ emailVerified, phoneVerified }: LinkedSignIn): boolean {
  return emailVerified || phoneVerified;
}
