/** Answers to a request for a video (docs/rooms/exercises.md#media-session). */
export const MEDIA_STATUSES = [
  "MEDIA_READY",
  "NO_VIDEO",
  "MEDIA_LIMIT_REACHED",
  "PROVIDER_UNAVAILABLE",
] as const;
export type MediaStatus = (typeof MEDIA_STATUSES)[number];

/** The owner of the limit that was reached: we, before the provider was called, or the provider. */
export const MEDIA_LIMIT_ORIGINS = ["LOCAL_ALLOWANCE", "PROVIDER_CAP"] as const;
export type MediaLimitOrigin = (typeof MEDIA_LIMIT_ORIGINS)[number];

/** An access counts from its reservation on. It is released only if the provider cannot have counted it. */
export const MEDIA_ACCESS_STATES = ["COUNTED", "RELEASED"] as const;
export type MediaAccessState = (typeof MEDIA_ACCESS_STATES)[number];

/** Outcome of an access's call. An access without an outcome never finished, and counts. */
export const MEDIA_OUTCOMES = [
  "HAS_MEDIA",
  "NO_VIDEO",
  "CAPPED_EXERCISES",
  "CAPPED_MINUTES",
  "RATE_LIMITED",
  "UNAUTHORISED",
  "NOT_FOUND",
  "NOT_REACHED",
  "UNAVAILABLE",
  "MALFORMED",
  "FOREIGN_HOST",
] as const;
export type MediaOutcome = (typeof MEDIA_OUTCOMES)[number];

/** The limit that stops further calls until the provider's account was read again. */
export const QUOTA_CLOSED_BY = ["EXERCISES", "MINUTES"] as const;
export type QuotaClosedBy = (typeof QUOTA_CLOSED_BY)[number];

/** Numbers of the provider's quota (docs/rooms/exercises.md#allowance). */
export const MEDIA_QUOTA = {
  /** Percentages of the plan's limits: the part that we use, and the point at which operators are warned. */
  ownPercent: 90,
  warnPercent: 80,
  /** Default and maximum share of one workspace in our part; no workspace can use up the last tenth. */
  mostSharePercent: 90,
  /** Hours for which an exercise counts: the provider's 30 days, and an hour for clock differences. */
  placeHours: 30 * 24 + 1,
  /** Days for which minutes count. */
  minutesDays: 31,
  /** Minutes counted for a video of unknown length. */
  unknownMinutes: 5,
} as const;

/** Limits of a media session (docs/rooms/exercises.md#media-session). */
export const MEDIA_SESSION = {
  /** Sessions that a person may begin within an hour. */
  perHour: 30,
  /** Timeout for the provider's answer, and maximum duration of its call. */
  callMs: 3_000,
  underWaySeconds: 10,
  /** Hours within which a session may be renewed, once. */
  refetchHours: 48,
} as const;

/**
 * Days for which requests for videos and readings of the provider's accounts are kept
 * (docs/rooms/exercises.md#usage).
 */
export const MEDIA_ACCESS_DAYS = 400;
