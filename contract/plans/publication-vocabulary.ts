/**
 * Effect of publishing on a client who has the plan.
 * - `CHANGES`: gets tasks of the new revision.
 * - `ENDS`: follows, but the new revision has no further date, so that the plan is over for them.
 * - `WAITS`: follows, and gets the new revision once the pause is over.
 * - `STAYS`: keeps the revision in force.
 */
export const PUBLICATION_OUTCOMES = ["CHANGES", "ENDS", "WAITS", "STAYS"] as const;
export type PublicationOutcome = (typeof PUBLICATION_OUTCOMES)[number];

/**
 * Why a client has this outcome.
 * - `FOLLOWS`: the assignment runs and follows newer revisions.
 * - `DAY_BEGUN`: the same, but the client has begun today's task, which stays as it is.
 * - `STARTS_LATER`: the same, and the first day of the assignment is still to come.
 * - `NO_DATES_LEFT`: the new revision has no further date for this client.
 * - `COURSE_OVER`: neither the revision in force nor the new one has a further date.
 * - `ASSIGNMENT_PAUSED`, `RELATIONSHIP_PAUSED`: nothing is asked of the client at present.
 * - `EXCEPTED`: a coach excepted the client from an earlier publication.
 * - `DOES_NOT_FOLLOW`: the plan was assigned without newer revisions.
 */
export const PUBLICATION_REASONS = [
  "FOLLOWS",
  "DAY_BEGUN",
  "STARTS_LATER",
  "NO_DATES_LEFT",
  "COURSE_OVER",
  "ASSIGNMENT_PAUSED",
  "RELATIONSHIP_PAUSED",
  "EXCEPTED",
  "DOES_NOT_FOLLOW",
] as const;
export type PublicationReason = (typeof PUBLICATION_REASONS)[number];

/** How a part of a plan differs between its newest revision and its draft. */
export const DIFFERENCE_CHANGES = ["ADDED", "REMOVED", "CHANGED", "MOVED"] as const;
export type DifferenceChange = (typeof DIFFERENCE_CHANGES)[number];

/** Parts of a plan that are compared. PLAN is a field of the plan itself. */
export const DIFFERENCE_SUBJECTS = ["PLAN", "DAY", "EXERCISE", "ITEM", "METRIC", "POSE"] as const;
export type DifferenceSubject = (typeof DIFFERENCE_SUBJECTS)[number];

/** Fields of a plan that are compared one by one, in the order in which they are listed. */
export const COMPARED_FIELDS = [
  "title",
  "instructions",
  "rrule",
  "exdates",
  "startTime",
  "dueTime",
  "timeCritical",
  "priority",
  "weeks",
  "skipPolicy",
  "reviewWanted",
  "canStartOffline",
  "requiresRefreshBeforeStart",
  "formVersionId",
  "source",
  "snoozeMinutes",
  "mostSnoozes",
] as const;
export type ComparedField = (typeof COMPARED_FIELDS)[number];

export const PUBLICATION_LIMITS = {
  /** Clients whom one publication may except. */
  exceptions: 100,
  /** Differences that a preview lists; it counts the rest. */
  differences: 300,
  /** Longest version of a preview: it names every client who has the plan. */
  versionLength: 200_000,
} as const;
