import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { type Expression, expressionBuilder, type QueryCreator, sql } from "kysely";
import {
  type AdherenceLimits,
  DEFAULT_DIGEST_HOUR,
  type MembershipRole,
  type WorkspaceStatus,
} from "../../contract/workspaces/vocabulary.ts";
import type { SignInKey } from "../accounts/guard/queries.ts";
import type { QueryExecutor } from "../platform/pipeline/pipeline.ts";
import { prepareQuery, type Slots } from "../platform/pipeline/prepare-query.ts";
import { given, holds, instantText, jsonText } from "../platform/statements/sql-parts.ts";
import { tables, type Tables } from "../tables.ts";
import { adherenceLimitsOf } from "./adherence-limits.ts";
import { FORMER_WORKSPACE } from "./erase-names.ts";
import type { WorkspacePage } from "./workspace-page.ts";

/** The settings of a workspace, with defaults filled in. */
export interface WorkspaceSettingsRow {
  readonly workspaceId: string;
  readonly name: string;
  readonly status: WorkspaceStatus;
  readonly timezone: string;
  readonly locale: string;
  readonly digestHour: number;
  readonly adherenceLimits: AdherenceLimits;
  readonly updatedAt: string;
}

/** The settings of a workspace that is known to exist. */
export async function getWorkspaceSettings(
  em: SqlEntityManager,
  workspaceId: string,
): Promise<WorkspaceSettingsRow> {
  return tables(em)
    .selectFrom("coachWorkspace as w")
    .innerJoin("coachProfile as p", "p.userId", "w.ownerUserId")
    .where("w.id", "=", workspaceId)
    .select(["w.id as workspaceId", "w.name", "w.status"])
    .select(({ cast, fn, ref }) => {
      const digestHour = cast<number | null>(jsonText(ref("w.settings"), "digestHour"), "integer");
      return [
        fn.coalesce(jsonText(ref("w.settings"), "timezone"), "p.timezone").as("timezone"),
        fn.coalesce(jsonText(ref("w.settings"), "locale"), "p.locale").as("locale"),
        fn.coalesce(digestHour, sql.lit(DEFAULT_DIGEST_HOUR)).as("digestHour"),
        adherenceLimitsOf("w.settings").as("adherenceLimits"),
        instantText(ref("w.updatedAt")).as("updatedAt"),
      ];
    })
    .executeTakeFirstOrThrow();
}

/** The name of a workspace; null if it lost its name with its owner. */
export async function findWorkspaceName(
  em: SqlEntityManager,
  workspaceId: string,
): Promise<string | null> {
  const found = await tables(em)
    .selectFrom("coachWorkspace")
    .where("id", "=", workspaceId)
    .select("name")
    .executeTakeFirst();
  return found === undefined || found.name === FORMER_WORKSPACE ? null : found.name;
}

/** Name and owner of a workspace; null for one that does not exist. */
export async function findWorkspaceOwner(
  em: SqlEntityManager,
  workspaceId: string,
): Promise<{ readonly name: string; readonly ownerUserId: string } | null> {
  const found = await tables(em)
    .selectFrom("coachWorkspace")
    .where("id", "=", workspaceId)
    .select(["name", "ownerUserId"])
    .executeTakeFirst();
  return found ?? null;
}

/** The people left in a workspace. */
export interface WorkspacePeople {
  /** A relationship that has not ended. */
  readonly hasOpenRelationships: boolean;
  /** An active member who owns it. */
  readonly hasOwner: boolean;
}

/** Whether a workspace still has clients and an owner. */
export async function findWorkspacePeople(
  em: SqlEntityManager,
  workspaceId: string,
): Promise<WorkspacePeople> {
  const from = tables(em);
  const open = from
    .selectFrom("relationship")
    .where("workspaceId", "=", workspaceId)
    .where("status", "<>", "ENDED")
    .select("id");
  const owner = from
    .selectFrom("workspaceMembership")
    .where("workspaceId", "=", workspaceId)
    .where("role", "=", "OWNER")
    .where("status", "=", "ACTIVE")
    .select("id");
  return from
    .selectNoFrom(({ exists }) => [
      holds(exists(open)).as("hasOpenRelationships"),
      holds(exists(owner)).as("hasOwner"),
    ])
    .executeTakeFirstOrThrow();
}

