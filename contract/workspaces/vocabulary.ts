export const WORKSPACE_STATUSES = ["ACTIVE", "SUSPENDED", "ARCHIVED"] as const;
export type WorkspaceStatus = (typeof WORKSPACE_STATUSES)[number];

export const MEMBERSHIP_ROLES = ["OWNER", "COACH"] as const;
export type MembershipRole = (typeof MEMBERSHIP_ROLES)[number];

export const MEMBERSHIP_STATUSES = ["ACTIVE", "ENDED"] as const;
export type MembershipStatus = (typeof MEMBERSHIP_STATUSES)[number];

/** Permissions of a member of a workspace, by membership role. */
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

/** Permissions that remain in an archived workspace: reads only. */
export const ARCHIVED_PERMISSIONS: readonly string[] = [
  "relationships.read",
  "forms.submissions.read",
  "client.profile.read",
  "client.risk_flags.read",
  "messages.read",
];

/**
 * Statuses that a workspace can go to from each status. An administrator can restore an archived one as long as it
 * has an owner.
 */
export const WORKSPACE_TRANSITIONS = {
  ACTIVE: ["SUSPENDED", "ARCHIVED"],
  SUSPENDED: ["ACTIVE", "ARCHIVED"],
  ARCHIVED: ["ACTIVE"],
} as const satisfies Record<WorkspaceStatus, readonly WorkspaceStatus[]>;

/**
 * Actions on a workspace. An administrator can SUSPEND and REINSTATE it, its owner can ARCHIVE it. CLOSE archives it
 * when its last coach has left, even if it is suspended.
 */
export const WORKSPACE_ACTS = ["SUSPEND", "REINSTATE", "ARCHIVE", "CLOSE"] as const;
export type WorkspaceAct = (typeof WORKSPACE_ACTS)[number];

/** Default hour of the coach's digest (docs/rooms/workspaces.md#settings). */
export const DEFAULT_DIGEST_HOUR = 7;

/** Limits by which a workspace rates the adherence of its clients (docs/rooms/agenda.md#adherence). */
export interface AdherenceLimits {
  /** Minimum percentage of on track. */
  readonly onTrackPercent: number;
  /** Minimum percentage of attention; below it, a client is off track. */
  readonly attentionPercent: number;
  /** With fewer counted tasks, no rating is given. */
  readonly fewestCounted: number;
}

/** Default limits of a workspace (docs/rooms/workspaces.md#settings). */
export const DEFAULT_ADHERENCE_LIMITS: AdherenceLimits = {
  onTrackPercent: 80,
  attentionPercent: 50,
  fewestCounted: 3,
};
