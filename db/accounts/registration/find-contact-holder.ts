import type { Tx } from "../../platform/transactions/transact.ts";
import { given } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";

/** The account, other than `userId` if given, that has one of the contacts; null if there is none. */
export async function findContactHolder(
  tx: Tx,
  contacts: { readonly email: string | null; readonly phone: string | null },
  userId: string | null,
): Promise<string | null> {
  const holder = await tables(tx)
    .selectFrom("appUser")
    .where(({ eb, or }) =>
      or([eb("primaryEmail", "=", contacts.email), eb("primaryPhone", "=", contacts.phone)]),
    )
    .where((eb) => given(userId, (own) => eb("id", "<>", own)))
    .select("id")
    .limit(1)
    .executeTakeFirst();
  return holder?.id ?? null;
}
