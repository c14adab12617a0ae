import type { FeedEvent } from "../../contract/outbox/vocabulary.ts";
import { faultClassOf } from "../../db/fault-class.ts";
import type { LeasedRow } from "../../db/outbox/lease-rows.ts";
import type { Deliver } from "./deliver.ts";

/**
 * A domain event as other systems read it: ids, counts and instants only. Followers skip an event whose
 * id they have seen.
 */
export interface PublishedEvent extends FeedEvent {
  readonly occurredAt: string;
  readonly requestId: string | null;
}

/** Where domain events are published, e.g. the structured log. */
export interface EventFeed {
  publish(events: readonly PublishedEvent[]): Promise<void>;
}

/** The consumer `event-feed`: all events of a pass at once, since one batch makes many. */
export function deliverToFeed(feed: EventFeed): Deliver {
  return async (rows) => {
    try {
      await feed.publish(rows.flatMap(publishedEvents));
      return new Map();
    } catch (error) {
      const failure = { kind: "FAULT", failureClass: faultClassOf(error) } as const;
      return new Map(rows.map(({ id }) => [id, failure]));
    }
  };
}

function publishedEvents(row: LeasedRow): PublishedEvent[] {
  const { occurredAt, requestId } = row;
  return [row, ...(row.furtherEvents ?? [])].map(({ eventId, type, subjectId, version, refs }) => ({
    eventId,
    type,
    subjectId,
    version,
    refs,
    occurredAt,
    requestId,
  }));
}
