/** Where an invitation to join a workspace stands. */
export const MEMBER_INVITATION_STATUSES = ["ACTIVE", "CONSUMED", "EXPIRED", "REVOKED"] as const;
export type MemberInvitationStatus = (typeof MEMBER_INVITATION_STATUSES)[number];

/** Where an invitation of a client stands; SCHEDULED waits for its day, and nobody has its link. */
export const INVITATION_STATUSES = ["SCHEDULED", ...MEMBER_INVITATION_STATUSES] as const;
export type InvitationStatus = (typeof INVITATION_STATUSES)[number];

/**
 * Of whom a line of a file names, until that line has its outcome: shown to nobody, counted nowhere, and without a link
 * (docs/rules.md#invitations-csv).
 */
export const WAITING_STATUS = "WAITING";

/** Those that stand until their time is over. */
export const STANDING_STATUSES = ["SCHEDULED", "ACTIVE"] as const satisfies InvitationStatus[];

/** Generation of an invitation whose link was not renewed yet. */
export const FIRST_GENERATION = 1;

/** How long an invitation stays open. */
export const INVITATION_DAYS = 14;

/** How long before it closes an invitation is reminded of. */
export const INVITATION_REMINDER_DAYS = 3;

/** Invitations of clients that may stand open in a workspace at a time. */
export const OPEN_INVITATIONS = 500;

/** People that a file invites at most. */
export const CSV_PEOPLE = 200;

/** Lines of a file that have their outcomes in one transaction. */
export const CSV_SLICE = 20;

/** How long a request waits for the outcomes of its file; then it is answered with those that there are. */
export const CSV_ANSWER_SECONDS = 10;

/** How long its actor rests after a slice: many files at once take no more than their share. */
export const CSV_ACTOR_REST_SECONDS = 2;

/** After how long the actor of a file takes over: by then its request has been answered, or lost. */
export const CSV_ACTOR_SECONDS = 15;

/**
 * Outcome of a line of such a file, in this order: invited now; beyond the quota of today and invited on a later day;
 * already invited; already a client; beyond the quota of open invitations; unreadable; not written, by a fault of ours.
 */
export const CSV_OUTCOMES = [
  "INVITED",
  "SCHEDULED",
  "STANDING",
  "ALREADY_CLIENT",
  "TOO_MANY_OPEN",
  "INVALID",
  "FAILED",
] as const;
export type CsvOutcome = (typeof CSV_OUTCOMES)[number];

/**
 * Why a line cannot be read, or nobody could accept its invitation; `quote` is of a line whose quotes do not add up, and
 * of those that such a quote swallowed.
 */
export const CSV_FAULTS = [
  "contact",
  "name",
  "formula",
  "encoding",
  "quote",
  "not_provable",
] as const;
export type CsvFault = (typeof CSV_FAULTS)[number];

/** Invitations to join that may stand open in a workspace at a time. */
export const OPEN_MEMBER_INVITATIONS = 50;

/** Invitations of either kind that a coach may send within an hour, those sent again included. */
export const INVITATIONS_PER_HOUR = 200;

/** Invitations of either kind that a coach may send within a day while no client has joined the workspace. */
export const NEW_COACH_INVITATIONS_PER_DAY = 10;

/** Invitations that a recipient is mailed within a day, whoever sends them. */
export const INVITATION_MAILS_PER_DAY = 3;

/** How long a validated invitation can be registered with. */
export const VALIDATION_MINUTES = 15;

/** Where somebody stands who comes with an invitation token. */
export type InvitationStep = "PREVIEW" | "VALIDATION" | "REGISTRATION" | "MEMBERSHIP";

/** What stands in the place of a contact that is no longer kept; the invitation it was of has long ended. */
export const NO_CONTACT = "";
