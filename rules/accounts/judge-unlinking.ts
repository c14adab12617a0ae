/**
 * Whether a sign-in may be unlinked: null, or the reason why not. One verified sign-in must stay; without it the
 * owner could not prove ownership (docs/rooms/accounts.md#linked-sign-ins).
 */
export function judgeUnlinking(
  linked: readonly LinkedSignIn[],
  identityId: string,
): "NOT_FOUND" | "LAST_IDENTITY" | null {
  if (!linked.some(({ id }) => id === identityId)) return "NOT_FOUND";
  const staying = linked.filter(({ id }) => id !== identityId);
  return staying.some(isVerified) ? null : "LAST_IDENTITY";
}

/** The parts of a linked sign-in that decide about unlinking. */
export interface LinkedSignIn {
  readonly id: string;
  readonly emailVerified: boolean;
  readonly phoneVerified: boolean;
}

function isVerified({ emailVerified, phoneVerified }: LinkedSignIn): boolean {
  return emailVerified || phoneVerified;
}
