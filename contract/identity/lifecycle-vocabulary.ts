import type { RelationshipStatus, WorkspaceStatus } from "./vocabulary.ts";

/**
 * Statuses a relationship can go to from each. PAUSED returns to the status before the pause, or to
 * ACTIVE if the baseline was completed meanwhile; ENDED is terminal (decisions.md, "Identity").
 */
export const RELATIONSHIP_TRANSITIONS = {
  ONBOARDING: ["ACTIVE", "PAUSED", "ENDED"],
  ACTIVE: ["PAUSED", "ENDED"],
  PAUSED: ["ONBOARDING", "ACTIVE", "ENDED"],
  ENDED: [],
} as const satisfies Record<RelationshipStatus, readonly RelationshipStatus[]>;

/** What people do to a relationship. */
export const RELATIONSHIP_ACTS = ["PAUSE", "RESUME", "END"] as const;
export type RelationshipAct = (typeof RELATIONSHIP_ACTS)[number];

/** Statuses that a paused relationship can return to. */
export const RESUMED_STATUSES = [
  "ONBOARDING",
  "ACTIVE",
] as const satisfies readonly RelationshipStatus[];
export type ResumedStatus = (typeof RESUMED_STATUSES)[number];

/** Who moved a relationship. */
export const RELATIONSHIP_ACTORS = ["CLIENT", "COACH"] as const;
export type RelationshipActor = (typeof RELATIONSHIP_ACTORS)[number];

/**
 * Statuses a workspace can go to from each; an archived one comes back by an administrator, as long as
 * somebody owns it.
 */
export const WORKSPACE_TRANSITIONS = {
  ACTIVE: ["SUSPENDED", "ARCHIVED"],
  SUSPENDED: ["ACTIVE", "ARCHIVED"],
  ARCHIVED: ["ACTIVE"],
} as const satisfies Record<WorkspaceStatus, readonly WorkspaceStatus[]>;

/**
 * What is done to a workspace: two by an administrator, ARCHIVE by its owner; CLOSE archives it when its
 * last coach has left, suspended or not.
 */
export const WORKSPACE_ACTS = ["SUSPEND", "REINSTATE", "ARCHIVE", "CLOSE"] as const;
export type WorkspaceAct = (typeof WORKSPACE_ACTS)[number];

/** Fields of a client's profile that the baseline needs beyond name, zone and locale. */
export const BASELINE_FIELDS = ["birthDate", "heightCm", "goal"] as const;
export type BaselineField = (typeof BASELINE_FIELDS)[number];

/** Hour of the coach's digest where the workspace does not say (decisions.md, "Agenda, inbox"). */
export const DEFAULT_DIGEST_HOUR = 7;

/** Longest reason of a pause, a resumption or an end, in characters. */
export const REASON_LENGTH = 500;
