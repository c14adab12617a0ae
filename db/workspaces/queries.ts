import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { DEFAULT_DIGEST_HOUR } from "../../contract/workspaces/vocabulary.ts";
import type { InvitationStatus } from "../../contract/invitations/vocabulary.ts";
import type { MembershipRole, WorkspaceStatus } from "../../contract/workspaces/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { firstRow, wireInstant } from "../transact.ts";
import { MemberInvitation } from "../invitations/member-invitation.ts";
import type { WorkspacePage } from "../accounts/queries.ts";

/** How a workspace is set up, defaults filled in. */
export interface WorkspaceSettingsRow {
  readonly workspaceId: string;
  readonly name: string;
  readonly status: WorkspaceStatus;
  readonly timezone: string;
  readonly digestHour: number;
  readonly updatedAt: string;
}

/** The settings of a workspace that is known to exist. */
export async function getWorkspaceSettings(
  em: SqlEntityManager,
  workspaceId: string,
): Promise<WorkspaceSettingsRow> {
  const { rows } = await sql<WorkspaceSettingsRow>`
    select w.id as "workspaceId", w.name, w.status,
           coalesce(w.settings ->> 'timezone', p.timezone) as timezone,
           coalesce((w.settings ->> 'digestHour')::int, ${DEFAULT_DIGEST_HOUR}::int) as "digestHour",
           ${wireInstant("w.updated_at")} as "updatedAt"
      from coach_workspace w join coach_profile p on p.user_id = w.owner_user_id
     where w.id = ${workspaceId}
  `.execute(em.getKysely());
  return firstRow(rows);
}

/** Who a workspace still has. */
export interface WorkspacePeople {
  /** A relationship that has not ended. */
  readonly hasOpenRelationships: boolean;
  /** An active member who owns it. */
  readonly hasOwner: boolean;
}

/** Whom a workspace still has: clients, and an owner. */
export async function findWorkspacePeople(
  em: SqlEntityManager,
  workspaceId: string,
): Promise<WorkspacePeople> {
  const { rows } = await sql<WorkspacePeople>`
    select exists (select from relationship where workspace_id = ${workspaceId}
                      and status <> 'ENDED') as "hasOpenRelationships",
           exists (select from workspace_membership where workspace_id = ${workspaceId}
                      and role = 'OWNER' and status = 'ACTIVE') as "hasOwner"
  `.execute(em.getKysely());
  return firstRow(rows);
}

/** An active member of a workspace; `id` is the membership's. */
export interface MemberRow {
  readonly id: string;
  readonly userId: string;
  readonly displayName: string;
  readonly role: MembershipRole;
  readonly joinedAt: string;
}

/** A page of the active members of a workspace, who joined last first. */
export async function listMembers(
  em: SqlEntityManager,
  page: WorkspacePage,
): Promise<readonly MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select m.id, m.user_id as "userId", u.display_name as "displayName", m.role,
           ${wireInstant("m.joined_at")} as "joinedAt"
      from workspace_membership m join app_user u on u.id = m.user_id
     where m.workspace_id = ${page.workspaceId} and m.status = 'ACTIVE'
       and (${page.afterId}::uuid is null or m.id < ${page.afterId}::uuid)
     order by m.id desc limit ${page.limit + 1}
  `.execute(em.getKysely());
  return rows;
}

/** Whether somebody with this primary address is an active member. */
export async function isMemberByEmail(
  em: SqlEntityManager,
  { workspaceId, email }: { readonly workspaceId: string; readonly email: string },
): Promise<boolean> {
  const { rows } = await sql<{ member: boolean }>`
    select exists (select from workspace_membership m join app_user u on u.id = m.user_id
                    where m.workspace_id = ${workspaceId} and m.status = 'ACTIVE'
                      and u.primary_email = ${email}) as member
  `.execute(em.getKysely());
  return firstRow(rows).member;
}

/** A page of the invitations to join a workspace, newest first. */
export async function listMemberInvitations(
  em: SqlEntityManager,
  { workspaceId, afterId, limit }: WorkspacePage,
): Promise<MemberInvitation[]> {
  const where = { workspaceId, ...(afterId !== null && { id: { $lt: afterId } }) };
  return em.find(MemberInvitation, where, { orderBy: { id: "desc" }, limit: limit + 1 });
}

/** One invitation to join a workspace. @throws Refusal NOT_FOUND. */
export async function getMemberInvitation(
  em: SqlEntityManager,
  key: { readonly workspaceId: string; readonly memberInvitationId: string },
): Promise<MemberInvitation> {
  const { workspaceId, memberInvitationId: id } = key;
  const invitation = await em.findOne(MemberInvitation, { id, workspaceId });
  if (invitation === null) throw new Refusal("NOT_FOUND");
  return invitation;
}

/** The invitation a token hash stands for, read before it is locked; null when nobody was given it. */
export async function findMemberInvitationId(
  em: SqlEntityManager,
  tokenHash: string,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from member_invitation where token_hash = ${tokenHash}
  `.execute(em.getKysely());
  return rows[0]?.id ?? null;
}

/** An invitation to join, with the names it is shown by. */
export interface NamedMemberInvitation {
  readonly id: string;
  readonly targetEmail: string;
  readonly status: InvitationStatus;
  readonly expiresAt: string;
  readonly workspaceName: string;
  readonly workspaceStatus: WorkspaceStatus;
  readonly ownerDisplayName: string;
}

/** The invitation to join with this id, as its message names it, or null. */
export async function findNamedMemberInvitation(
  em: SqlEntityManager,
  id: string,
): Promise<NamedMemberInvitation | null> {
  const { rows } = await sql<NamedMemberInvitation>`
    select i.id, i.target_email as "targetEmail", i.status,
           ${wireInstant("i.expires_at")} as "expiresAt", w.name as "workspaceName",
           w.status as "workspaceStatus", u.display_name as "ownerDisplayName"
      from member_invitation i
      join coach_workspace w on w.id = i.workspace_id
      join app_user u on u.id = i.invited_by_user_id
     where i.id = ${id}
  `.execute(em.getKysely());
  return rows[0] ?? null;
}
