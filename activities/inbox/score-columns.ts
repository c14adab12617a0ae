import { FIRST_TOUCH_HOURS, type Severity } from "../../contract/inbox/vocabulary.ts";
import type { RelationshipStatus } from "../../contract/relationships/vocabulary.ts";
import type { CoachTask } from "../../db/inbox/coach-task.ts";
import {
  NEVER_DUE,
  dueTimes,
  scoreChangesAt,
  scoreOf,
  scoreParts,
} from "../../rules/inbox/score-parts.ts";
import { type RelationshipZone, zoneAt } from "../../rules/relationships/relationship-zone.ts";

/** The score columns of a task at an instant; the caller passes its due date and severity. */
export function scoreColumns(
  task: Scored,
  {
    clientStatus,
    isPinned,
  }: { readonly clientStatus: RelationshipStatus; readonly isPinned: boolean },
  now: Date,
) {
  const parts = scoreParts({ ...task, clientStatus, isPinned }, now);
  return {
    basePart: parts.ofType,
    severityPart: parts.severity,
    duePart: parts.due,
    clientPart: parts.client,
    pinPart: parts.pin,
    priorityScore: scoreOf(parts),
    urgent: task.severity === "URGENT",
    scoreChangesAt: scoreChangesAt(task, now),
  };
}

const HOUR_MS = 3_600_000;

type Scored = Pick<CoachTask, "taskType" | "severity" | "dueAt" | "dueDayStartsAt">;

/** The due columns of a task that is due at an instant, or never. */
export function dueColumns(dueAt: Date | null, zone: RelationshipZone) {
  return { ...zonedDue(dueAt, zone), dueOrder: dueAt ?? NEVER_DUE };
}

/** A due instant in the time zone in force at that instant. */
export function zonedDue(dueAt: Date | null, zone: RelationshipZone) {
  return dueTimes(dueAt, dueAt === null ? zone.timezone : zoneAt(zone, dueAt));
}

/** The instant by which a coach should have opened a task of this severity. */
export function goalOf(severity: Severity, now: Date): Date | null {
  const hours = FIRST_TOUCH_HOURS[severity];
  return hours === undefined ? null : new Date(now.getTime() + hours * HOUR_MS);
}