/** An active member of a workspace; `id` is the membership's. */
export interface MemberRow {
  readonly id: string;
  readonly userId: string;
  readonly displayName: string;
  readonly role: MembershipRole;
  readonly joinedAt: string;
}

/** A page of the active members of a workspace, latest joiners first. */
export async function listMembers(
  em: SqlEntityManager,
  { workspaceId, afterId, limit }: WorkspacePage,
): Promise<readonly MemberRow[]> {
  return tables(em)
    .selectFrom("workspaceMembership as m")
    .innerJoin("appUser as u", "u.id", "m.userId")
    .where("m.workspaceId", "=", workspaceId)
    .where("m.status", "=", "ACTIVE")
    .where((eb) => given(afterId, (id) => eb("m.id", "<", id)))
    .select(["m.id", "m.userId", "u.displayName", "m.role"])
    .select(({ ref }) => instantText(ref("m.joinedAt")).as("joinedAt"))
    .orderBy("m.id", "desc")
    .limit(limit + 1)
    .execute();
}

/** Whether a user with this primary address is an active member. */
export async function isMemberByEmail(
  em: SqlEntityManager,
  { workspaceId, email }: { readonly workspaceId: string; readonly email: string },
): Promise<boolean> {
  const member = await tables(em)
    .selectFrom("workspaceMembership as m")
    .innerJoin("appUser as u", "u.id", "m.userId")
    .where("m.workspaceId", "=", workspaceId)
    .where("m.status", "=", "ACTIVE")
    .where("u.primaryEmail", "=", email)
    .select("m.id")
    .executeTakeFirst();
  return member !== undefined;
}

/** A workspace and the role of one of its active members. */
export interface MembershipRow {
  readonly workspaceId: string;
  readonly workspaceStatus: WorkspaceStatus;
  readonly role: MembershipRole;
}

/** An identity at a provider. */
export type IdentityKey = Pick<SignInKey, "provider" | "issuer" | "tenant" | "subject">;

/** The identity that signed in, unless it was unlinked. */
export const ownIdentity = (
  from: Pick<QueryCreator<Tables>, "selectFrom">,
  slot: Slots<IdentityKey>,
) =>
  from
    .selectFrom("authIdentity as i")
    .where("i.provider", "=", slot("provider"))
    .where("i.issuer", "=", slot("issuer"))
    .where("i.tenant", "=", slot("tenant"))
    .where("i.subject", "=", slot("subject"))
    .where("i.unlinkedAt", "is", null);

/** The sign-in, and the workspace in question. */
export interface MemberKey extends IdentityKey {
  readonly workspaceId: string;
}

/** The active membership of the signed-in user. */
export const ownMembership = (
  from: Pick<QueryCreator<Tables>, "selectFrom">,
  slot: Slots<MemberKey>,
) =>
  ownIdentity(from, slot)
    .innerJoin("workspaceMembership as m", "m.userId", "i.userId")
    .where("m.workspaceId", "=", slot("workspaceId"))
    .where("m.status", "=", "ACTIVE");

const memberships = prepareQuery("membership", (from, slot: Slots<MemberKey>) =>
  ownMembership(from, slot)
    .innerJoin("coachWorkspace as w", "w.id", "m.workspaceId")
    .select(["w.id as workspaceId", "w.status as workspaceStatus", "m.role"]),
);

/**
 * Whether the signed-in user is a member of a workspace. It depends on no row of its statement and is evaluated once.
 */
export function isMember(slot: Slots<MemberKey>): Expression<boolean> {
  const own = ownMembership(expressionBuilder<Tables>(), slot).select("m.id").limit(1);
  return holds(expressionBuilder()(own, "is not", null));
}

/** The active membership of the signed-in user in a workspace, queried alongside the caller. */
export async function findMembership(
  on: SqlEntityManager | QueryExecutor,
  key: MemberKey,
): Promise<MembershipRow | null> {
  const [row] = await memberships(on, key);
  return row ?? null;
}
