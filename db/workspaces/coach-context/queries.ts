import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { ExpressionBuilder } from "kysely";
import type { LegalVersions } from "../../../contract/accounts/terms-schema.ts";
import { Refusal } from "../../../contract/refusal.ts";
import type { MembershipRole, WorkspaceStatus } from "../../../contract/workspaces/vocabulary.ts";
import { acceptedTermsPart, userPart } from "../../accounts/user-part.ts";
import type { CoachProfileRow, UserRow } from "../../accounts/context-types.ts";
import { type Tables, tables } from "../../tables.ts";
import { jsonObject, jsonList } from "../../platform/statements/sql-parts.ts";

/** A workspace and the user's membership in it. */
export interface MemberWorkspaceRow {
  readonly id: string;
  readonly name: string;
  readonly status: WorkspaceStatus;
  readonly role: MembershipRole;
}

/** A coach's account with everything that the coach apps need at startup. */
export interface CoachContext {
  readonly user: UserRow;
  readonly profile: CoachProfileRow;
  /** Active memberships: owned ones first, then by age. */
  readonly workspaces: readonly MemberWorkspaceRow[];
  readonly acceptedTerms: readonly LegalVersions[];
}

/** The account of a registered coach. @throws Refusal NOT_FOUND if the user has no coach profile. */
export async function getCoachContext(em: SqlEntityManager, userId: string): Promise<CoachContext> {
  return tables(em)
    .selectFrom("appUser as u")
    .innerJoin("coachProfile as p", "p.userId", "u.id")
    .where("u.id", "=", userId)
    .select((eb) => [
      userPart(eb).as("user"),
      jsonObject({
        publicHandle: eb.ref("p.publicHandle"),
        bio: eb.ref("p.bio"),
        timezone: eb.ref("p.timezone"),
        locale: eb.ref("p.locale"),
        onboardingStatus: eb.ref("p.onboardingStatus"),
      }).as("profile"),
      workspacesPart(eb).as("workspaces"),
      acceptedTermsPart(eb).as("acceptedTerms"),
    ])
    .executeTakeFirstOrThrow(() => new Refusal("NOT_FOUND"));
}

/** The workspaces of active memberships, owned ones first, then by age. */
function workspacesPart({
  selectFrom,
}: ExpressionBuilder<Tables & { readonly u: Tables["appUser"] }, "u">) {
  const workspaces = selectFrom("workspaceMembership as m")
    .innerJoin("coachWorkspace as w", "w.id", "m.workspaceId")
    .whereRef("m.userId", "=", "u.id")
    .where("m.status", "=", "ACTIVE")
    .select(({ ref }) =>
      jsonObject({
        id: ref("w.id"),
        name: ref("w.name"),
        status: ref("w.status"),
        role: ref("m.role"),
      }).as("entry"),
    )
    .orderBy(({ eb }) => eb("m.role", "<>", "OWNER"))
    .orderBy("m.id");
  return jsonList(workspaces);
}
