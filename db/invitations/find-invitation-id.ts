import type { Tx } from "../platform/transactions/transact.ts";
import { tables } from "../tables.ts";

/** The invitation of a token hash, read before it is locked; null for an unknown token. */
export async function findInvitationId(tx: Tx, tokenHash: string): Promise<string | null> {
  const invitation = await tables(tx)
    .selectFrom("invitation")
    .where("tokenHash", "=", tokenHash)
    .select("id")
    .executeTakeFirst();
  return invitation?.id ?? null;
}
