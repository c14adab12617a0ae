import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { MembershipRole, WorkspaceStatus } from "../../../contract/workspaces/vocabulary.ts";
import type { RelationshipStatus } from "../../../contract/relationships/vocabulary.ts";
import type { UserRole, UserStatus } from "../../../contract/accounts/vocabulary.ts";
import { firstRow } from "../../transact.ts";
import { zoneNow } from "../../relationships/zone-now.ts";

/** Names one sign-in: whose identity, in which session of which app. */
export interface SignInKey {
  readonly provider: string;
  readonly issuer: string;
  readonly tenant: string;
  readonly subject: string;
  readonly providerSessionId: string;
  readonly clientId: string;
}

/** What our own records say of a verified identity. */
export interface CallerRow {
  readonly userId: string;
  readonly identityId: string;
  readonly status: UserStatus;
  readonly deleted: boolean;
  readonly roles: readonly UserRole[];
  /** Active member of a workspace, as owner or coach. */
  readonly coaches: boolean;
  /** Null at first lastSeen of (session, client). */
  readonly appSessionId: string | null;
  /** Signed out, or begun by another user. */
  readonly sessionEnded: boolean;
  /** Begun by another user. */
  readonly sessionForeign: boolean;
  /** Last seen more than a minute ago. */
  readonly seenLongAgo: boolean;
}

/** Finds the user behind a sign-in and its app session, in one indexed read. */
export async function findCaller(em: SqlEntityManager, key: SignInKey): Promise<CallerRow | null> {
  const { rows } = await sql<CallerRow>`/* named: caller */
    select u.id as "userId", i.id as "identityId", u.status,
           u.deleted_at is not null as deleted, u.roles,
           exists (select from workspace_membership m
                    where m.user_id = u.id and m.status = 'ACTIVE') as coaches,
           s.id as "appSessionId",
           coalesce(s.revoked_at is not null or s.user_id <> u.id, false) as "sessionEnded",
           coalesce(s.user_id <> u.id, false) as "sessionForeign",
           coalesce(s.last_seen_at < clock_now() - interval '1 minute', false) as "seenLongAgo"
      from auth_identity i
      join app_user u on u.id = i.user_id
      left join app_session s on s.issuer = i.issuer
       and s.provider_session_id = ${key.providerSessionId} and s.client_app = ${key.clientId}
     where i.provider = ${key.provider} and i.issuer = ${key.issuer}
       and i.tenant = ${key.tenant} and i.subject = ${key.subject} and i.unlinked_at is null
  `.execute(em.getKysely());
  return rows[0] ?? null;
}

/** What a caller stands on: the account, the session, and a place in a workspace where one is needed. */
export interface AccountStateKey {
  readonly userId: string;
  readonly appSessionId: string;
  readonly workspaceId: string | null;
}

/** How these stand; role and workspace status are null without an active membership. */
export interface AccountStateRow {
  readonly status: UserStatus;
  readonly deleted: boolean;
  readonly sessionEnded: boolean;
  readonly role: MembershipRole | null;
  readonly workspaceStatus: WorkspaceStatus | null;
}

/** How a caller stands who was let in before. */
export async function getAccountState(
  em: SqlEntityManager,
  { userId, appSessionId, workspaceId }: AccountStateKey,
): Promise<AccountStateRow> {
  const { rows } = await sql<AccountStateRow>`/* named: account-state */
    select u.status, u.deleted_at is not null as deleted,
           s.revoked_at is not null as "sessionEnded", m.role, w.status as "workspaceStatus"
      from app_user u
      join app_session s on s.user_id = u.id
      left join workspace_membership m on m.user_id = u.id
       and m.workspace_id = ${workspaceId}::uuid and m.status = 'ACTIVE'
      left join coach_workspace w on w.id = m.workspace_id
     where u.id = ${userId} and s.id = ${appSessionId}
  `.execute(em.getKysely());
  return firstRow(rows);
}

/** A workspace seen by one of its active members. */
export interface MembershipRow {
  readonly workspaceId: string;
  readonly workspaceStatus: WorkspaceStatus;
  readonly role: MembershipRole;
}

/** A relationship and what the user is to it. */
export interface RelationshipRow {
  readonly relationshipId: string;
  readonly workspaceId: string;
  readonly workspaceStatus: WorkspaceStatus;
  readonly status: RelationshipStatus;
  readonly timezone: string;
  readonly isClient: boolean;
  /** Active member of the relationship's workspace. */
  readonly isCoach: boolean;
}

/** The user's active membership of a workspace. */
export async function findMembership(
  em: SqlEntityManager,
  userId: string,
  workspaceId: string,
): Promise<MembershipRow | null> {
  const { rows } = await sql<MembershipRow>`
    select w.id as "workspaceId", w.status as "workspaceStatus", m.role
      from workspace_membership m join coach_workspace w on w.id = m.workspace_id
     where m.workspace_id = ${workspaceId} and m.user_id = ${userId} and m.status = 'ACTIVE'
  `.execute(em.getKysely());
  return rows[0] ?? null;
}

/** A relationship with the part the user has in it; a stranger has none, and still gets the row. */
export async function findRelationship(
  em: SqlEntityManager,
  userId: string,
  relationshipId: string,
): Promise<RelationshipRow | null> {
  const { rows } = await sql<RelationshipRow>`/* named: relationship-of-caller */
    select r.id as "relationshipId", r.workspace_id as "workspaceId",
           w.status as "workspaceStatus", r.status,
           ${zoneNow("r")} as timezone,
           r.client_user_id = ${userId} as "isClient", m.id is not null as "isCoach"
      from relationship r
      join coach_workspace w on w.id = r.workspace_id
      left join workspace_membership m on m.workspace_id = r.workspace_id
       and m.user_id = ${userId} and m.status = 'ACTIVE'
     where r.id = ${relationshipId}
  `.execute(em.getKysely());
  return rows[0] ?? null;
}
