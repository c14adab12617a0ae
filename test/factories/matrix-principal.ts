import type { Surface } from "../../contract/accounts/vocabulary.ts";

/**
 * Everybody who comes to a route of the matrix. `owner` and `secondCoach` are members of the workspace
 * that the ids of a request name, `client` is the client of its relationship; `foreign...` are of
 * another. Whoever has a relationship of another state comes with its ids.
 */
export const ACTOR_NAMES = [
  "anonymous",
  /** A good sign-in without an account, on a client's phone. */
  "stranger",
  "foreignCoach",
  "foreignClient",
  /** OWNER, on the coach's phone. */
  "owner",
  "ownerOnWeb",
  "ownerOnClientMobile",
  /** COACH of the workspace. */
  "secondCoach",
  /** Was COACH of the workspace; has one of their own. */
  "formerMember",
  "coachOfSuspendedWorkspace",
  "coachOfArchivedWorkspace",
  "client",
  "clientOnCoachMobile",
  "clientOnWeb",
  "clientOfSuspendedWorkspace",
  "pausedClient",
  /** Of an ended relationship. */
  "formerClient",
  "suspendedCoach",
  "suspendedClient",
  "leavingCoach",
  "leavingClient",
  "deletedClient",
  "signedOutCoach",
  "signedOutClient",
  /** Role admin on WEB, without an account; gives a reason. */
  "admin",
  "adminOnPhone",
  /** Role support with every permission; gives no reason. */
  "support",
  "supportWithReason",
  "supportWithoutGrant",
  /** A service of ours, by client credentials. */
  "service",
] as const;
export type ActorName = (typeof ACTOR_NAMES)[number];

/** What a request of an actor is made of. */
export interface MatrixPrincipal {
  readonly surface: Surface;
  readonly token?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Values for path and body, by the names they have there. */
  readonly values: Readonly<Record<string, string>>;
}
export type MatrixPrincipals = Readonly<Record<ActorName, MatrixPrincipal>>;
