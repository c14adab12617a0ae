import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@temporalio/client";
import type { REPAIR_REASONS } from "../../contract/outbox/vocabulary.ts";
import { listPinnedRuns } from "./list-pinned-runs.ts";
import { patiently } from "./patiently.ts";
import { pinnedRuns, type DeploymentPlace } from "./read-deployment.ts";
import { unlessEnded } from "./unless-ended.ts";

/**
 * Wakes the actors that are pinned to these releases, at a limited rate. An actor that wakes settles what is due, and
 * then moves to the current release if that is another one (docs/rooms/actors.md#versions). Runs of schedules are left
 * alone: they end by themselves. A busy Temporal only slows it down.
 *
 * @returns the number of actors that were woken.
 */
export async function wakePinnedActors(
  temporal: Client,
  place: DeploymentPlace,
  { buildIds, perSecond }: { readonly buildIds: readonly string[]; readonly perSecond: number },
): Promise<number> {
  let count = 0;
  for (const buildId of buildIds) {
    // An actor has this attribute from its first settlement on; before it, a settlement is under way.
    const query = `${pinnedRuns(place, buildId)} AND ActorStatus IS NOT NULL`;
    for await (const { workflowId, runId } of listPinnedRuns(temporal, place, query)) {
      // This run only: its successor has already moved.
      const handle = temporal.workflow.getHandle(workflowId, runId);
      const wake = () => unlessEnded(temporal, () => handle.signal(REASON, workflowId, 0));
      if (await patiently(wake)) count += 1;
      await sleep(1_000 / perSecond);
    }
  }
  return count;
}

const REASON = "NEW_VERSION" satisfies (typeof REPAIR_REASONS)[number];
