import type { components } from "../../api/routes.d.ts";
import type { Way } from "../../session/ways.ts";

/**
 * The sign-ins that may be removed. The last one that proves a contact stays: without it nobody could sign in, and the
 * API refuses.
 */
export function removableSignIns(signIns: readonly SignIn[]): ReadonlySet<string> {
  const proving = signIns.filter((one) => one.emailVerified || one.phoneVerified);
  return new Set(
    signIns
      .map(({ identityId }) => identityId)
      .filter((id) => proving.some(({ identityId }) => identityId !== id)),
  );
}

/** The name of a way to sign in, as its button has it; a way that is not offered here keeps its own name. */
export function signInName(
  provider: string,
  ways: readonly Pick<Way, "alias" | "key" | "label">[],
): string {
  const way = ways.find(({ alias, key }) => alias === provider || key === provider);
  return way?.label ?? `${provider.charAt(0).toUpperCase()}${provider.slice(1)}`;
}

export type SignIn = Pick<
  components["schemas"]["SignInIdentity"],
  "emailVerified" | "identityId" | "phoneVerified"
>;
