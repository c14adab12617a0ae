import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { MemberInvitationStatus } from "../../../contract/invitations/vocabulary.ts";
import { Refusal } from "../../../contract/refusal.ts";
import type { WorkspaceStatus } from "../../../contract/workspaces/vocabulary.ts";
import { instantText } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";
import type { WorkspacePage } from "../../workspaces/workspace-page.ts";
import { invitationLocale } from "../invitation-locale.ts";
import { MemberInvitation } from "../member-invitation.ts";

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

/** The invitation of a token hash, read before it is locked; null for an unknown token. */
export async function findMemberInvitationId(
  em: SqlEntityManager,
  tokenHash: string,
): Promise<string | null> {
  const invitation = await tables(em)
    .selectFrom("memberInvitation")
    .where("tokenHash", "=", tokenHash)
    .select("id")
    .executeTakeFirst();
  return invitation?.id ?? null;
}

/** An invitation to join, with the names shown in it. */
export interface NamedMemberInvitation {
  readonly id: string;
  readonly workspaceId: string;
  readonly acceptedByUserId: string | null;
  readonly targetEmail: string;
  readonly status: MemberInvitationStatus;
  readonly expiresAt: string;
  readonly workspaceName: string;
  readonly workspaceStatus: WorkspaceStatus;
  readonly ownerDisplayName: string;
  /** The chosen one, or the workspace's; BCP 47. */
  readonly locale: string | null;
  /** The inviting owner's. */
  readonly timezone: string | null;
}

/** The invitation to join with a token hash or an id, or null if there is none. */
export async function findNamedMemberInvitation(
  em: SqlEntityManager,
  by: { readonly tokenHash: string } | { readonly id: string },
): Promise<NamedMemberInvitation | null> {
  const invitation = await tables(em)
    .selectFrom("memberInvitation as i")
    .innerJoin("coachWorkspace as w", "w.id", "i.workspaceId")
    .innerJoin("appUser as u", "u.id", "i.invitedByUserId")
    .leftJoin("coachProfile as p", "p.userId", "u.id")
    .leftJoin("coachProfile as o", "o.userId", "w.ownerUserId")
    .where(({ eb }) => ("id" in by ? eb("i.id", "=", by.id) : eb("i.tokenHash", "=", by.tokenHash)))
    .select(["i.id", "i.workspaceId", "i.targetEmail", "i.status", "i.acceptedByUserId"])
    .select(["w.name as workspaceName", "w.status as workspaceStatus"])
    .select(["u.displayName as ownerDisplayName", "p.timezone"])
    .select((eb) => invitationLocale(eb).as("locale"))
    .select(({ ref }) => instantText(ref("i.expiresAt")).as("expiresAt"))
    .executeTakeFirst();
  return invitation ?? null;
}
