import {
  type TimelineEntry,
  timelineEntrySchema,
} from "../../contract/inbox/console/timeline-schema.ts";
import type { TimelineRow } from "../../db/inbox/timeline/queries.ts";
import { mayOpen } from "../../rules/inbox/may-open.ts";

/** An entry of a client's timeline in wire form. */
export function presentTimelineEntry(row: TimelineRow, reader: TimelineReader): TimelineEntry {
  const { at, localDate, code, facts } = row;
  return timelineEntrySchema.parse({ at, localDate, code, facts, route: routeOf(row, reader) });
}

/** Whose timeline is read, and the permissions of its reader. */
export interface TimelineReader {
  readonly relationshipId: string;
  readonly permissions: readonly string[];
}

/** The page of the console that shows more: as in the inbox, null without the permission of a task's source. */
function routeOf(
  { code, id, route, context }: TimelineRow,
  { relationshipId, permissions }: TimelineReader,
): string | null {
  const client = `/clients/${relationshipId}`;
  switch (code) {
    case "RELATIONSHIP_STARTED":
    case "RELATIONSHIP_CHANGED":
    case "COACH_CHANGED":
      return null;
    case "PLAN_ASSIGNED":
    case "PLAN_REVISED":
      return `${client}/plans`;
    case "FORM_ASSIGNED":
      return `${client}/forms`;
    case "FORM_SUBMITTED":
      return `${client}/form-submissions/${id}`;
    case "WORKOUT_SUBMITTED":
      return `${client}/workouts/${id}`;
    case "TASK_OPENED":
    case "TASK_CLOSED":
      return context !== null && mayOpen(context, permissions) ? route : null;
  }
}
