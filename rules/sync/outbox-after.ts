import type { ClientOutboxHealth } from "../../contract/sync/schema.ts";

/**
 * The outbox after some of its operations received their final answer. A device counts all unanswered operations,
 * including those of the present request.
 */
export function outboxAfter(health: ClientOutboxHealth, answeredCount: number): ClientOutboxHealth {
  if (health === null) return null;
  const depth = Math.max(0, health.depth - answeredCount);
  return { ...health, depth, oldestRecordedAt: depth === 0 ? null : health.oldestRecordedAt };
}
