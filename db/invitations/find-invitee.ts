import type { UserRole, UserStatus } from "../../contract/accounts/vocabulary.ts";
import type { Tx } from "../platform/transactions/transact.ts";
import { holds } from "../platform/statements/sql-parts.ts";
import { tables } from "../tables.ts";

/** Reads the facts that decide whether a user may become a client of a workspace. */
export async function findInvitee(
  tx: Tx,
  userId: string,
  workspaceId: string,
): Promise<InviteeRow> {
  return tables(tx)
    .selectFrom("appUser as u")
    .where("u.id", "=", userId)
    .select(["u.status", "u.roles"])
    .select(({ eb, exists, selectFrom }) => {
      const owned = selectFrom("coachWorkspace as w")
        .where("w.id", "=", workspaceId)
        .whereRef("w.ownerUserId", "=", "u.id");
      const open = selectFrom("relationship as r")
        .whereRef("r.clientUserId", "=", "u.id")
        .where("r.status", "<>", "ENDED");
      return [
        holds(eb("u.deletedAt", "is not", null)).as("deleted"),
        holds(exists(owned.select("w.id"))).as("ownsWorkspace"),
        holds(exists(open.select("r.id"))).as("hasOpenRelationship"),
      ];
    })
    .executeTakeFirstOrThrow();
}

/** The account that wants to accept an invitation into a workspace. */
export interface InviteeRow {
  readonly status: UserStatus;
  readonly deleted: boolean;
  readonly roles: readonly UserRole[];
  readonly ownsWorkspace: boolean;
  readonly hasOpenRelationship: boolean;
}
