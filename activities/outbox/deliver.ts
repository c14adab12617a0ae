import type { ActorConsumer, Consumer, CONSUMERS } from "../../contract/outbox/vocabulary.ts";
import type { LeasedRow } from "../../db/outbox/lease-rows.ts";
import type { FailedDelivery } from "../../rules/outbox/judge-delivery.ts";

/**
 * Delivers leased rows of one consumer, at least once: the consumer is idempotent by event id. It never throws for a
 * single row. Once `stop` is raised it gives up early, with kind LATER.
 *
 * @param width most rows in progress at once, for a consumer that lets its lane choose.
 */
export type Deliver = (
  rows: readonly LeasedRow[],
  stop: AbortSignal,
  width?: number,
) => Promise<Failures>;

/** Failures by row id; a row that is not named was delivered. */
export type Failures = ReadonlyMap<string, FailedDelivery>;

/** The deliveries of all consumers; actors of every kind share one. */
export type Deliveries = Readonly<Record<(typeof CONSUMERS)[number] | "actors", Deliver>>;

/** The delivery of this consumer. */
export function deliverOf(deliveries: Deliveries, consumer: Consumer): Deliver {
  return isActorConsumer(consumer) ? deliveries.actors : deliveries[consumer];
}

function isActorConsumer(consumer: Consumer): consumer is ActorConsumer {
  return consumer.endsWith("-actor");
}

/** A row that was not tried because the pass ended. */
export const NOT_TRIED: FailedDelivery = { kind: "LATER", failureClass: "NOT_TRIED" };
