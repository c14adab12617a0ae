import { sql } from "kysely";
import type { Tx } from "../transact.ts";

/** Locks every workspace that a user is a member of, in their order: nobody joins or leaves meanwhile. */
export async function lockWorkspacesOf(tx: Tx, userId: string): Promise<void> {
  await sql`
    select id from coach_workspace
     where id in (select workspace_id from workspace_membership
                   where user_id = ${userId} and status = 'ACTIVE')
     order by id for no key update
  `.execute(tx.getKysely());
}

/** Who takes a workspace over from its owner: the coach who is there longest and whose account is open. */
const successor = sql`
  select s.id from workspace_membership s join app_user u on u.id = s.user_id
   where s.workspace_id = m.workspace_id and s.status = 'ACTIVE' and s.user_id <> m.user_id
     and u.status = 'ACTIVE' and u.deleted_at is null
   order by s.joined_at, s.id limit 1`;

/** A user's place in a workspace, and the membership that follows it; null unless there is an owner's. */
export interface PlaceRow {
  readonly membershipId: string;
  readonly workspaceId: string;
  readonly isOwner: boolean;
  readonly successorMembershipId: string | null;
}

/** The places of a user, by workspace; the caller has locked the workspaces. */
export async function listPlaces(tx: Tx, userId: string): Promise<readonly PlaceRow[]> {
  const { rows } = await sql<PlaceRow>`
    select m.id as "membershipId", m.workspace_id as "workspaceId", m.role = 'OWNER' as "isOwner",
           case when m.role = 'OWNER' then (${successor}) end as "successorMembershipId"
      from workspace_membership m
     where m.user_id = ${userId} and m.status = 'ACTIVE'
     order by m.workspace_id
  `.execute(tx.getKysely());
  return rows;
}

/** Relationships of these workspaces that have not ended, in their order, with their workspace. */
export async function listOpenRelationships(
  tx: Tx,
  { workspaceIds, limit }: { readonly workspaceIds: readonly string[]; readonly limit: number },
): Promise<readonly { readonly id: string; readonly workspaceId: string }[]> {
  const { rows } = await sql<{ id: string; workspaceId: string }>`
    select id, workspace_id as "workspaceId" from relationship
     where workspace_id = any(${workspaceIds}::uuid[]) and status <> 'ENDED'
     order by id limit ${limit}
  `.execute(tx.getKysely());
  return rows;
}

/** Open relationships that a coach has in a workspace. Read before their locks. */
export async function listCoachedIds(
  tx: Tx,
  { workspaceId, coachUserId }: { readonly workspaceId: string; readonly coachUserId: string },
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from relationship
     where workspace_id = ${workspaceId} and coach_user_id = ${coachUserId} and status <> 'ENDED'
  `.execute(tx.getKysely());
  return rows.map(({ id }) => id);
}
