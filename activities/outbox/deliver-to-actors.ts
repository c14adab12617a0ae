import { startConsumer } from "../../contract/outbox/actor-consumer.ts";
import type { LeasedRow } from "../../db/outbox/lease-rows.ts";
import { kindOf } from "../../rules/outbox/actor-names.ts";
import { joinTraces } from "../../rules/outbox/join-traces.ts";
import type { FailedDelivery } from "../../rules/outbox/judge-delivery.ts";
import { NOT_TRIED, type Deliver } from "./deliver.ts";
import { inParallel } from "./in-parallel.ts";
import type { SettleNewActors } from "./settle-new-actors.ts";
import { traceDelivery } from "./trace-delivery.ts";
import type { WakeActor } from "./wake-actor.ts";

/**
 * Delivers to actors: rows are grouped by actor, and each actor is woken once. A failure of one actor fails only its
 * rows. New actors are settled together before they are woken.
 */
export function deliverToActors(
  wakeActor: WakeActor,
  settleNewActors: SettleNewActors = async () => new Map(),
): Deliver {
  return async (rows, stop, width = WIDTH) => {
    const failures = new Map<string, FailedDelivery>();
    const rowsByActor = Map.groupBy(rows, ({ key }) => key);
    const reports = await settleNewActors(rowsByActor);
    await inParallel(width, [...rowsByActor], async ([workflowId, group]) => {
      const wake = { ...wakeFor(workflowId, group), waits: reports.get(workflowId) ?? null };
      const failure = stop.aborted ? NOT_TRIED : await traceDelivery(group, () => wakeActor(wake));
      if (failure !== null) for (const { id } of group) failures.set(id, failure);
    });
    return failures;
  };
}

/** Concurrent signals: the embedded Temporal server writes through one connection. */
const WIDTH = 4;

/** The newest row represents its group: one wake settles everything before it. */
function wakeFor(workflowId: string, group: readonly LeasedRow[]) {
  const newest = group.at(-1);
  if (newest === undefined) throw new Error("The group has no row");
  const traces = group.flatMap(({ traceContext }) => traceContext ?? []);
  const { type: reason, subjectId: id, version, consumer } = newest;
  const isFirst = consumer === startConsumer(kindOf(workflowId));
  const start = isFirst ? { firstRunOnly: true } : {};
  return { workflowId, reason, id, version, traces: joinTraces([], traces), ...start };
}
