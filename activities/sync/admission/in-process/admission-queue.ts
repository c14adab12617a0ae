import { Refusal } from "../../../../contract/refusal.ts";

/** Whose admission it is, and whether anybody still waits for it. */
export interface AdmissionPlace {
  readonly relationshipId: string;
  readonly deviceId: string;
  readonly userId: string;
  /** False when whoever sent it has gone; it is not begun then. */
  readonly isAwaited?: () => boolean;
}

/**
 * Lets one admission of a relationship run at a time in this process and only so many of all, so that
 * neither a device that retries in haste nor a person with many devices holds the pool
 * (docs/rules.md#storage-transactions). Relationships take turns.
 */
export interface AdmissionQueue {
  /** @throws Refusal UNAVAILABLE with Retry-After for one too many, and for one that nobody waits for. */
  run<T>(place: AdmissionPlace, admission: () => Promise<T>): Promise<T>;
}

/** How many admissions run, and wait. */
export interface QueueLimits {
  /** Of all relationships, at once. */
  readonly atOnce: number;
  /** Of one device, behind the one that runs. */
  readonly ofDevice: number;
  /** Of one person in a relationship, whatever the device. */
  readonly ofPerson: number;
}

/** Who waits in a relationship: phones of a client and of coaches, none of whom stops the others. */
const WAITING = { ofDevice: 2, ofPerson: 8 } as const;
const RETRY_AFTER_SECONDS = 1;

interface Waiting {
  readonly place: AdmissionPlace;
  readonly begin: () => void;
}

/** One relationship: who runs and who waits, in the order they came. */
interface Line {
  readonly waiting: Waiting[];
  running: AdmissionPlace | null;
}

/**
 * An empty queue for one process with so many connections to the database. Admissions hold one each, of half of
 * them: the other half is left to everybody else, and to the guard of these.
 */
export function createAdmissionQueue({
  connections,
}: {
  readonly connections: number;
}): AdmissionQueue {
  const atOnce = Math.max(1, Math.floor(connections / 2));
  const limits: QueueLimits = { ...WAITING, atOnce };
  /** Relationships with somebody who waits or runs; whose turn comes first stands first. */
  const lines = new Map<string, Line>();
  let running = 0;

  const beginNext = () => {
    for (const executor of lines.values()) {
      if (running >= limits.atOnce) return;
      const next = executor.running === null ? executor.waiting.shift() : undefined;
      if (next === undefined) continue;
      running += 1;
      executor.running = next.place;
      next.begin();
    }
  };

  const end = (relationshipId: string, executor: Line) => {
    running -= 1;
    executor.running = null;
    // The others' turn comes before its next one.
    lines.delete(relationshipId);
    if (executor.waiting.length > 0) lines.set(relationshipId, executor);
    beginNext();
  };

  return {
    async run(place, admission) {
      const { relationshipId } = place;
      const executor = lines.get(relationshipId) ?? { waiting: [], running: null };
      refuseOneTooMany(executor, place, limits);
      lines.set(relationshipId, executor);
      const turn = Promise.withResolvers<void>();
      executor.waiting.push({ place, begin: turn.resolve });
      beginNext();
      await turn.promise;
      try {
        if (place.isAwaited?.() === false) throw unavailable();
        return await admission();
      } finally {
        end(relationshipId, executor);
      }
    },
  };
}

function refuseOneTooMany(executor: Line, place: AdmissionPlace, limits: QueueLimits): void {
  const places = executor.waiting.map((waiting) => waiting.place);
  const all = executor.running === null ? places : [executor.running, ...places];
  const ofDevice = all.filter(({ deviceId }) => deviceId === place.deviceId).length;
  const ofPerson = all.filter(({ userId }) => userId === place.userId).length;
  if (ofDevice > limits.ofDevice || ofPerson > limits.ofPerson) throw unavailable();
}

function unavailable(): Refusal {
  return new Refusal("UNAVAILABLE", { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
