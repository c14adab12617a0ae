import { sql } from "kysely";
import type { Tx } from "../../transact.ts";

/** The account, other than `userId`, that holds one of the contacts; null when none does. */
export async function findContactHolder(
  tx: Tx,
  contacts: { readonly email: string | null; readonly phone: string | null },
  userId: string,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from app_user
     where (primary_email = ${contacts.email} or primary_phone = ${contacts.phone})
       and id <> ${userId}
     limit 1
  `.execute(tx.getKysely());
  return rows[0]?.id ?? null;
}
