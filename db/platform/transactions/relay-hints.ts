import type { SqlEntityManager } from "@mikro-orm/postgresql";

/**
 * Runs an act with its transaction, and sends the relay a hint if the process appended events for it meanwhile
 * (docs/rooms/storage.md#relay). The hint comes after the commit. Events of another act at the same time only make a
 * hint too many.
 */
export async function withHint<T>(em: SqlEntityManager, act: () => Promise<T>): Promise<T> {
  const before = appendedCount;
  const result = await act();
  if (appendedCount !== before) hintRelay(em);
  return result;
}

/** Counts events with consumers that do not wait; see {@link withHint}. */
export function countAppended(): void {
  appendedCount += 1;
}

let appendedCount = 0;

/** Sends the relay a hint that a commit made something due. Without a sender the relay finds it within a second. */
export function hintRelay(em: SqlEntityManager): void {
  senders.get(em.getDriver())?.();
}

/** Sets how the hints of a database's acts are sent. */
export function sendHintsBy(em: SqlEntityManager, send: () => void): void {
  senders.set(em.getDriver(), send);
}

const senders = new WeakMap<object, () => void>();
