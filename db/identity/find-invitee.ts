import { sql } from "kysely";
import type { UserRole, UserStatus } from "../../contract/identity/vocabulary.ts";
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

/** The user an identity is linked to, or null. */
export async function findUserOfIdentity(
  tx: Tx,
  identity: { provider: string; issuer: string; tenant: string; subject: string },
): Promise<string | null> {
  const { rows } = await sql<{ userId: string }>`
    select user_id as "userId" from auth_identity
     where provider = ${identity.provider} and issuer = ${identity.issuer}
       and tenant = ${identity.tenant} and subject = ${identity.subject} and unlinked_at is null
  `.execute(tx.getKysely());
  return rows[0]?.userId ?? null;
}
