import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { QueryCreator, SelectQueryBuilder } from "kysely";
import type { RelationshipStatus } from "../../../contract/relationships/vocabulary.ts";
import type { MembershipRole, WorkspaceStatus } from "../../../contract/workspaces/vocabulary.ts";
import type { QueryExecutor } from "../../platform/pipeline/pipeline.ts";
import { prepareQuery, type Slots } from "../../platform/pipeline/prepare-query.ts";
import { holds } from "../../platform/statements/sql-parts.ts";
import type { Tables } from "../../tables.ts";
import { type IdentityKey, ownIdentity } from "../../workspaces/queries.ts";
import { zoneNow } from "../zone-now.ts";

interface PartKey {
  readonly userId: string;
  readonly relationshipId: string;
}

const ofUser = prepareQuery("relationship-of-user", (from, slot: Slots<PartKey>) =>
  withRole(
    from,
    slot,
    from.selectNoFrom(({ cast }) => cast<string>(slot("userId"), "uuid").as("userId")),
  ),
);

/** A relationship with the user's role in it. Strangers get the row too, without a role. */
export async function findRelationship(
  em: SqlEntityManager,
  userId: string,
  relationshipId: string,
): Promise<RelationshipRow | null> {
  const [row] = await ofUser(em, { userId, relationshipId });
  return row ?? null;
}

/** The sign-in, and the relationship in question. */
type SignInPartKey = IdentityKey & Pick<PartKey, "relationshipId">;

const ofSignIn = prepareQuery("relationship-of-sign-in", (from, slot: Slots<SignInPartKey>) =>
  withRole(from, slot, ownIdentity(from, slot).select("i.userId")),
);

/** The same for the signed-in user, queried alongside the caller; null without an account, too. */
export async function findOwnRelationship(
  on: SqlEntityManager | QueryExecutor,
  key: SignInPartKey,
): Promise<RelationshipRow | null> {
  const [row] = await ofSignIn(on, key);
  return row ?? null;
}

/** A relationship and the user's role in it. */
export interface RelationshipRow {
  readonly relationshipId: string;
  readonly workspaceId: string;
  readonly workspaceStatus: WorkspaceStatus;
  readonly status: RelationshipStatus;
  readonly timezone: string;
  readonly isClient: boolean;
  /** The user's role in the relationship's workspace; null if they are not an active member. */
  readonly role: MembershipRole | null;
  /** Active member of the relationship's workspace. */
  readonly isCoach: boolean;
}

/** The relationship with the role of the user that a query of one row finds. */
function withRole(
  from: Pick<QueryCreator<Tables>, "selectFrom">,
  slot: Slots<Pick<PartKey, "relationshipId">>,
  user: SelectQueryBuilder<Tables, never, { userId: string }>,
) {
  return from
    .selectFrom("relationship as r")
    .innerJoin(user.as("u"), (on) => on.onTrue())
    .innerJoin("coachWorkspace as w", "w.id", "r.workspaceId")
    .leftJoin("workspaceMembership as m", (on) =>
      on
        .onRef("m.workspaceId", "=", "r.workspaceId")
        .onRef("m.userId", "=", "u.userId")
        .on("m.status", "=", "ACTIVE"),
    )
    .where("r.id", "=", slot("relationshipId"))
    .select(["r.id as relationshipId", "r.workspaceId", "w.status as workspaceStatus", "r.status"])
    .select("m.role")
    .select(({ eb, ref }) => [
      zoneNow("r").as("timezone"),
      holds(eb("r.clientUserId", "=", ref("u.userId"))).as("isClient"),
      holds(eb("m.id", "is not", null)).as("isCoach"),
    ]);
}
