import type { Access } from "../../../../api/guard/access.ts";
import { ACTOR_NAMES, type ActorName } from "./principal.ts";

/** A principal's answer: granted, or refused with a status and code before the route's own act or query. */
export type MatrixAnswer = "granted" | `${number} ${string}`;

/** Principals by answer; one that is not named is refused with `403 APP_ROLE_MISMATCH`. */
export type Row = Readonly<Partial<Record<MatrixAnswer, readonly ActorName[]>>>;

// Groups of principals that most rows treat alike.
const COACHES = [
  "foreignCoach",
  "owner",
  "ownerOnWeb",
  "secondCoach",
  "formerMember",
  "coachOfSuspendedWorkspace",
  "coachOfArchivedWorkspace",
] as const;
const COACHES_ON_PHONE = COACHES.filter((name) => name !== "ownerOnWeb");
const CLIENTS = [
  "foreignClient",
  "client",
  "clientOfSuspendedWorkspace",
  "pausedClient",
  "formerClient",
] as const;
const MISPLACED = ["ownerOnClientMobile", "clientOnCoachMobile", "clientOnWeb"] as const;
const STAFF = [
  "admin",
  "adminOnPhone",
  "support",
  "supportWithReason",
  "supportWithoutGrant",
] as const;
const LEAVING = ["leavingCoach", "leavingClient"] as const;
const SIGNED_OUT = ["signedOutCoach", "signedOutClient"] as const;

/** Refused everywhere except at the two routes meant for them. */
const SHUT_OUT = {
  "401 UNAUTHENTICATED": ["anonymous", "service", ...SIGNED_OUT],
  "403 USER_SUSPENDED": ["suspendedCoach", "suspendedClient"],
  "403 USER_PENDING_DELETION": LEAVING,
  "403 USER_DELETED": ["deletedClient"],
} as const satisfies Row;

/** The answers of routes that need an account. */
const ACCOUNT = {
  ...SHUT_OUT,
  "403 REGISTRATION_REQUIRED": ["stranger", ...STAFF],
} as const satisfies Row;

/** The answers of routes that need a membership in a workspace. */
const WORKSPACE = {
  ...ACCOUNT,
  "404 NOT_FOUND": ["foreignCoach", "formerMember"],
  "403 WORKSPACE_SUSPENDED": ["coachOfSuspendedWorkspace"],
  "403 WORKSPACE_ARCHIVED": ["coachOfArchivedWorkspace"],
} as const satisfies Row;

const USERS = [...COACHES, ...CLIENTS, ...MISPLACED] as const;
/** On the web a client may use only the fallback. */
const IN_OWN_APPS = USERS.filter((name) => name !== "clientOnWeb");

/**
 * The principals that may use a route, by its declared access (api/endpoint.ts). The table is written by hand and
 * does not use the guard. Routes with their own surfaces or exceptions have their own row.
 */
