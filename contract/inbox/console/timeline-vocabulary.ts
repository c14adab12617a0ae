import type { MEMBER_PERMISSIONS } from "../../workspaces/vocabulary.ts";
import { keysOf } from "../../keys-of.ts";

/**
 * Entries of a client's timeline, and the permission that a member needs to see each. An entry about a task of the
 * inbox also needs the permission of its source.
 */
export const TIMELINE_ENTRIES = {
  RELATIONSHIP_STARTED: "relationships.read",
  RELATIONSHIP_CHANGED: "relationships.read",
  COACH_CHANGED: "relationships.read",
  PLAN_ASSIGNED: "relationships.read",
  PLAN_REVISED: "relationships.read",
  FORM_ASSIGNED: "relationships.read",
  FORM_SUBMITTED: "forms.submissions.read",
  WORKOUT_SUBMITTED: "programs.review",
  TASK_OPENED: "relationships.read",
  TASK_CLOSED: "relationships.read",
} as const satisfies Record<string, (typeof MEMBER_PERMISSIONS)["OWNER"][number]>;
export type TimelineCode = keyof typeof TIMELINE_ENTRIES;
export const TIMELINE_CODES = keysOf(TIMELINE_ENTRIES);
