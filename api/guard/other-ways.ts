import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { Refusal } from "../../contract/refusal.ts";
import { listHolderProviders } from "../../db/accounts/identities/queries.ts";
import { type VerifiedIdentity, verifiedContact } from "../../rules/accounts/verified-identity.ts";
import { waysToSignIn } from "../../rules/providers/ways-to-sign-in.ts";
import type { ApiDeps } from "../api-deps.ts";

/**
 * Aliases of the sign-ins of the account that has a contact proved by this sign-in; null if there is none. An
 * unproved contact reveals nothing (docs/rooms/accounts.md#other-sign-in).
 */
export async function otherWays({ em, identity, deps }: Newcomer): Promise<string[] | null> {
  const [email, phone] = [verifiedContact(identity, "EMAIL"), verifiedContact(identity, "PHONE")];
  if (email === null && phone === null) return null;
  const keys = await listHolderProviders(em, { email, phone });
  return keys.size === 0 ? null : waysToSignIn(await deps.providers.list(), keys);
}

/** A sign-in without an account, and the known providers. */
export interface Newcomer {
  readonly em: SqlEntityManager;
  readonly identity: VerifiedIdentity;
  readonly deps: Pick<ApiDeps, "providers">;
}

/** Adds the account's sign-ins to an act's IDENTITY_NOT_LINKED. */
export async function addingOtherWays<T>(who: Newcomer, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "IDENTITY_NOT_LINKED") throw error;
    const signInWith = (await otherWays(who)) ?? [];
    throw new Refusal(error.code, { ...error.details, signInWith });
  }
}
