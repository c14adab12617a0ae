import type { workoutConflictActor } from "../../../contract/workouts/workout-conflict-actor.ts";
import type { DueReasonOf } from "../../../contract/outbox/define-actor.ts";
import {
  CONFLICT_REMINDER_DAYS,
  CONFLICT_REMINDER_HOURS,
} from "../../../contract/workouts/session-vocabulary.ts";
import { addDays, dayAfter, localDateOf, localInstant } from "../../local-day.ts";
import type { ActorDeadline } from "../../outbox/actor-agenda.ts";
import { zoneAt, type RelationshipZone } from "../../relationships/relationship-zone.ts";

/** The actions that are due for an open conflict at an instant. */
export interface ConflictDeadline {
  readonly isOver: boolean;
  /** Local date of the reminder to send now; null if none is due. */
  readonly remindOn: string | null;
  /** First local date of the reminder after that. */
  readonly nextFrom: string;
  readonly notifiesCoach: boolean;
}

const OPENS = `${CONFLICT_REMINDER_HOURS.from}:00`;
const CLOSES = `${CONFLICT_REMINDER_HOURS.until}:00`;
const DAY_MS = 86_400_000;

/** The fields of an open conflict that decide when its actor acts. */
export interface ConflictState {
  readonly openedAt: Date;
  readonly expiresAt: Date;
  /** First local date of the client's next reminder. */
  readonly remindFrom: string;
  readonly coachToldAt: Date | null;
  readonly zone: RelationshipZone;
}

/**
 * The actions that are due for a conflict now (docs/rooms/workouts.md#conflicts). The client is reminded in the
 * morning and then weekly, the coach is notified once, and finally the draft expires. Evaluating early has no effect;
 * if a day's hours were missed, the next day gets its reminder.
 */
export function conflictDeadline(state: ConflictState, now: Date): ConflictDeadline {
  const isOver = now >= state.expiresAt;
  const { localDate, at } = nextReminder(state, now);
  const isDue = !isOver && now >= at;
  return {
    isOver,
    remindOn: isDue ? localDate : null,
    nextFrom: isDue ? addDays(localDate, CONFLICT_REMINDER_DAYS.client) : state.remindFrom,
    notifiesCoach: !isOver && state.coachToldAt === null && now >= coachAt(state),
  };
}

/** When and why the actor of an open conflict acts next; on a tie the expiry comes first. */
export function nextConflictDeadline(
  state: ConflictState,
  now: Date,
): ActorDeadline<DueReasonOf<typeof workoutConflictActor>> {
  const deadlines = [
    { at: state.expiresAt, reason: "EXPIRY" as const },
    { at: nextReminder(state, now).at, reason: "CLIENT_REMINDER" as const },
    ...(state.coachToldAt === null
      ? [{ at: coachAt(state), reason: "COACH_REMINDER" as const }]
      : []),
  ];
  return deadlines.reduce((first, other) => (other.at < first.at ? other : first));
}

function coachAt({ openedAt }: ConflictState): Date {
  return new Date(openedAt.getTime() + CONFLICT_REMINDER_DAYS.coach * DAY_MS);
}

/** The next or due reminder: from 10:00 to 21:00 by the client's clocks, not before its date. */
function nextReminder({ remindFrom, zone }: ConflictState, now: Date) {
  const timezone = zoneAt(zone, now);
  const today = localDateOf(now, timezone);
  const first = now < localInstant(today, CLOSES, timezone) ? today : dayAfter(today);
  const localDate = remindFrom > first ? remindFrom : first;
  const opensAt = localInstant(localDate, OPENS, timezone);
  const then = zoneAt(zone, opensAt > now ? opensAt : now);
  return { localDate, at: localInstant(localDate, OPENS, then) };
}
