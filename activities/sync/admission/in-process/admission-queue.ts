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
 * (docs/rooms/storage.md#transactions). Relationships take turns.
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
interface ScopeQueue {
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
  /** Relationships with somebody who waits or runs; whose slot comes first stands first. */
  const queues = new Map<string, ScopeQueue>();
  let running = 0;

  const beginNext = () => {
    for (const queue of queues.values()) {
      if (running >= limits.atOnce) return;
      const next = queue.running === null ? queue.waiting.shift() : undefined;
      if (next === undefined) continue;
      running += 1;
      queue.running = next.place;
      next.begin();
    }
  };

  const end = (relationshipId: string, queue: ScopeQueue) => {
    running -= 1;
    queue.running = null;
    // The others' slot comes before its next one.
    queues.delete(relationshipId);
    if (queue.waiting.length > 0) queues.set(relationshipId, queue);
    beginNext();
  };

  return {
    async run(place, admission) {
      const { relationshipId } = place;
      const queue = queues.get(relationshipId) ?? { waiting: [], running: null };
      refuseOneTooMany(queue, place, limits);
      queues.set(relationshipId, queue);
      const slot = Promise.withResolvers<void>();
      queue.waiting.push({ place, begin: slot.resolve });
      beginNext();
      await slot.promise;
      try {
        if (place.isAwaited?.() === false) throw unavailable();
        return await admission();
      } finally {
        end(relationshipId, queue);
      }
    },
  };
}

function refuseOneTooMany(queue: ScopeQueue, place: AdmissionPlace, limits: QueueLimits): void {
  const places = queue.waiting.map((waiting) => waiting.place);
  const all = queue.running === null ? places : [queue.running, ...places];
  const ofDevice = all.filter(({ deviceId }) => deviceId === place.deviceId).length;
  const ofPerson = all.filter(({ userId }) => userId === place.userId).length;
  if (ofDevice > limits.ofDevice || ofPerson > limits.ofPerson) throw unavailable();
}

function unavailable(): Refusal {
  return new Refusal("UNAVAILABLE", { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
