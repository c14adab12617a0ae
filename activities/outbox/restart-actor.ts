import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { appendEvents } from "../../db/outbox/append-events.ts";
import { newId } from "../../db/platform/new-id.ts";
import { clockNow, transact } from "../../db/platform/transactions/transact.ts";

/**
 * Has the relay start an actor a moment later, when its present run has ended (docs/rooms/actors.md#dormant-start).
 * Repeating it does no harm: a further wake finds a new run, or starts one that finds nothing to do.
 */
export async function restartActor(em: SqlEntityManager, workflowId: string): Promise<void> {
  await transact(em, async (tx) => {
    const now = await clockNow(tx);
    const eventId = newId();
    const event = {
      eventId,
      type: "ActorRestartRequested",
      subjectId: eventId,
      version: 0,
      refs: {},
      actorId: workflowId,
      availableAt: new Date(now.getTime() + RUN_ENDS_WITHIN_MS),
    } as const;
    await appendEvents(tx, [event], { now, requestId: null });
  });
}

/** The run ends in the same workflow task, usually within some milliseconds. */
const RUN_ENDS_WITHIN_MS = 1_000;
