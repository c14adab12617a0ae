import { hourOf } from "./day-curve.ts";

/**
 * Plans 24 hours of all phones: each operation of the curve once, each read of today, each read of a coach. Phones are
 * spread evenly over the curve, so the same day results each time, and twice the phones send twice as much in each hour.
 */
export function planDay(day: PlannedDay): readonly DayEvent[] {
  const { offsets, operations, reads, coaches, coachReads } = day;
  const events: DayEvent[] = [];
  for (const [phone, offset] of offsets.entries()) {
    const hourOn = (local: number) => hourAfter(day, local - offset);
    events.push(...syncsOf(phone, operations, hourOn));
    for (const local of localHours(phone, reads))
      events.push({ kind: "READ", person: phone, hour: hourOn(local) });
  }
  for (let coach = 0; coach < coaches; coach += 1) {
    const offset = offsets[coach % offsets.length] ?? 0;
    for (const hour of workingHours(coach, coachReads))
      events.push({ kind: "COACH_READ", person: coach, hour: hourAfter(day, hour - offset) });
  }
  return events.toSorted((one, other) => one.hour - other.hour);
}

/** Everything that a day consists of. */
export interface PlannedDay {
  /** Hours by which the clock of each phone is ahead of UTC. */
  readonly offsets: readonly number[];
  /** Operations and reads of a phone a day. */
  readonly operations: number;
  readonly reads: number;
  readonly coaches: number;
  /** Reads of a coach a day. */
  readonly coachReads: number;
  /** The hour in UTC at which the 24 hours begin. */
  readonly startsAt: number;
}

/** A request of a phone or a coach. */
export type DayEvent = Sync | Read;

/** Operations of a phone that travel together, by their places in its local day. */
export interface Sync {
  readonly kind: "SYNC";
  readonly person: number;
  /** Hours since the beginning. */
  readonly hour: number;
  readonly ordinals: readonly number[];
}

interface Read {
  readonly kind: "READ" | "COACH_READ";
  readonly person: number;
  readonly hour: number;
}

const HOURS = 24;
/** Every fifth client trains in a basement without a network: what is logged there is sent afterwards. */
const BASEMENT_EVERY = 5;
const BASEMENT = { from: 18, until: 19.5 };
const WORK = { from: 9, until: 18 };

function hourAfter({ startsAt }: Pick<PlannedDay, "startsAt">, utc: number): number {
  const after = (utc - startsAt) % HOURS;
  return after < 0 ? after + HOURS : after;
}

function syncsOf(
  phone: number,
  operations: number,
  hourOn: (local: number) => number,
): readonly Sync[] {
  const alone: Sync[] = [];
  const waiting: number[] = [];
  for (const [ordinal, local] of localHours(phone, operations).entries()) {
    if (isOffline(phone, local)) waiting.push(ordinal);
    else alone.push({ kind: "SYNC", person: phone, hour: hourOn(local), ordinals: [ordinal] });
  }
  if (waiting.length === 0) return alone;
  return [
    ...alone,
    { kind: "SYNC", person: phone, hour: hourOn(BASEMENT.until), ordinals: waiting },
  ];
}

function isOffline(phone: number, local: number): boolean {
  return phone % BASEMENT_EVERY === 0 && local >= BASEMENT.from && local < BASEMENT.until;
}

/** Local hours at which a phone does something the given number of times a day. */
function localHours(phone: number, times: number): readonly number[] {
  return Array.from({ length: times }, (_, nth) => hourOf((nth + spread(phone)) / times));
}

function workingHours(coach: number, times: number): readonly number[] {
  const length = WORK.until - WORK.from;
  return Array.from(
    { length: times },
    (_, nth) => WORK.from + (length * (nth + spread(coach))) / times,
  );
}

/** A number between 0 and 1 for each person; the first of them, however many, are spread evenly. */
function spread(person: number): number {
  return (person * GOLDEN) % 1;
}

const GOLDEN = (Math.sqrt(5) - 1) / 2;
