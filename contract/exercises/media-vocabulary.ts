/** What a person who wanted to see a video is answered (docs/rules.md#exercises-media-session). */
export const MEDIA_STATUSES = [
  "MEDIA_READY",
  "NO_VIDEO",
  "MEDIA_LIMIT_REACHED",
  "PROVIDER_UNAVAILABLE",
] as const;
export type MediaStatus = (typeof MEDIA_STATUSES)[number];

/** Whose limit it was: ours, before anybody was called, or the provider's own. */
export const MEDIA_LIMIT_ORIGINS = ["LOCAL_ALLOWANCE", "PROVIDER_CAP"] as const;
export type MediaLimitOrigin = (typeof MEDIA_LIMIT_ORIGINS)[number];

/** An access counts from its reservation on; it is released only where the provider cannot have counted it. */
export const MEDIA_ACCESS_STATES = ["COUNTED", "RELEASED"] as const;
export type MediaAccessState = (typeof MEDIA_ACCESS_STATES)[number];

/** How the call of an access ended; an access without one was never finished, and counts. */
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

/** Why no call is made until the provider's account was read again. */
export const ALLOWANCE_CLOSED_BY = ["EXERCISES", "MINUTES"] as const;
export type AllowanceClosedBy = (typeof ALLOWANCE_CLOSED_BY)[number];

/** Numbers of the allowance (docs/rules.md#exercises-allowance). */
export const ALLOWANCE = {
  /** Of the plan's limits this much is ours to use, and from here on somebody is told. */
  ownPercent: 90,
  warnPercent: 80,
  /** What one workspace may take of ours at most, and does unless told: the last tenth is never one's alone. */
  mostSharePercent: 90,
  /** How long an exercise takes its place: the provider's 30 days, and an hour for whatever clocks differ by. */
  placeHours: 30 * 24 + 1,
  /** How long minutes count. */
  minutesDays: 31,
  /** What a video counts whose length nobody knows. */
  unknownMinutes: 5,
} as const;

/** Numbers of a media session (docs/rules.md#exercises-media-session). */
export const MEDIA_SESSION = {
  /** A person may begin so many an hour. */
  perHour: 30,
  /** How long the provider is waited for, and how long its call may be under way at most. */
  callMs: 3_000,
  underWaySeconds: 10,
  /** How long a session may be asked for anew, once. */
  refetchHours: 48,
} as const;

/** Days that is kept who asked for which video, and what accounts said (docs/rules.md#exercises-usage). */
export const MEDIA_ACCESS_DAYS = 400;
