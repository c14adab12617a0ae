import type { ClientOutboxHealth } from "../../contract/sync/schema.ts";

/**
 * What is left of an outbox once some of its operations have their final answer. A device counts what it
 * has not been answered yet, the operations of the very request included.
 */
export function outboxAfter(health: ClientOutboxHealth, answeredCount: number): ClientOutboxHealth {
  if (health === null) return null;
  const depth = Math.max(0, health.depth - answeredCount);
  return { ...health, depth, oldestRecordedAt: depth === 0 ? null : health.oldestRecordedAt };
}
