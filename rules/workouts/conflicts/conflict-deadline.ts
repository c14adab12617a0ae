import type { workoutConflictActor } from "../../../contract/workouts/conflict-actor.ts";
import type { DueReasonOf } from "../../../contract/outbox/define-actor.ts";
import {
  CONFLICT_REMINDER_DAYS,
  CONFLICT_REMINDER_HOURS,
} from "../../../contract/workouts/session-vocabulary.ts";
import { addDays, dayAfter, localDateOf, localInstant } from "../../local-day.ts";
import type { ActorDeadline } from "../../outbox/actor-agenda.ts";
import { zoneAt, type RelationshipZone } from "../../relationships/relationship-zone.ts";

const OPENS = `${CONFLICT_REMINDER_HOURS.from}:00`;
const CLOSES = `${CONFLICT_REMINDER_HOURS.until}:00`;
const DAY_MS = 86_400_000;

/** What of an open conflict decides when its actor acts. */
export interface ConflictState {
  readonly openedAt: Date;
  readonly expiresAt: Date;
  /** First local date on which the client is reminded next. */
  readonly remindFrom: string;
  readonly coachToldAt: Date | null;
  readonly zone: RelationshipZone;
}

/** What is due of an open conflict at an instant. */
export interface ConflictTurn {
  readonly isOver: boolean;
  /** Local date that the client is reminded on now; null for not now. */
  readonly remindOn: string | null;
  /** First local date of the reminder after that. */
  readonly nextFrom: string;
  readonly tellsCoach: boolean;
}

/**
 * What is to be done about a conflict now (docs/rooms/workouts.md#conflicts): the client is reminded in the morning and
 * weekly after, the coach told once, and in the end the draft goes. Looking early decides nothing; a day whose hours are
 * over before anybody looked gives its reminder to the next.
 */
export function conflictTurn(state: ConflictState, now: Date): ConflictTurn {
  const isOver = now >= state.expiresAt;
  const { localDate, at } = nextReminder(state, now);
  const isDue = !isOver && now >= at;
  return {
    isOver,
    remindOn: isDue ? localDate : null,
    nextFrom: isDue ? addDays(localDate, CONFLICT_REMINDER_DAYS.client) : state.remindFrom,
    tellsCoach: !isOver && state.coachToldAt === null && now >= coachAt(state),
  };
}

/** When the actor of an open conflict acts next, and why; of what comes at once the end comes first. */
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

/** The reminder that comes next, or is due: from 10:00 to 21:00 by the client's clocks, on no day before its own. */
function nextReminder({ remindFrom, zone }: ConflictState, now: Date) {
  const timezone = zoneAt(zone, now);
  const today = localDateOf(now, timezone);
  const first = now < localInstant(today, CLOSES, timezone) ? today : dayAfter(today);
  const localDate = remindFrom > first ? remindFrom : first;
  const opensAt = localInstant(localDate, OPENS, timezone);
  const then = zoneAt(zone, opensAt > now ? opensAt : now);
  return { localDate, at: localInstant(localDate, OPENS, then) };
}
