export const WORKSPACE_STATUSES = ["ACTIVE", "SUSPENDED", "ARCHIVED"] as const;
export type WorkspaceStatus = (typeof WORKSPACE_STATUSES)[number];

export const MEMBERSHIP_ROLES = ["OWNER", "COACH"] as const;
export type MembershipRole = (typeof MEMBERSHIP_ROLES)[number];

export const MEMBERSHIP_STATUSES = ["ACTIVE", "ENDED"] as const;
export type MembershipStatus = (typeof MEMBERSHIP_STATUSES)[number];

/** What a member of a workspace may do, by membership role. */
export const MEMBER_PERMISSIONS = {
  OWNER: [
    "workspace.manage",
    "invitations.manage",
    "relationships.read",
    "relationships.manage",
    "plans.manage",
    "plans.assign",
    "forms.manage",
    "forms.assign",
    "forms.submissions.read",
    "client.profile.read",
    "client.risk_flags.read",
    "programs.review",
    "nutrition.review",
    "messages.read",
    "onboarding.manage",
    "onboarding.force-complete",
  ],
  COACH: [
    "invitations.manage",
    "relationships.read",
    "relationships.manage",
    "plans.manage",
    "plans.assign",
    "forms.manage",
    "forms.assign",
    "forms.submissions.read",
    "client.profile.read",
    "client.risk_flags.read",
    "programs.review",
    "nutrition.review",
    "messages.read",
    "onboarding.manage",
  ],
} as const satisfies Record<MembershipRole, readonly string[]>;

/** What is left of them in a workspace that is archived: what only reads. */
export const ARCHIVED_PERMISSIONS: readonly string[] = [
  "relationships.read",
  "forms.submissions.read",
  "client.profile.read",
  "client.risk_flags.read",
  "messages.read",
];

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

/** Hour of the coach's digest where the workspace does not say (docs/rules.md#workspaces-settings). */
export const DEFAULT_DIGEST_HOUR = 7;

/** By what a workspace judges the adherence of its clients (docs/rules.md#agenda-adherence). */
export interface AdherenceLimits {
  /** From so many percent on it is on track. */
  readonly onTrackPercent: number;
  /** From so many percent on it wants attention; below it is off track. */
  readonly attentionPercent: number;
  /** With fewer tasks that count nothing can be said. */
  readonly fewestCounted: number;
}

/** Where the workspace does not say (docs/rules.md#workspaces-settings). */
export const DEFAULT_ADHERENCE_LIMITS: AdherenceLimits = {
  onTrackPercent: 80,
  attentionPercent: 50,
  fewestCounted: 3,
};
