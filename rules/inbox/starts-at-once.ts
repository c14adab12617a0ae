import type { ActorDeadline } from "../outbox/actor-agenda.ts";
import type { WaitingTask } from "./task-deadline.ts";

/**
 * Whether the actor of a task that has not started must start at once: the task is URGENT, or its deadline is near.
 * Any other start may wait behind other work (docs/rooms/actors.md#deferred-start).
 */
export function startsAtOnce(
  { severity }: Pick<WaitingTask, "severity">,
  { at }: Pick<ActorDeadline<string>, "at">,
  now: Date,
): boolean {
  return severity === "URGENT" || at.getTime() - now.getTime() <= NEAR_MS;
}

/** Longer than a start may wait, so that no deferred start comes late. */
const NEAR_MS = 120_000;
