import { lockProviderShared } from "../../db/providers/lock-provider.ts";
import { findOverrideRevision } from "../../db/providers/queries.ts";
import type { Tx } from "../../db/transact.ts";

/** The configuration that a login was judged by. */
export interface JudgedBy {
  readonly provider: string;
  readonly providerRevision: number;
}

/**
 * Holds a provider as it is while a login begins: a disable comes before, and is seen, or after, and
 * ends the session that began.
 *
 * @returns false when the provider is no more as it was when the login was judged.
 */
export async function lockLogin(tx: Tx, judged: JudgedBy): Promise<boolean> {
  await lockProviderShared(tx, judged.provider);
  return (await findOverrideRevision(tx, judged.provider)) === judged.providerRevision;
}
