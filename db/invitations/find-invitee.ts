import { sql } from "kysely";
import type { UserRole, UserStatus } from "../../contract/accounts/vocabulary.ts";
import { firstRow, type Tx } from "../transact.ts";

/** An account that stands before an invitation into a workspace. */
export interface InviteeRow {
  readonly status: UserStatus;
  readonly deleted: boolean;
  readonly roles: readonly UserRole[];
  readonly ownsWorkspace: boolean;
  readonly hasOpenRelationship: boolean;
}

/** Finds what decides whether a user may become a client in a workspace. */
export async function findInvitee(
  tx: Tx,
  userId: string,
  workspaceId: string,
): Promise<InviteeRow> {
  const { rows } = await sql<InviteeRow>`
    select u.status, u.deleted_at is not null as deleted, u.roles,
           exists (select from coach_workspace w
                    where w.id = ${workspaceId} and w.owner_user_id = u.id) as "ownsWorkspace",
           exists (select from relationship r
                    where r.client_user_id = u.id and r.status <> 'ENDED') as "hasOpenRelationship"
      from app_user u where u.id = ${userId}
  `.execute(tx.getKysely());
  return firstRow(rows);
}
