import type { Tx } from "../platform/transactions/transact.ts";
import { tables } from "../tables.ts";

/** The open relationship of a workspace whose client has a contact; null if there is none. */
export async function findClientByContact(
  tx: Tx,
  key: {
    readonly workspaceId: string;
    readonly targetEmail: string | null;
    readonly targetPhone: string | null;
  },
): Promise<string | null> {
  const { workspaceId, targetEmail, targetPhone } = key;
  const found = await tables(tx)
    .selectFrom("appUser as u")
    .innerJoin("relationship as r", "r.clientUserId", "u.id")
    .where(({ eb, or }) =>
      or([eb("u.primaryEmail", "=", targetEmail), eb("u.primaryPhone", "=", targetPhone)]),
    )
    .where("r.workspaceId", "=", workspaceId)
    .where("r.status", "<>", "ENDED")
    .select("r.id")
    .executeTakeFirst();
  return found?.id ?? null;
}
