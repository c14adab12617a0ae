import type { Tx } from "../transact.ts";
import { tables } from "../tables.ts";

/** The invitation a token hash stands for, read before it is locked; null when nobody was given it. */
export async function findInvitationId(tx: Tx, tokenHash: string): Promise<string | null> {
  const invitation = await tables(tx)
    .selectFrom("invitation")
    .where("tokenHash", "=", tokenHash)
    .select("id")
    .executeTakeFirst();
  return invitation?.id ?? null;
}
