import { textRows } from "../platform/statements/sql-parts.ts";
import type { Tx } from "../platform/transactions/transact.ts";
import { tables } from "../tables.ts";
import type { InvitedContacts } from "./lock-invitation.ts";

/**
 * Those of some contacts that belong to members of a workspace who do not own it. They cannot become its clients: only
 * an owner coaches themselves (docs/rooms/invitations.md#binding).
 */
export async function listMemberContacts(
  tx: Tx,
  { workspaceId, contacts }: InvitedContacts,
): Promise<readonly string[]> {
  const values = textRows(contacts.map(({ value }) => value)).as("of");
  const rows = await tables(tx)
    .selectFrom("workspaceMembership as m")
    .innerJoin("appUser as u", "u.id", "m.userId")
    .where("m.workspaceId", "=", workspaceId)
    .where("m.status", "=", "ACTIVE")
    .where("m.role", "<>", "OWNER")
    .where(({ or, eb, selectFrom }) =>
      or([
        eb("u.primaryEmail", "in", selectFrom(values).select("of.value")),
        eb("u.primaryPhone", "in", selectFrom(values).select("of.value")),
      ]),
    )
    .select(["u.primaryEmail", "u.primaryPhone"])
    .execute();
  return rows.flatMap(({ primaryEmail, primaryPhone }) =>
    [primaryEmail, primaryPhone].filter((contact) => contact !== null),
  );
}
