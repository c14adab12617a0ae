import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { ExpressionBuilder } from "kysely";
import type { LegalVersions } from "../../../contract/accounts/terms-schema.ts";
import type { RelationshipStatus } from "../../../contract/relationships/vocabulary.ts";
import type { WorkspaceStatus } from "../../../contract/workspaces/vocabulary.ts";
import { acceptedTermsPart, userPart } from "../../accounts/user-part.ts";
import type { ClientProfileRow, UserRow } from "../../accounts/context-types.ts";
import { zoneNow } from "../../relationships/zone-now.ts";
import { type Tables, tables } from "../../tables.ts";
import { onboardingPart, type OnboardingView } from "../onboarding-view.ts";
import { instantText, jsonObject } from "../../platform/statements/sql-parts.ts";

/** The relationship of a client that has not ended. */
export interface OpenRelationshipRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly workspaceStatus: WorkspaceStatus;
  readonly coachUserId: string;
  readonly coachDisplayName: string;
  readonly coachPublicHandle: string | null;
  readonly status: RelationshipStatus;
  readonly timezone: string;
  readonly startedAt: string;
}

/** The relationship of a client that ended last. */
export interface FormerRelationshipRow {
  readonly relationshipId: string;
  readonly workspaceName: string;
  readonly coachDisplayName: string;
  readonly endedAt: string;
}

/** A client's account with everything that the client app needs at startup. */
export interface ClientContext {
  readonly user: UserRow;
  readonly profile: ClientProfileRow;
  readonly relationship: OpenRelationshipRow | null;
  readonly formerRelationship: FormerRelationshipRow | null;
  /** The onboarding of that relationship. */
  readonly onboarding: OnboardingView | null;
  readonly acceptedTerms: readonly LegalVersions[];
}

/** The account of a client, or null if the user was never a client. */
export async function findClientContext(
  em: SqlEntityManager,
  userId: string,
): Promise<ClientContext | null> {
  const context = await tables(em)
    .selectFrom("appUser as u")
    .innerJoin("clientProfile as p", "p.userId", "u.id")
    .where("u.id", "=", userId)
    .select((eb) => [
      userPart(eb).as("user"),
      jsonObject({
        displayName: eb.ref("p.displayName"),
        timezone: eb.ref("p.timezone"),
        locale: eb.ref("p.locale"),
        onboardingStatus: eb.ref("p.onboardingStatus"),
      }).as("profile"),
      openRelationshipPart(eb).as("relationship"),
      formerRelationshipPart(eb).as("formerRelationship"),
      openOnboardingPart(eb).as("onboarding"),
      acceptedTermsPart(eb).as("acceptedTerms"),
    ])
    .executeTakeFirst();
  return context ?? null;
}

type OfUser = ExpressionBuilder<Tables & { readonly u: Tables["appUser"] }, "u">;

/** The one relationship of a client that has not ended, or null. */
function openRelationshipPart({ selectFrom }: OfUser) {
  return selectFrom("relationship as r")
    .innerJoin("coachWorkspace as w", "w.id", "r.workspaceId")
    .innerJoin("appUser as c", "c.id", "r.coachUserId")
    .leftJoin("coachProfile as cp", "cp.userId", "r.coachUserId")
    .whereRef("r.clientUserId", "=", "u.id")
    .where("r.status", "<>", "ENDED")
    .select(({ ref }) =>
      jsonObject({
        id: ref("r.id"),
        workspaceId: ref("r.workspaceId"),
        workspaceName: ref("w.name"),
        workspaceStatus: ref("w.status"),
        coachUserId: ref("r.coachUserId"),
        coachDisplayName: ref("c.displayName"),
        coachPublicHandle: ref("cp.publicHandle"),
        status: ref("r.status"),
        timezone: zoneNow("r"),
        startedAt: instantText(ref("r.startedAt")),
      }).as("relationship"),
    );
}

/** The relationship that ended last, or null. */
function formerRelationshipPart({ selectFrom }: OfUser) {
  return selectFrom("relationship as r")
    .innerJoin("coachWorkspace as w", "w.id", "r.workspaceId")
    .innerJoin("appUser as c", "c.id", "r.coachUserId")
    .whereRef("r.clientUserId", "=", "u.id")
    .where("r.endedAt", "is not", null)
    .select(({ ref }) =>
      jsonObject({
        relationshipId: ref("r.id"),
        workspaceName: ref("w.name"),
        coachDisplayName: ref("c.displayName"),
        endedAt: instantText(ref("r.endedAt")).$notNull(),
      }).as("relationship"),
    )
    .orderBy("r.endedAt", "desc")
    .orderBy("r.id", "desc")
    .limit(1);
}

/** The onboarding of that relationship, or null. */
function openOnboardingPart({ selectFrom }: OfUser) {
  return selectFrom("relationship as r")
    .whereRef("r.clientUserId", "=", "u.id")
    .where("r.status", "<>", "ENDED")
    .select(({ ref }) => onboardingPart(ref("r.id")).as("onboarding"));
}
