import type { FilterQuery, SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { InvitationStatus } from "../../contract/invitations/vocabulary.ts";
import type { RelationshipStatus } from "../../contract/relationships/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { firstRow, wireInstant } from "../transact.ts";
import type {
  AppSessionRow,
  ClientContext,
  CoachContext,
  NamedInvitation,
  WorkspaceRelationshipRow,
} from "./context-rows.ts";
import {
  acceptedTermsPart,
  clientProfilePart,
  coachProfilePart,
  openOnboardingPart,
  openRelationshipPart,
  userPart,
  workspacesPart,
} from "./context-sql.ts";
import { Invitation } from "../invitations/invitation.ts";
import { invitingCoach } from "../invitations/inviting-coach.ts";
import type { WorkspacePage } from "../workspaces/workspace-page.ts";
import { zoneNow } from "../relationships/zone-now.ts";

/** The account of a registered coach. @throws Refusal NOT_FOUND when the user has no coach profile. */
export async function getCoachContext(em: SqlEntityManager, userId: string): Promise<CoachContext> {
  const { rows } = await sql<CoachContext>`
    select ${userPart} as "user", ${coachProfilePart} as profile, ${workspacesPart} as workspaces,
           ${acceptedTermsPart} as "acceptedTerms"
      from app_user u join coach_profile p on p.user_id = u.id
     where u.id = ${userId}
  `.execute(em.getKysely());
  return foundIn(rows);
}

/** The account of a client, or null when the user was never one. */
export async function findClientContext(
  em: SqlEntityManager,
  userId: string,
): Promise<ClientContext | null> {
  const { rows } = await sql<ClientContext>`
    select ${userPart} as "user", ${clientProfilePart} as profile,
           ${openRelationshipPart} as relationship, ${openOnboardingPart} as onboarding,
           ${acceptedTermsPart} as "acceptedTerms"
      from app_user u join client_profile p on p.user_id = u.id
     where u.id = ${userId}
  `.execute(em.getKysely());
  return rows[0] ?? null;
}

/** The invitation a token hash or an id stands for, or null when nobody was given it. */
export async function findNamedInvitation(
  em: SqlEntityManager,
  by: { readonly tokenHash: string } | { readonly id: string },
): Promise<NamedInvitation | null> {
  const named = "id" in by ? sql`i.id = ${by.id}` : sql`i.token_hash = ${by.tokenHash}`;
  const { rows } = await sql<NamedInvitation>`
    select i.id, i.target_email as "targetEmail", i.target_phone as "targetPhone", i.status,
           i.generation, ${wireInstant("i.expires_at")} as "expiresAt",
           w.name as "workspaceName", w.status as "workspaceStatus",
           u.display_name as "coachDisplayName"
      from invitation i
      join coach_workspace w on w.id = i.workspace_id
      join app_user u on u.id = ${invitingCoach}
     where ${named}
  `.execute(em.getKysely());
  return rows[0] ?? null;
}

/** One invitation of a workspace. @throws Refusal NOT_FOUND. */
export async function getInvitation(
  em: SqlEntityManager,
  workspaceId: string,
  invitationId: string,
): Promise<Invitation> {
  const invitation = await em.findOne(Invitation, { id: invitationId, workspaceId });
  if (invitation === null) throw new Refusal("NOT_FOUND");
  return invitation;
}

/** A page of a workspace's invitations, those that stand so at `now` where a status is named. */
export async function listInvitations(
  em: SqlEntityManager,
  page: WorkspacePage & { readonly status: InvitationStatus | null; readonly now: Date },
): Promise<Invitation[]> {
  const { workspaceId, afterId, limit, status, now } = page;
  const where: FilterQuery<Invitation>[] = [{ workspaceId }];
  if (afterId !== null) where.push({ id: { $lt: afterId } });
  if (status !== null) where.push(standingAs(status, now));
  return em.find(Invitation, { $and: where }, { orderBy: { id: "desc" }, limit: limit + 1 });
}

/** Time closes an invitation before anybody writes it down (`invitationStatusAt`). */
function standingAs(status: InvitationStatus, now: Date): FilterQuery<Invitation> {
  switch (status) {
    case "ACTIVE":
      return { status, expiresAt: { $gt: now } };
    case "EXPIRED":
      return { $or: [{ status }, { status: "ACTIVE", expiresAt: { $lte: now } }] };
    case "CONSUMED":
    case "REVOKED":
      return { status };
  }
}

/** A page of the relationships of a workspace, with the names of the clients. */
export async function listRelationships(
  em: SqlEntityManager,
  page: WorkspacePage & { readonly status: RelationshipStatus | null },
): Promise<readonly WorkspaceRelationshipRow[]> {
  const { rows } = await sql<WorkspaceRelationshipRow>`
    select r.id, r.client_user_id as "clientUserId", p.display_name as "clientDisplayName",
           r.coach_user_id as "coachUserId", r.status, ${zoneNow("r")} as timezone,
           ${wireInstant("r.started_at")} as "startedAt", ${wireInstant("r.ended_at")} as "endedAt"
      from relationship r join client_profile p on p.user_id = r.client_user_id
     where r.workspace_id = ${page.workspaceId}
       and (${page.afterId}::uuid is null or r.id < ${page.afterId}::uuid)
       and (${page.status}::text is null or r.status = ${page.status}::text)
     order by r.id desc limit ${page.limit + 1}
  `.execute(em.getKysely());
  return rows;
}

/** An app session that is known to exist. */
export async function getAppSession(em: SqlEntityManager, id: string): Promise<AppSessionRow> {
  const { rows } = await sql<AppSessionRow>`
    select id, surface, ${wireInstant("started_at")} as "startedAt",
           ${wireInstant("last_seen_at")} as "lastSeenAt"
      from app_session where id = ${id}
  `.execute(em.getKysely());
  return firstRow(rows);
}

function foundIn<Row>(rows: readonly Row[]): Row {
  const row = rows[0];
  if (row === undefined) throw new Refusal("NOT_FOUND");
  return row;
}