export const TABLE = {
  anonymous: { granted: ACTOR_NAMES },
  provider: { granted: ACTOR_NAMES },
  service: {
    "401 UNAUTHENTICATED": ["anonymous"],
    "403 FORBIDDEN": ACTOR_NAMES.filter((name) => name !== "anonymous" && name !== "service"),
    granted: ["service"],
  },
  identity: { ...SHUT_OUT, granted: [...USERS, "stranger", ...STAFF] },
  "identity on WEB, COACH_MOBILE": {
    ...SHUT_OUT,
    granted: [...COACHES, "clientOnCoachMobile", "clientOnWeb", ...STAFF],
  },
  "identity on CLIENT_MOBILE": {
    ...SHUT_OUT,
    granted: [...CLIENTS, "ownerOnClientMobile", "stranger"],
  },
  "identity on CLIENT_MOBILE, WEB": {
    ...SHUT_OUT,
    granted: [
      ...([...CLIENTS, "ownerOnClientMobile", "stranger", "ownerOnWeb", "clientOnWeb"] as const),
      ...(["admin", "support", "supportWithReason", "supportWithoutGrant"] as const),
    ],
  },
  user: { ...ACCOUNT, granted: IN_OWN_APPS },
  "user, clients on WEB too": { ...ACCOUNT, granted: USERS },
  "user, clients on WEB too, leaving too": {
    ...ACCOUNT,
    "403 USER_PENDING_DELETION": [],
    granted: [...USERS, ...LEAVING],
  },
  "user, clients on WEB too, signed out too": {
    ...ACCOUNT,
    "401 UNAUTHENTICATED": ["anonymous", "service"],
    granted: [...USERS, ...SIGNED_OUT],
  },
  "user on WEB, COACH_MOBILE": {
    ...ACCOUNT,
    granted: [...COACHES, "clientOnCoachMobile"],
  },
  "device-owner": {
    ...ACCOUNT,
    granted: [...COACHES_ON_PHONE, "ownerOnClientMobile", "clientOnCoachMobile", ...CLIENTS],
  },
  coach: { ...ACCOUNT, granted: COACHES },
  client: { ...ACCOUNT, granted: CLIENTS },
  "workspace-coach": { ...WORKSPACE, granted: ["owner", "ownerOnWeb", "secondCoach"] },
  "workspace-coach, archived too": {
    ...WORKSPACE,
    "403 WORKSPACE_ARCHIVED": [],
    granted: ["owner", "ownerOnWeb", "secondCoach", "coachOfArchivedWorkspace"],
  },
  "workspace-owner": {
    ...WORKSPACE,
    "403 FORBIDDEN": ["secondCoach"],
    granted: ["owner", "ownerOnWeb"],
  },
  "workspace-owner, archived too": {
    ...WORKSPACE,
    "403 WORKSPACE_ARCHIVED": [],
    "403 FORBIDDEN": ["secondCoach"],
    granted: ["owner", "ownerOnWeb", "coachOfArchivedWorkspace"],
  },
  "workspace-participant": {
    ...ACCOUNT,
    "404 NOT_FOUND": [
      ...(["foreignCoach", "formerMember", "ownerOnClientMobile"] as const),
      ...(["foreignClient", "formerClient", "clientOfSuspendedWorkspace"] as const),
    ],
    "403 WORKSPACE_SUSPENDED": ["coachOfSuspendedWorkspace"],
    "403 WORKSPACE_ARCHIVED": ["coachOfArchivedWorkspace"],
    granted: ["owner", "ownerOnWeb", "secondCoach", "client", "pausedClient"],
  },
  "relationship-coach": { ...WORKSPACE, granted: ["owner", "ownerOnWeb", "secondCoach"] },
  "relationship-coach, archived too": {
    ...WORKSPACE,
    "403 WORKSPACE_ARCHIVED": [],
    granted: ["owner", "ownerOnWeb", "secondCoach", "coachOfArchivedWorkspace"],
  },
  "relationship-participant": {
    ...ACCOUNT,
    "404 NOT_FOUND": [
      ...(["foreignCoach", "formerMember", "coachOfSuspendedWorkspace"] as const),
      ...(["coachOfArchivedWorkspace", "ownerOnClientMobile", "clientOnCoachMobile"] as const),
      ...(["foreignClient", "formerClient", "clientOfSuspendedWorkspace"] as const),
    ],
    granted: ["owner", "secondCoach", "client", "pausedClient"],
  },
  admin: {
    ...SHUT_OUT,
    "403 FORBIDDEN": [
      ...([...USERS, "stranger", "support", "supportWithReason", "supportWithoutGrant"] as const),
    ],
    granted: ["admin"],
  },
  support: {
    ...SHUT_OUT,
    "403 FORBIDDEN": [...USERS, "stranger", "supportWithoutGrant"],
    granted: ["admin", "support", "supportWithReason"],
  },
  "support with a reason": {
    ...SHUT_OUT,
    "403 FORBIDDEN": [...USERS, "stranger", "supportWithoutGrant"],
    "400 REASON_REQUIRED": ["support"],
    granted: ["admin", "supportWithReason"],
  },
} as const satisfies Record<Access, Row> & Record<string, Row>;

