import { sql } from "kysely";
import {
  actorConsumer,
  startConsumer,
  STARTS_WITHIN_MS,
} from "../../contract/outbox/actor-consumer.ts";
import {
  EVENT_CONSUMERS,
  DUE_NOW,
  type Consumer,
  type DomainEvent,
  type EventType,
} from "../../contract/outbox/vocabulary.ts";
import { QueryExecutor, executorOf } from "../platform/pipeline/pipeline.ts";
import { newId } from "../platform/new-id.ts";
import { insertEmails, mailedOf } from "./insert-emails.ts";
import type { Tx } from "../platform/transactions/transact.ts";
import { traceToStore } from "../platform/tracing/stored-traces.ts";
import { countAppended } from "../platform/transactions/relay-hints.ts";
import { runNamed } from "../platform/pipeline/run-named.ts";

/**
 * Appends the events of an act to the outbox, in the act's own transaction, in one statement. An earlier statement
 * adds PENDING delivery log rows for those that are mailed.
 */
export async function appendEvents(
  on: Tx | QueryExecutor,
  events: readonly DomainEvent[],
  origin: EventOrigin,
): Promise<void> {
  if (events.length === 0) return;
  const executor = on instanceof QueryExecutor ? on : executorOf(on);
  const mailed = mailedOf(events);
  if (mailed.length > 0) await insertEmails(executor, mailed, origin.now);
  const rows = outboxRows(events, origin);
  const wakes = wakesActors(rows);
  const name = wakes ? "append-events-and-wake" : "append-events";
  await runNamed(executor, name, sql`with ${appendingRows(rows, wakes)} select`);
}

/** The origin of an outbox row. */
export interface EventOrigin {
  readonly now: Date;
  readonly requestId: string | null;
}

/**
 * An outbox row: one event for one consumer (docs/rooms/storage.md#outbox).
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
  readonly request_id: string | null;
  readonly occurred_at: Date;
  readonly available_at: Date;
  /**
   * The same instant for a deferred event, a minute later for a deferred start; otherwise null. Leases and retries
   * move only `available_at`.
   */
  readonly due_at: Date | null;
  /** `traceparent` of the act; null unless it is recorded. */
  readonly trace_context: string | null;
}

/** The outbox rows of events that each have their own rows. */
export function outboxRows(events: readonly DomainEvent[], origin: EventOrigin): NewOutboxRow[] {
  return events.flatMap((event) =>
    consumersOf(event).map(({ consumer, key, isStart }) => ({
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
      due_at: isStart ? startsBy(origin.now) : (event.availableAt ?? null),
      trace_context: traceToStore(event.refs["relationshipId"]),
    })),
  );
}

/** The consumers of an event, and the key for each. */
function consumersOf({ type, subjectId, actorId, defersStart: isStart = false }: DomainEvent) {
  const others = EVENT_CONSUMERS[type].map((consumer: Consumer) => ({
    consumer,
    key: subjectId,
    isStart: false,
  }));
  if (actorId === undefined) return others;
  const kind = actorId.slice(0, actorId.indexOf("/"));
  const consumer = isStart ? startConsumer(kind) : actorConsumer(kind);
  return [...others, { consumer, key: actorId, isStart }];
}

function startsBy(now: Date): Date {
  return new Date(now.getTime() + STARTS_WITHIN_MS);
}

/** Whether one of the rows wakes an actor. */
export function wakesActors(rows: readonly NewOutboxRow[]): boolean {
  return rows.some(({ consumer }) => consumer.endsWith("-actor"));
}

/**
 * SQL, for a statement that begins with `with`. It appends rows to the outbox and marks the actors that they wake as
 * due, a deferred start at the end of its minute. If a wake-up is lost, the sweep finds the actor, for any event. Rows
 * are marked in order, so that two acts with several actors do not deadlock.
 *
 * @param wakes false for rows that wake no actor: most have none, and PostgreSQL sets up less.
 */
export function appendingRows(rows: readonly NewOutboxRow[], wakes: boolean) {
  if (rows.some(({ consumer, due_at }) => consumer !== "event-feed" && due_at === null))
    countAppended();
  return sql`told as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
        id uuid, consumer text, key text, event_id uuid, type text, subject_id uuid, version bigint,
        refs jsonb, request_id text, occurred_at timestamptz,
        available_at timestamptz, due_at timestamptz, trace_context text)
    ), event as (
      insert into outbox (id, consumer, key, event_id, type, subject_id, version, refs,
        request_id, occurred_at, available_at, due_at, trace_context)
      select * from told
    )${wakes ? MARKING_AS_DUE : NOTHING}`;
}

const MARKING_AS_DUE = sql`, due as (
      insert into actor (workflow_id, due_at, due_reason, marks)
      select key, min(coalesce(due_at, available_at)), ${DUE_NOW}, 1 from told
      where consumer like '%-actor' group by key order by key
      on conflict (workflow_id) do update
      set due_at = least(actor.due_at, excluded.due_at), marks = actor.marks + 1,
        due_reason = case when excluded.due_at < actor.due_at
          then excluded.due_reason else actor.due_reason end
    )`;
const NOTHING = sql``;
