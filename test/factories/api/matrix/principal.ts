import type { Surface } from "../../../../contract/accounts/vocabulary.ts";

/**
 * Every principal of the matrix. `owner` and `secondCoach` are members of the workspace that a request names,
 * `client` is the client of its relationship; `foreign...` belong to another. A principal whose relationship has
 * another state brings its ids.
 */
export const ACTOR_NAMES = [
  "anonymous",
  /** A valid sign-in without an account, on a client's phone. */
  "stranger",
  "foreignCoach",
  "foreignClient",
  /** OWNER, on the coach's phone. */
  "owner",
  "ownerOnWeb",
  "ownerOnClientMobile",
  /** COACH of the workspace. */
  "secondCoach",
  /** A former COACH of the workspace with their own one. */
  "formerMember",
  "coachOfSuspendedWorkspace",
  "coachOfArchivedWorkspace",
  "client",
  "clientOnCoachMobile",
  "clientOnWeb",
  "clientOfSuspendedWorkspace",
  "pausedClient",
  /** The client of an ended relationship. */
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
  /** One of our machine clients, by client credentials. */
  "service",
] as const;
export type ActorName = (typeof ACTOR_NAMES)[number];

/** The parts of a principal's request. */
export interface MatrixPrincipal {
  readonly surface: Surface;
  readonly token?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Values for path and body, by the names they have there. */
  readonly values: Readonly<Record<string, string>>;
}
export type MatrixPrincipals = Readonly<Record<ActorName, MatrixPrincipal>>;
