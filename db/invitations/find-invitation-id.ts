import { sql } from "kysely";
import type { Tx } from "../transact.ts";

/** The invitation a token hash stands for, read before it is locked; null when nobody was given it. */
export async function findInvitationId(tx: Tx, tokenHash: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from invitation where token_hash = ${tokenHash}
  `.execute(tx.getKysely());
  return rows[0]?.id ?? null;
}
