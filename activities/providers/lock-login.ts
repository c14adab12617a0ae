import { lockProviderShared } from "../../db/providers/lock-provider.ts";
import { findOverrideRevision } from "../../db/providers/queries.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";

/**
 * Takes a shared lock on a provider while a session opens. A disable commits before and is seen here, or commits
 * after and ends the new session.
 *
 * @returns false if the provider has changed since the login was judged.
 */
export async function lockLogin(tx: Tx, judged: JudgedBy): Promise<boolean> {
  await lockProviderShared(tx, judged.provider);
  return (await findOverrideRevision(tx, judged.provider)) === judged.providerRevision;
}

/** The provider and the revision of the configuration that judged a login. */
export interface JudgedBy {
  readonly provider: string;
  readonly providerRevision: number;
}
