import type { EventType, FeedEvent } from "../../contract/outbox/vocabulary.ts";
import { faultClassOf } from "../../db/platform/transactions/fault-class.ts";
import type { LeasedRow } from "../../db/outbox/lease-rows.ts";
import type { FailedDelivery } from "../../rules/outbox/judge-delivery.ts";
import { bisectWork, isNoRowFault } from "../bisect-work.ts";
import type { Deliver } from "./deliver.ts";
import { traceDelivery } from "./trace-delivery.ts";

/**
 * The consumer `event-feed`: publishes all events of a pass at once. A batch becomes the events of its operations.
 * Bisection isolates the rows whose events cannot be read; only those fail (docs/rooms/house.md#one-fault).
 *
 * @param following lists further events of a row, by its type, for the types that produce more events than their own.
 */
export function deliverToFeed(
  feed: EventFeed,
  listBatchEvents: ListBatchEvents,
  following: Readonly<Partial<Record<EventType, ListFollowing>>> = {},
): Deliver {
  return async (rows) => {
    const failures = new Map<string, FailedDelivery>();
    const eventsByRow = new Map<string, readonly PublishedEvent[]>();
    const byId = new Map(rows.map((row) => [row.id, row]));
    const rowsOf = (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? []);
    const fail = (ids: readonly string[], error: unknown) => {
      const failure = { kind: "FAULT", failureClass: faultClassOf(error) } as const;
      for (const id of ids) failures.set(id, failure);
    };
    const together = async (ids: readonly string[]) => {
      const some = rowsOf(ids);
      const read = () => eventsOf(some, { listBatchEvents, following });
      for (const [id, events] of await traceDelivery(some, read)) eventsByRow.set(id, events);
      return ids.length;
    };
    try {
      const alone = async (id: string, error: unknown) => fail([id], error);
      await bisectWork([...byId.keys()], { together, alone }, isNoRowFault);
      const events = [...byId.keys()].flatMap((id) => eventsByRow.get(id) ?? []);
      if (events.length > 0) await feed.publish(events);
    } catch (error) {
      fail([...byId.keys()], error);
    }
    return failures;
  };
}

/**
 * A domain event as other systems read it: ids, counts and instants only. Consumers must skip an event whose id they
 * have seen.
 */
export interface PublishedEvent extends FeedEvent {
  readonly occurredAt: string;
  readonly requestId: string | null;
}

/** Where domain events are published, e.g. the structured log. */
export interface EventFeed {
  publish(events: readonly PublishedEvent[]): Promise<void>;
}

/** Reads the events of the operations of some batches, by batch, when they are published. */
export type ListBatchEvents = (
  batchIds: readonly string[],
) => Promise<ReadonlyMap<string, readonly FeedEvent[]>>;

/** Reads the events to publish after each row of one type, by row, when the row is published. */
export type ListFollowing = (
  rows: readonly LeasedRow[],
) => Promise<ReadonlyMap<string, readonly FeedEvent[]>>;

interface Sources {
  readonly listBatchEvents: ListBatchEvents;
  readonly following: Readonly<Partial<Record<EventType, ListFollowing>>>;
}

/** The events to publish for each row. */
async function eventsOf(
  rows: readonly LeasedRow[],
  { listBatchEvents, following }: Sources,
): Promise<ReadonlyMap<string, readonly PublishedEvent[]>> {
  const later = await followingOf(rows, following);
  const batchIds = rows.filter(isBatch).map(({ subjectId }) => subjectId);
  const ofBatches = batchIds.length === 0 ? NO_EVENTS : await listBatchEvents(batchIds);
  const eventsOfRow = (row: LeasedRow) =>
    isBatch(row) ? (ofBatches.get(row.subjectId) ?? []) : [row, ...later(row)];
  return new Map(rows.map((row) => [row.id, published(row, eventsOfRow(row))]));
}

async function followingOf(
  rows: readonly LeasedRow[],
  following: Readonly<Partial<Record<EventType, ListFollowing>>>,
): Promise<(row: LeasedRow) => readonly FeedEvent[]> {
  const byRow = new Map<string, readonly FeedEvent[]>();
  for (const [type, ofType] of Map.groupBy(rows, (row) => row.type)) {
    const found = await following[type]?.(ofType);
    for (const [rowId, events] of found ?? []) byRow.set(rowId, events);
  }
  return ({ id }) => byRow.get(id) ?? [];
}

const NO_EVENTS: Awaited<ReturnType<ListBatchEvents>> = new Map();

function isBatch({ type }: LeasedRow): boolean {
  return type === "SyncBatchAdmitted";
}

function published(
  { occurredAt, requestId }: LeasedRow,
  events: readonly FeedEvent[],
): PublishedEvent[] {
  return events.map(({ eventId, type, subjectId, version, refs }) => ({
    eventId,
    type,
    subjectId,
    version,
    refs,
    occurredAt,
    requestId,
  }));
}
