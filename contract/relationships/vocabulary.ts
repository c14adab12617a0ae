export const RELATIONSHIP_STATUSES = ["ONBOARDING", "ACTIVE", "PAUSED", "ENDED"] as const;
export type RelationshipStatus = (typeof RELATIONSHIP_STATUSES)[number];

/** Neither paused nor ended: plans and forms may be assigned, and days begin. */
export const RUNNING_RELATIONSHIP_STATUSES = [
  "ONBOARDING",
  "ACTIVE",
] as const satisfies readonly RelationshipStatus[];

/** Permissions of a client by the status of the relationship; a pause leaves the reads. */
export const CLIENT_PERMISSIONS = {
  ONBOARDING: ["agenda.read", "quick-log.write", "forms.read", "forms.write", "onboarding.write"],
  ACTIVE: ["agenda.read", "quick-log.write", "forms.read", "forms.write", "onboarding.write"],
  PAUSED: ["agenda.read", "forms.read"],
  ENDED: [],
} as const satisfies Record<RelationshipStatus, readonly string[]>;

/** Permissions that remain in a suspended workspace; its days and its sync are 404. */
export const CLOSED_WORKSPACE_PERMISSIONS: readonly string[] = ["forms.read"];

/**
 * Statuses a relationship can go to from each. PAUSED returns to the status before the pause, or to
 * ACTIVE if the baseline was completed meanwhile; ENDED is terminal
 * (docs/rooms/relationships.md#lifecycle).
 */
export const RELATIONSHIP_TRANSITIONS = {
  ONBOARDING: ["ACTIVE", "PAUSED", "ENDED"],
  ACTIVE: ["PAUSED", "ENDED"],
  PAUSED: ["ONBOARDING", "ACTIVE", "ENDED"],
  ENDED: [],
} as const satisfies Record<RelationshipStatus, readonly RelationshipStatus[]>;

/** Actions of people on a relationship. */
export const RELATIONSHIP_ACTS = ["PAUSE", "RESUME", "END", "WAIVE_BASELINE"] as const;
export type RelationshipAct = (typeof RELATIONSHIP_ACTS)[number];

/** Statuses that a paused relationship can return to. */
export const RESUMED_STATUSES = [
  "ONBOARDING",
  "ACTIVE",
] as const satisfies readonly RelationshipStatus[];
export type ResumedStatus = (typeof RESUMED_STATUSES)[number];

/** The principal of a change to a relationship. */
export const RELATIONSHIP_PRINCIPALS = ["CLIENT", "COACH"] as const;
export type RelationshipPrincipal = (typeof RELATIONSHIP_PRINCIPALS)[number];

/** Fields of a client's profile that the baseline needs beyond name, zone and locale. */
export const BASELINE_FIELDS = ["birthDate", "heightCm", "goal"] as const;
export type BaselineField = (typeof BASELINE_FIELDS)[number];

/** The privacy settings of a client, and the field of the profile that each shows to coaches or hides. */
export const PRIVACY_SETTINGS = ["coachSeesBirthDate", "coachSeesHeight", "coachSeesGoal"] as const;
export type PrivacySetting = (typeof PRIVACY_SETTINGS)[number];
export const FIELD_SETTINGS = {
  birthDate: "coachSeesBirthDate",
  heightCm: "coachSeesHeight",
  goal: "coachSeesGoal",
} as const satisfies Readonly<Record<BaselineField, PrivacySetting>>;
