/** Status of an invitation to join a workspace. */
export const MEMBER_INVITATION_STATUSES = ["ACTIVE", "CONSUMED", "EXPIRED", "REVOKED"] as const;
export type MemberInvitationStatus = (typeof MEMBER_INVITATION_STATUSES)[number];

/** Status of a client's invitation. A SCHEDULED one waits for its day; nobody has its link yet. */
export const INVITATION_STATUSES = ["SCHEDULED", ...MEMBER_INVITATION_STATUSES] as const;
export type InvitationStatus = (typeof INVITATION_STATUSES)[number];

/**
 * Status of an invitation from a file whose line has no outcome yet: not shown, not counted and without a link
 * (docs/rooms/invitations.md#csv).
 */
export const WAITING_STATUS = "WAITING";

/** Statuses of open invitations, which end when their time is over. */
export const OPEN_INVITATION_STATUSES = [
  "SCHEDULED",
  "ACTIVE",
] as const satisfies InvitationStatus[];

/** Generation of an invitation whose link was never renewed. */
export const FIRST_GENERATION = 1;

/** Days for which an invitation is open. */
export const INVITATION_DAYS = 14;

/** Days before the end of an invitation at which a reminder is sent. */
export const INVITATION_REMINDER_DAYS = 3;

/** Days after the end of an invitation within which its coach is still notified of it. */
export const EXPIRY_NOTICE_DAYS = 7;

/**
 * Why an open or expired invitation needs its coach:
 * - its link closes within three days;
 * - its link has closed;
 * - the mail of its link was refused or given up.
 */
export const INVITATION_TROUBLES = ["EXPIRING", "EXPIRED", "BOUNCED"] as const;
export type InvitationTrouble = (typeof INVITATION_TROUBLES)[number];

/** Maximum number of open client invitations in a workspace. */
export const OPEN_INVITATIONS = 500;

/** Maximum number of people in a file of invitations. */
export const CSV_PEOPLE = 200;

/** Lines of a file that are processed in one transaction. */
export const CSV_SLICE = 20;

/** Seconds that a request waits for the outcomes of its file; then it answers with those it has. */
export const CSV_ANSWER_SECONDS = 10;

/** Seconds that the actor pauses after a slice, so that many files at once do not use more than their share. */
export const CSV_ACTOR_REST_SECONDS = 2;

/** Seconds after which the actor of a file takes over. By then its request was answered or lost. */
export const CSV_ACTOR_SECONDS = 15;

/**
 * Outcomes of a line of the imported file:
 * - invited now;
 * - beyond today's quota, invited on a later day;
 * - already invited;
 * - already a client;
 * - beyond the quota of open invitations;
 * - unreadable;
 * - not stored because of an internal error.
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
 * Why a line is unreadable or its invitation could not be accepted. A line with `quote` has unbalanced quotes, or such a
 * quote swallowed it. A line with `member` names a coach of the workspace who does not own it.
 */
export const CSV_FAULTS = [
  "contact",
  "name",
  "formula",
  "encoding",
  "quote",
  "not_provable",
  "member",
] as const;
export type CsvFault = (typeof CSV_FAULTS)[number];

/** Maximum number of open invitations to join a workspace. */
export const OPEN_MEMBER_INVITATIONS = 50;

/** Maximum number of invitations of either kind that a coach may send within an hour, including repeated ones. */
export const INVITATIONS_PER_HOUR = 200;

/**
 * Maximum number of invitations of either kind that a coach may send within a day, until a client has joined the
 * workspace.
 */
export const NEW_COACH_INVITATIONS_PER_DAY = 10;

/** Maximum number of invitation mails to one recipient within a day, whoever sends them. */
export const INVITATION_MAILS_PER_DAY = 3;

/** Minutes within which a validated invitation can be registered. */
export const VALIDATION_MINUTES = 15;

/** Minutes within which a join handle stands for its invitation's token. */
export const JOIN_HANDLE_MINUTES = 10;

/** Step of a caller with an invitation token. */
export type InvitationStep = "PREVIEW" | "VALIDATION" | "REGISTRATION" | "MEMBERSHIP";

/** Replaces a contact that is no longer kept; its invitation ended long ago. */
export const NO_CONTACT = "";
