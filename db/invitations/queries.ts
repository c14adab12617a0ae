import type { FilterQuery, SqlEntityManager } from "@mikro-orm/postgresql";
import {
  INVITATION_STATUSES,
  type InvitationStatus,
  OPEN_INVITATION_STATUSES,
} from "../../contract/invitations/vocabulary.ts";
import type { ContactKind } from "../../contract/accounts/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Contact } from "../../rules/accounts/normalize-contact.ts";
import type { WorkspaceStatus } from "../../contract/workspaces/vocabulary.ts";
import { tables } from "../tables.ts";
import type { WorkspacePage } from "../workspaces/workspace-page.ts";
import { Invitation } from "./invitation.ts";
import { invitationLocale } from "./invitation-locale.ts";
import { invitingCoach } from "./inviting-coach.ts";
import type { QueryExecutor } from "../platform/pipeline/pipeline.ts";
import { likePattern } from "../platform/statements/contains-text.ts";
import { anyOf, clockNow, instantText } from "../platform/statements/sql-parts.ts";

/** Any status except that of a file's waiting line, which is never shown. */
const SHOWN = { status: { $in: [...INVITATION_STATUSES] } };

/** An invitation with the names shown in it, and the facts that decide whether it is shown. */
export interface NamedInvitation {
  readonly id: string;
  readonly targetEmail: string | null;
  readonly targetPhone: string | null;
  readonly status: InvitationStatus;
  readonly generation: number;
  readonly expiresAt: string;
  readonly workspaceName: string;
  readonly workspaceStatus: WorkspaceStatus;
  readonly coachDisplayName: string;
  /** The chosen one, or the workspace's; BCP 47. */
  readonly locale: string | null;
  /** The coach's. */
  readonly timezone: string | null;
}

/** The invitation with a token hash or an id, or null if there is none. */
export async function findNamedInvitation(
  em: SqlEntityManager,
  by: { readonly tokenHash: string } | { readonly id: string },
): Promise<NamedInvitation | null> {
  const invitation = await tables(em)
    .selectFrom("invitation as i")
    .innerJoin("coachWorkspace as w", "w.id", "i.workspaceId")
    .innerJoin("appUser as u", (on) => on.on((eb) => eb("u.id", "=", invitingCoach(eb))))
    .leftJoin("coachProfile as p", "p.userId", "u.id")
    .leftJoin("coachProfile as o", "o.userId", "w.ownerUserId")
    .where(({ eb }) => ("id" in by ? eb("i.id", "=", by.id) : eb("i.tokenHash", "=", by.tokenHash)))
    .where("i.status", "in", INVITATION_STATUSES)
    .select(["i.id", "i.targetEmail", "i.targetPhone", "i.status", "i.generation"])
    .select(["w.name as workspaceName", "w.status as workspaceStatus"])
    .select(["u.displayName as coachDisplayName", "p.timezone"])
    .select((eb) => invitationLocale(eb).as("locale"))
    .select(({ ref }) => instantText(ref("i.expiresAt")).as("expiresAt"))
    .executeTakeFirst();
  return invitation ?? null;
}

/** The invitation of a link that a newer one replaced, or null. */
export async function findReplacedLink(
  em: SqlEntityManager,
  tokenHash: string,
): Promise<string | null> {
  const link = await tables(em)
    .selectFrom("replacedInvitationLink")
    .where("tokenHash", "=", tokenHash)
    .select("invitationId")
    .executeTakeFirst();
  return link?.invitationId ?? null;
}

/** One invitation of a workspace. @throws Refusal NOT_FOUND. */
export async function getInvitation(
  em: SqlEntityManager,
  workspaceId: string,
  invitationId: string,
): Promise<Invitation> {
  const invitation = await em.findOne(Invitation, { id: invitationId, workspaceId, ...SHOWN });
  if (invitation === null) throw new Refusal("NOT_FOUND");
  return invitation;
}

/** The workspace of any invitation; null if there is no such invitation. */
export async function findInvitationWorkspace(
  em: SqlEntityManager,
  invitationId: string,
): Promise<string | null> {
  const found = await tables(em)
    .selectFrom("invitation")
    .where("id", "=", invitationId)
    .where("status", "in", INVITATION_STATUSES)
    .select("workspaceId")
    .executeTakeFirst();
  return found?.workspaceId ?? null;
}