const CLIENT_OF_SUSPENDED = {
  "403 WORKSPACE_SUSPENDED": ["clientOfSuspendedWorkspace"],
} as const satisfies Row;
/** Principals without an invitation to the workspace. */
const NOT_ASKED = [
  ...COACHES.filter((name) => name !== "foreignCoach"),
  ...(["clientOnCoachMobile"] as const),
];
/** An upload is for its owner alone, while the relationship exists. */
const NOT_THE_OWNER = {
  "404 NOT_FOUND": [
    ...COACHES_ON_PHONE,
    ...(["ownerOnClientMobile", "clientOnCoachMobile", "foreignClient", "formerClient"] as const),
    "clientOfSuspendedWorkspace",
  ],
} as const satisfies Row;
/** Media are visible to their sender while the relationship exists, and to the coaches of the workspace. */
const NOT_SHOWN = {
  "404 NOT_FOUND": [
    ...(["foreignCoach", "formerMember", "ownerOnClientMobile", "clientOnCoachMobile"] as const),
    ...(["foreignClient", "formerClient", "clientOfSuspendedWorkspace"] as const),
  ],
  "403 WORKSPACE_SUSPENDED": ["coachOfSuspendedWorkspace"],
} as const satisfies Row;
/** A task is for its client, while the relationship is reachable. */
const NOT_THE_CLIENT = {
  "404 NOT_FOUND": ["foreignClient", "formerClient", "clientOfSuspendedWorkspace"],
} as const satisfies Row;
/** An export is for its person alone. */
const NOT_THE_PERSON = {
  "404 NOT_FOUND": [...COACHES, "foreignClient", "ownerOnClientMobile"],
} as const satisfies Row;
/** A day is for its client, while the relationship is reachable. */
const NOT_REACHED = {
  "404 NOT_FOUND": ["formerClient", "clientOfSuspendedWorkspace"],
} as const satisfies Row;
const FORMER_CLIENT = { "404 NOT_FOUND": ["formerClient"] } as const satisfies Row;
/** Acts on an onboarding task or its form: for its own client, while the relationship is open. */
const ONBOARDING_ACT = {
  ...CLIENT_OF_SUSPENDED,
  "404 NOT_FOUND": ["foreignClient", "formerClient"],
  "403 RELATIONSHIP_INACTIVE": ["pausedClient"],
} as const satisfies Row;

/**
 * Principals whom a route lets in and its act or query then refuses, for a reason about them that no access
 * expresses. No other route may do so.
 */
