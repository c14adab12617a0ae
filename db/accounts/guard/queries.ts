import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { UserRole, UserStatus } from "../../../contract/accounts/vocabulary.ts";
import type { MembershipRole, WorkspaceStatus } from "../../../contract/workspaces/vocabulary.ts";
import type { QueryExecutor } from "../../platform/pipeline/pipeline.ts";
import { prepareQuery, type Slots } from "../../platform/pipeline/prepare-query.ts";
import { holds, secondsAgo } from "../../platform/statements/sql-parts.ts";
import { firstRow } from "../../platform/transactions/transact.ts";

/** Identifies one sign-in: the identity, the provider session and the app. */
export interface SignInKey {
  readonly provider: string;
  readonly issuer: string;
  readonly tenant: string;
  readonly subject: string;
  readonly providerSessionId: string;
  readonly clientId: string;
}

/** Our own records of a verified identity. */
export interface CallerRow {
  readonly userId: string;
  readonly identityId: string;
  readonly status: UserStatus;
  readonly deleted: boolean;
  readonly deletionRequestedAt: Date | null;
  readonly roles: readonly UserRole[];
  /** Active member of a workspace, as owner or coach. */
  readonly coaches: boolean;
  /** Null when the pair (session, client) is new. */
  readonly appSessionId: string | null;
  /** Signed out, or started by another user. */
  readonly sessionEnded: boolean;
  /** Started by another user. */
  readonly sessionForeign: boolean;
  /** Last seen more than a minute ago. */
  readonly seenLongAgo: boolean;
}

const callers = prepareQuery("caller", (from, slot: Slots<SignInKey>) =>
  from
    .selectFrom("authIdentity as i")
    .innerJoin("appUser as u", "u.id", "i.userId")
    .leftJoin("appSession as s", (on) =>
      on
        .onRef("s.issuer", "=", "i.issuer")
        .on("s.providerSessionId", "=", slot("providerSessionId"))
        .on("s.clientApp", "=", slot("clientId")),
    )
    .where("i.provider", "=", slot("provider"))
    .where("i.issuer", "=", slot("issuer"))
    .where("i.tenant", "=", slot("tenant"))
    .where("i.subject", "=", slot("subject"))
    .where("i.unlinkedAt", "is", null)
    .select(["u.id as userId", "i.id as identityId", "u.status", "u.roles", "s.id as appSessionId"])
    .select("u.deletionRequestedAt")
    .select(({ eb, or, ref, selectFrom }) => {
      const ended = eb("s.revokedAt", "is not", null);
      const foreign = eb("s.userId", "<>", ref("u.id"));
      // Not EXISTS: its cached plan may read all memberships first and look the user up among them.
      const membership = selectFrom("workspaceMembership as m")
        .whereRef("m.userId", "=", "u.id")
        .where("m.status", "=", "ACTIVE")
        .select("m.id")
        .limit(1);
      return [
        holds(eb("u.deletedAt", "is not", null)).as("deleted"),
        holds(eb(membership, "is not", null)).as("coaches"),
        holds(or([ended, foreign])).as("sessionEnded"),
        holds(foreign).as("sessionForeign"),
        holds(eb("s.lastSeenAt", "<", secondsAgo(60))).as("seenLongAgo"),
      ];
    }),
);

/** Finds the user behind a sign-in and its app session, by indexes, in one query. */
export async function findCaller(
  on: SqlEntityManager | QueryExecutor,
  key: SignInKey,
): Promise<CallerRow | null> {
  const [row] = await callers(on, key);
  return row ?? null;
}

/** The account, the session and, if one is needed, the workspace that authorize a caller. */
export interface AccountStateKey {
  readonly userId: string;
  readonly appSessionId: string;
  readonly workspaceId: string | null;
}

/** The current state of those rows; role and workspace status are null without an active membership. */
export interface AccountStateRow {
  readonly status: UserStatus;
  readonly deleted: boolean;
  readonly deletionRequestedAt: Date | null;
  readonly sessionEnded: boolean;
  readonly role: MembershipRole | null;
  readonly workspaceStatus: WorkspaceStatus | null;
}

const accountStates = prepareQuery("account-state", (from, slot: Slots<AccountStateKey>) =>
  from
    .selectFrom("appUser as u")
    .innerJoin("appSession as s", "s.userId", "u.id")
    .leftJoin("workspaceMembership as m", (on) =>
      on
        .onRef("m.userId", "=", "u.id")
        .on("m.workspaceId", "=", slot("workspaceId"))
        .on("m.status", "=", "ACTIVE"),
    )
    .leftJoin("coachWorkspace as w", "w.id", "m.workspaceId")
    .where("u.id", "=", slot("userId"))
    .where("s.id", "=", slot("appSessionId"))
    .select(["u.status", "u.deletionRequestedAt", "m.role", "w.status as workspaceStatus"])
    .select(({ eb }) => [
      holds(eb("u.deletedAt", "is not", null)).as("deleted"),
      holds(eb("s.revokedAt", "is not", null)).as("sessionEnded"),
    ]),
);

/** The current state of a caller who was authorized before. */
export async function getAccountState(
  em: SqlEntityManager,
  key: AccountStateKey,
): Promise<AccountStateRow> {
  return firstRow(await accountStates(em, key));
}
