import type { DomainEvent, EventType } from "../../../contract/outbox/vocabulary.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { appendEvents } from "../../../db/outbox/append-events.ts";
import type { Database } from "../../../db/open-database.ts";
import { clockNow, transact } from "../../../db/platform/transactions/transact.ts";
import { deviceActorId } from "../../../rules/sync/device-actor-id.ts";

/** A domain event about a new subject. */
export function anEvent(type: EventType, changes: Partial<DomainEvent> = {}): DomainEvent {
  return { eventId: newId(), type, subjectId: newId(), version: 1, refs: {}, ...changes };
}

/** An event that wakes a device's actor. */
export function aDeviceEvent(deviceId: string): DomainEvent {
  return anEvent("OperationRetryRequested", {
    actorId: deviceActorId(deviceId),
    refs: { deviceId },
  });
}

/** Appends events as an act does. */
export async function emitEvents(
  database: Database,
  events: readonly DomainEvent[],
): Promise<void> {
  await transact(database.em, async (tx) => {
    await appendEvents(tx, events, { now: await clockNow(tx), requestId: null });
  });
}