export const REFUSED_BY_ACT: Readonly<Record<string, Row>> = {
  "GET /api/v1/auth/client-me": { "403 APP_ROLE_MISMATCH": ["ownerOnWeb", "ownerOnClientMobile"] },
  "DELETE /api/v1/auth/identities/{identityId}": {
    "404 NOT_FOUND": [...COACHES, "foreignClient", "ownerOnClientMobile"],
  },
  "GET /api/v1/auth/account-exports/{exportId}": NOT_THE_PERSON,
  "GET /api/v1/auth/account-exports/{exportId}/file": NOT_THE_PERSON,
  "GET /api/v1/auth/account-exports/{exportId}/archive": NOT_THE_PERSON,
  "POST /api/v1/client-invitations/preview": {
    "403 WORKSPACE_SUSPENDED": [
      ...(["coachOfSuspendedWorkspace", "coachOfArchivedWorkspace"] as const),
      "clientOfSuspendedWorkspace",
    ],
  },
  "POST /api/v1/client-invitations/validate": CLIENT_OF_SUSPENDED,
  // It is for people without an account.
  "POST /api/v1/client-invitations/mail-again": {
    "404 NOT_FOUND": [
      ...(["client", "clientOnWeb", "pausedClient", "foreignClient", "formerClient"] as const),
      ...(["clientOfSuspendedWorkspace", "ownerOnWeb", "ownerOnClientMobile"] as const),
    ],
  },
  "POST /api/v1/auth/client-onboarding-registration": CLIENT_OF_SUSPENDED,
  "POST /api/v1/member-invitations/preview": {
    "404 NOT_FOUND": ACTOR_NAMES.filter((name) => name !== "foreignCoach"),
  },
  "POST /api/v1/member-invitations/joining-preview": {
    "404 NOT_FOUND": [...NOT_ASKED, "clientOnWeb", ...STAFF],
  },
  "POST /api/v1/member-invitations/accept": {
    "404 NOT_FOUND": NOT_ASKED,
  },
  "POST /api/v1/auth/member-registration": {
    "404 NOT_FOUND": [...NOT_ASKED, "clientOnWeb", ...STAFF],
  },
  "POST /api/v1/client/relationship/end": FORMER_CLIENT,
  "GET /api/v1/client/today": FORMER_CLIENT,
  "GET /api/v1/client/today/range": FORMER_CLIENT,
  "GET /api/v1/client/workouts/offline-manifest": FORMER_CLIENT,
  "GET /api/v1/client/workout-tasks/{taskId}/offline-package": {
    "404 NOT_FOUND": ["foreignClient", "formerClient"],
  },
  "GET /api/v1/client/onboarding": FORMER_CLIENT,
  "GET /api/v1/client-onboarding/tasks": FORMER_CLIENT,
  "POST /api/v1/client/onboarding/tasks/{taskId}/open": ONBOARDING_ACT,
  "POST /api/v1/client/onboarding/tasks/{taskId}/skip": ONBOARDING_ACT,
  "POST /api/v1/client/onboarding/tasks/{taskId}/complete-from-form": ONBOARDING_ACT,
  "POST /api/v1/client-onboarding/tasks/{taskId}/complete": ONBOARDING_ACT,
  "GET /api/v1/client/form-assignments": FORMER_CLIENT,
  "GET /api/v1/client/form-assignments/{formAssignmentId}": {
    "404 NOT_FOUND": ["foreignClient", "formerClient"],
  },
  "PUT /api/v1/client/form-assignments/{formAssignmentId}/draft": {
    "404 NOT_FOUND": ["foreignClient", "formerClient", "clientOfSuspendedWorkspace"],
  },
  "POST /api/v1/client/form-assignments/{formAssignmentId}/submissions": ONBOARDING_ACT,
  "POST /api/v1/client/uploads": {
    "404 NOT_FOUND": [
      ...(["foreignCoach", "formerMember", "coachOfSuspendedWorkspace"] as const),
      ...(["coachOfArchivedWorkspace", "ownerOnClientMobile", "clientOnCoachMobile"] as const),
      ...(["foreignClient", "formerClient", "clientOfSuspendedWorkspace"] as const),
    ],
    "403 RELATIONSHIP_INACTIVE": ["pausedClient"],
  },
  // No program or task contains this exercise of the workspace, so the client may not see it.
  "POST /api/v1/workspaces/{workspaceId}/exercise-library/exercises/{exerciseId}/media-session": {
    "404 NOT_FOUND": ["client", "pausedClient"],
  },
  "GET /api/v1/client/uploads/{uploadId}": NOT_THE_OWNER,
  "HEAD /api/v1/uploads/{uploadId}": NOT_THE_OWNER,
  "PATCH /api/v1/uploads/{uploadId}": NOT_THE_OWNER,
  "DELETE /api/v1/uploads/{uploadId}": NOT_THE_OWNER,
  "OPTIONS /api/v1/uploads/{uploadId}": NOT_THE_OWNER,
  "GET /api/v1/media/{mediaId}": NOT_SHOWN,
  "GET /api/v1/media/{mediaId}/content": NOT_SHOWN,
  "GET /api/v1/client/quick-log/tasks/{taskId}": NOT_THE_CLIENT,
  "POST /api/v1/client/quick-log/tasks/{taskId}/actions": NOT_THE_CLIENT,
  "POST /api/v1/client/today/tasks/{taskId}/start": NOT_THE_CLIENT,
  "POST /api/v1/client/today/tasks/{taskId}/complete": NOT_THE_CLIENT,
  "POST /api/v1/client/today/tasks/{taskId}/skip": NOT_THE_CLIENT,
  "POST /api/v1/client/today/sync": NOT_REACHED,
  "POST /api/v1/client/quick-log/sync": NOT_REACHED,
  "POST /api/v1/client/workout-sessions/sync": NOT_REACHED,
  "GET /api/v1/client/workout-sessions/sync/{clientBatchId}": NOT_REACHED,
  "GET /api/v1/client/workout-sessions/conflicts": NOT_REACHED,
  "POST /api/v1/client/workout-sessions/conflicts/{conflictId}/resolve": NOT_THE_CLIENT,
  "GET /api/v1/client/quick-log/metrics/{metricKind}": NOT_REACHED,
  "POST /api/v1/client/quick-log/tasks/{taskId}/values": NOT_THE_CLIENT,
  "POST /api/v1/client/quick-log/tasks/{taskId}/complete-all": NOT_THE_CLIENT,
};

/**
 * Refusals of the act for every principal of the matrix. The workspace still has a client; the submitted form is not
 * the questionnaire; nobody was given the cursor.
 */
export const REFUSED_ANYHOW: Readonly<Record<string, string>> = {
  "POST /api/v1/workspaces/{workspaceId}/archive": "409 STATE_CONFLICT",
  // They no longer wait for a baseline.
  "POST /api/v1/workspaces/{workspaceId}/relationships/{relationshipId}/waive-baseline":
    "409 STATE_CONFLICT",
  // They name a version of the day that nobody has read.
  "POST /api/v1/coach/relationships/{relationshipId}/days/{localDate}/review": "409 STATE_CONFLICT",
  "GET /api/v1/client/workouts/offline-delta": "400 CURSOR_INVALID",
  "POST /api/v1/client/onboarding/tasks/{taskId}/complete-from-form": "409 SUBMISSION_MISMATCH",
  "POST /api/v1/client-onboarding/tasks/{taskId}/complete": "409 SUBMISSION_MISMATCH",
};
