import type { LeasedRow } from "../../db/outbox/lease-rows.ts";
import type { FailedDelivery } from "../../rules/outbox/judge-delivery.ts";
import { NOT_TRIED, type Deliver } from "./deliver.ts";
import { inParallel } from "./in-parallel.ts";
import type { WakeActor } from "./wake-actor.ts";

/** Signals under way at once: the embedded server writes through one connection. */
const WIDTH = 4;

/**
 * The actor consumers: rows are grouped by actor, each actor is told once, and what fails for one
 * fails for its rows alone.
 */
export function deliverToActors(wakeActor: WakeActor): Deliver {
  return async (rows, stop) => {
    const failures = new Map<string, FailedDelivery>();
    await inParallel(WIDTH, [...groupByActor(rows)], async ([workflowId, group]) => {
      const failure = stop.aborted ? NOT_TRIED : await wakeActor(wakeFor(workflowId, group));
      if (failure !== null) for (const { id } of group) failures.set(id, failure);
    });
    return failures;
  };
}

function groupByActor(rows: readonly LeasedRow[]): ReadonlyMap<string, readonly LeasedRow[]> {
  return Map.groupBy(rows, ({ key }) => key);
}

/** The newest row speaks for its group: whatever came before it is settled by the same wake-up. */
function wakeFor(workflowId: string, group: readonly LeasedRow[]) {
  const newest = group.at(-1);
  if (newest === undefined) throw new Error("A group has a row");
  return { workflowId, reason: newest.type, id: newest.subjectId, version: newest.version };
}
