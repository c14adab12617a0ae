import { relationshipParamsSchema } from "../../contract/sync/schema.ts";
import { syncHealthSchema } from "../../contract/workouts/sync-health-schema.ts";
import { SYNC_HEALTH_LIMITS } from "../../contract/workouts/sync-health-vocabulary.ts";
import { clockNow } from "../../db/platform/transactions/transact.ts";
import { listDeviceHealth, listRefusals } from "../../db/sync/health/queries.ts";
import { listIssues } from "../../db/workouts/issues/queries.ts";
import { type Endpoint, read } from "../endpoint.ts";
import { presentSyncHealth } from "./present-sync-health.ts";

const health = read({
  method: "GET",
  path: "/api/v1/coach/relationships/{relationshipId}/sync-health",
  name: "readSyncHealth",
  summary: "Phones of a client: last sync, waiting and refused entries, plan, clock, and issues",
  source: "docs/rooms/workouts.md#sync-health",
  access: "relationship-coach",
  params: relationshipParamsSchema,
  answer: syncHealthSchema,
  refusals: ["NOT_FOUND"],
  async handle({ em, params: { relationshipId } }) {
    const now = await clockNow(em);
    const devices = await listDeviceHealth(em, relationshipId);
    const ids = devices.map(({ deviceId }) => deviceId);
    const refusals = await listRefusals(em, ids);
    const issues = await listIssues(em, {
      relationshipId,
      from: null,
      to: null,
      status: "OPEN",
      kind: null,
      after: null,
      limit: SYNC_HEALTH_LIMITS.issues,
    });
    return presentSyncHealth({ relationshipId, devices, refusals, issues, now });
  },
});

/** Whether a client's phones are in step with the server, for coaches. */
export const syncHealthEndpoints: readonly Endpoint[] = [health];
