import type { ActorConsumer, Consumer, CONSUMERS } from "../../contract/outbox/vocabulary.ts";
import type { LeasedRow } from "../../db/outbox/lease-rows.ts";
import type { FailedDelivery } from "../../rules/outbox/judge-delivery.ts";

/** Failures by row id; a row that is not named was handed over. */
export type Failures = ReadonlyMap<string, FailedDelivery>;

/**
 * Hands leased rows of one consumer over. At least once: the consumer is idempotent by event id. It
 * never throws for a single row, and gives up early, with kind LATER, once `stop` is raised.
 */
export type Deliver = (rows: readonly LeasedRow[], stop: AbortSignal) => Promise<Failures>;

/** Everybody who hears of events; actors are told in one way, whatever their kind. */
export type Deliveries = Readonly<Record<(typeof CONSUMERS)[number] | "actors", Deliver>>;

/** How rows of this consumer are handed over. */
export function deliverOf(deliveries: Deliveries, consumer: Consumer): Deliver {
  return isActorConsumer(consumer) ? deliveries.actors : deliveries[consumer];
}

function isActorConsumer(consumer: Consumer): consumer is ActorConsumer {
  return consumer.endsWith("-actor");
}

/** A row that was not tried because the pass came to its end. */
export const NOT_TRIED: FailedDelivery = { kind: "LATER", failureClass: "NOT_TRIED" };
