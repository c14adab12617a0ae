import { sql } from "kysely";
import {
  EVENT_CONSUMERS,
  type ActorKind,
  type Consumer,
  type DomainEvent,
  type EventType,
  type FeedEvent,
} from "../../contract/outbox/vocabulary.ts";
import { newId } from "../new-id.ts";
import type { Tx } from "../transact.ts";
import { expectActors, type ToldActor } from "./actor-rows.ts";

const ONBOARDING_PREFIX = `${"onboarding" satisfies ActorKind}/`;

/** What an outbox row says of its origin. */
export interface EventOrigin {
  readonly now: Date;
  readonly requestId: string | null;
}

/**
 * An outbox row: one event for one consumer (docs/rules.md#storage-outbox), and for the feed what rides
 * along.
 */
export interface NewOutboxRow {
  readonly id: string;
  readonly consumer: Consumer;
  readonly key: string;
  readonly event_id: string;
  readonly type: EventType;
  readonly subject_id: string;
  readonly version: number;
  readonly refs: DomainEvent["refs"];
  readonly further_events?: readonly FeedEvent[];
  readonly request_id: string | null;
  readonly occurred_at: Date;
  readonly available_at: Date;
}

/** The outbox rows of events that each stand in a row of their own. */
export function outboxRows(events: readonly DomainEvent[], origin: EventOrigin): NewOutboxRow[] {
  return events.flatMap((event) =>
    consumersOf(event).map(({ consumer, key }) => ({
      id: newId(),
      consumer,
      key,
      event_id: event.eventId,
      type: event.type,
      subject_id: event.subjectId,
      version: event.version,
      refs: event.refs,
      request_id: origin.requestId,
      occurred_at: origin.now,
      available_at: event.availableAt ?? origin.now,
    })),
  );
}

/**
 * The outbox rows of a batch. Most of its events are the feed's alone, a hundred for fifty operations,
 * and the feed takes them together: they share the row of the first of them.
 */
export function batchRows(events: readonly DomainEvent[], origin: EventOrigin): NewOutboxRow[] {
  const [first, ...further] = events.filter(isForFeedAlone);
  const shared = outboxRows(first === undefined ? [] : [first], origin).map((row) => ({
    ...row,
    ...(further.length > 0 && { further_events: further.map(feedEvent) }),
  }));
  const others = events.filter((event) => !isForFeedAlone(event));
  return [...shared, ...outboxRows(others, origin)];
}

function isForFeedAlone({ type, availableAt }: DomainEvent): boolean {
  const consumers: readonly Consumer[] = EVENT_CONSUMERS[type];
  return availableAt === undefined && consumers.every((consumer) => consumer === "event-feed");
}

function feedEvent({ eventId, type, subjectId, version, refs }: DomainEvent): FeedEvent {
  return { eventId, type, subjectId, version, refs };
}

/** Who hears of an event, and under which key; an actor that it does not concern does not. */
function consumersOf({ type, subjectId, actorId }: DomainEvent) {
  return EVENT_CONSUMERS[type].flatMap((consumer: Consumer) => {
    const key = consumer.endsWith("-actor") ? actorId : subjectId;
    return key === undefined ? [] : [{ consumer, key }];
  });
}

/** Appends the events of an act to the outbox, in the act's own transaction, in one statement. */
export async function appendEvents(
  tx: Tx,
  events: readonly DomainEvent[],
  origin: EventOrigin,
): Promise<void> {
  if (events.length === 0) return;
  const told = events.flatMap(toldOnboarding);
  if (told.length > 0) await expectActors(tx, told, origin.now);
  const rows = JSON.stringify(outboxRows(events, origin));
  await sql`
    insert into outbox (id, consumer, key, event_id, type, subject_id, version, refs,
                        request_id, occurred_at, available_at)
    select id, consumer, key, event_id, type, subject_id, version, refs,
           request_id, occurred_at, available_at
    from jsonb_to_recordset(${rows}::jsonb) as row (
      id uuid, consumer text, key text, event_id uuid, type text, subject_id uuid, version bigint,
      refs jsonb, request_id text, occurred_at timestamptz, available_at timestamptz)
  `.execute(tx.getKysely());
}

/**
 * The onboarding that hears of an event. Devices are found by their batches and deletions by the row
 * that was written with the request; of an onboarding nothing else says that it was told.
 */
function toldOnboarding({ type, actorId }: DomainEvent): ToldActor[] {
  const consumers: readonly Consumer[] = EVENT_CONSUMERS[type];
  if (actorId === undefined || !consumers.includes("onboarding-actor")) return [];
  const subjectId = actorId.slice(ONBOARDING_PREFIX.length);
  return [{ workflowId: actorId, room: "onboarding", subjectId }];
}
