import type { z } from "zod";
import { deviceActor, settlementLane } from "../../../contract/sync/device-actor.ts";
import type { supportBatchSchema } from "../../../contract/sync/support/request-schema.ts";
import type { TracedBatch } from "../../../db/sync/support/requests/queries.ts";
import type { TemporalUi } from "../../api-deps.ts";

/** A batch with the workflows that lead on from it, and their pages in the Temporal UI if there is one. */
export function presentBatch(
  { settledLane, settledRun, ...batch }: TracedBatch,
  ui: TemporalUi | null,
): z.infer<typeof supportBatchSchema> {
  const workflow = (workflowId: string, runId: string | null) => ({
    workflowId,
    runId,
    url: ui === null ? null : pageOf(ui, workflowId, runId),
  });
  return {
    ...batch,
    settledBy:
      settledLane === null
        ? null
        : workflow(settlementLane.idOf({ lane: String(settledLane) }), settledRun),
    device: workflow(deviceActor.idOf({ deviceId: batch.deviceId }), null),
  };
}

function pageOf({ url, namespace }: TemporalUi, workflowId: string, runId: string | null): string {
  const page = `${url}/namespaces/${namespace}/workflows/${encodeURIComponent(workflowId)}`;
  return runId === null ? page : `${page}/${runId}/history`;
}
