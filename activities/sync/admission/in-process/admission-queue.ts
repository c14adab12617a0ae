import { Refusal } from "../../../../contract/refusal.ts";

/**
 * Serialises the admissions of a relationship in this process, and limits them in total. Neither a device in a retry
 * loop nor a person with many devices can exhaust the pool (docs/rooms/storage.md#transactions). Relationships are
 * served round-robin.
 */
export interface AdmissionQueue {
  /** @throws Refusal UNAVAILABLE with Retry-After when a limit is exceeded, or the sender has disconnected. */
  run<T>(place: AdmissionPlace, admission: () => Promise<T>): Promise<T>;
}

/** The relationship and device of an admission, and whether its sender still waits. */
export interface AdmissionPlace {
  readonly relationshipId: string;
  readonly deviceId: string;
  readonly actorUserId: string;
  /** False once the sender has disconnected; a queued admission is then dropped. */
  readonly isAwaited: () => boolean;
}

/** Limits on running and queued admissions. */
export interface QueueLimits {
  /** Running at once, for all relationships. */
  readonly atOnce: number;
  /** Queued for one device, behind the running one. */
  readonly ofDevice: number;
  /** Queued for one person in a relationship, over all devices. */
  readonly ofPerson: number;
}

/** Several devices of a client and of coaches may queue in one relationship; none may block the others. */
const WAITING = { ofDevice: 2, ofPerson: 8 } as const;
const RETRY_AFTER_SECONDS = 1;

interface Waiting {
  readonly place: AdmissionPlace;
  readonly begin: () => void;
}

/** The queue of one relationship, in order of arrival. */
interface ScopeQueue {
  readonly waiting: Waiting[];
  running: AdmissionPlace | null;
}

/**
 * Creates an empty queue for one process with this many connections to the database. Each admission holds one
 * connection, of at most half of them. The other half serves everything else, including the guard of these requests.
 */
export function createAdmissionQueue({
  connections,
}: {
  readonly connections: number;
}): AdmissionQueue {
  const atOnce = Math.max(1, Math.floor(connections / 2));
  const limits: QueueLimits = { ...WAITING, atOnce };
  /** Relationships with a queued or running admission; the first in the map is served next. */
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
    // Round-robin: the relationship moves behind all others.
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
        if (!place.isAwaited()) throw unavailable();
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
  const ofPerson = all.filter(({ actorUserId }) => actorUserId === place.actorUserId).length;
  if (ofDevice > limits.ofDevice || ofPerson > limits.ofPerson) throw unavailable();
}

function unavailable(): Refusal {
  return new Refusal("UNAVAILABLE", { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
