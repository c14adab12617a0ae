import type { ActorConsumer } from "./vocabulary.ts";

/** The consumer that wakes the actors of a kind. */
export function actorConsumer(kind: string): ActorConsumer {
  return `${kind}-actor`;
}

/** The consumer whose rows start new actors of a kind behind other work (docs/rooms/actors.md#deferred-start). */
export function startConsumer(kind: string): ActorConsumer {
  return `new-${kind}-actor`;
}

/** A deferred start goes ahead of other work after this many milliseconds. */
export const STARTS_WITHIN_MS = 60_000;