/** The facts that decide until when some invitations wait, with their ids. */
export async function listScheduled(executor: QueryExecutor, invitationIds: readonly string[]) {
  return await executor.tables
    .selectFrom("invitation as i")
    .innerJoin("coachWorkspace as w", "w.id", "i.workspaceId")
    .where("i.id", "=", anyOf(invitationIds))
    .select(["i.id", "i.status", "i.expiresAt", "i.remindedAt", "i.sendAt"])
    .select(["i.targetEmail", "i.targetPhone", "i.expiryNoticedAt"])
    .select("w.status as workspaceStatus")
    .execute();
}

/** An open invitation that its recipient has not accepted; the instant is RFC 3339. */
export interface WaitingInvitation {
  readonly id: string;
  readonly workspaceId: string;
  readonly generation: number;
  readonly expiresAt: string;
}

/** The newest invitation that could be accepted now by the owner of an address; null if there is none. */
export async function findWaitingInvitation(
  em: SqlEntityManager,
  email: string,
): Promise<WaitingInvitation | null> {
  const found = await tables(em)
    .selectFrom("invitation as i")
    .innerJoin("coachWorkspace as w", "w.id", "i.workspaceId")
    .where("i.targetEmail", "=", email)
    .where("i.status", "=", "ACTIVE")
    .where("i.expiresAt", ">", clockNow)
    .where("w.status", "=", "ACTIVE")
    .select(["i.id", "i.workspaceId", "i.generation"])
    .select(({ ref }) => instantText(ref("i.expiresAt")).as("expiresAt"))
    .orderBy("i.id", "desc")
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}

/** The newest invitations to a normalized contact, in any workspace. */
export async function listInvitationsTo(
  em: SqlEntityManager,
  { kind, value }: Contact,
  limit: number,
): Promise<Invitation[]> {
  const where = kind === "EMAIL" ? { targetEmail: value } : { targetPhone: value };
  return em.find(Invitation, { ...where, ...SHOWN }, { orderBy: { id: "desc" }, limit });
}

/** Selects a page of a workspace's invitations; null for any. */
export interface InvitationsPage extends WorkspacePage {
  /** The status at `now`. */
  readonly status: InvitationStatus | null;
  readonly kind?: ContactKind | null;
  /** Part of the name or of the e-mail address. */
  readonly q?: string | null;
  readonly now: Date;
}

/** A page of a workspace's invitations, newest first; one more shows that there is a next page. */
export async function listInvitations(
  em: SqlEntityManager,
  page: InvitationsPage,
): Promise<Invitation[]> {
  const { workspaceId, afterId, limit, status, kind = null, q = null, now } = page;
  const where: FilterQuery<Invitation>[] = [{ workspaceId }];
  if (status === null) where.push(SHOWN);
  if (afterId !== null) where.push({ id: { $lt: afterId } });
  if (status !== null) where.push(withStatusAt(status, now));
  if (kind === "EMAIL") where.push({ targetEmail: { $ne: null } });
  if (kind === "PHONE") where.push({ targetPhone: { $ne: null } });
  if (q !== null) {
    const like = { $ilike: likePattern(q) };
    where.push({ $or: [{ inviteeName: like }, { targetEmail: like }] });
  }
  return em.find(Invitation, { $and: where }, { orderBy: { id: "desc" }, limit: limit + 1 });
}

/** An invitation expires by time before its stored status changes (`invitationStatusAt`). */
function withStatusAt(status: InvitationStatus, now: Date): FilterQuery<Invitation> {
  switch (status) {
    case "SCHEDULED":
    case "ACTIVE":
      return { status, expiresAt: { $gt: now } };
    case "EXPIRED":
      return {
        $or: [
          { status },
          { status: { $in: [...OPEN_INVITATION_STATUSES] }, expiresAt: { $lte: now } },
        ],
      };
    case "CONSUMED":
    case "REVOKED":
      return { status };
  }
}
