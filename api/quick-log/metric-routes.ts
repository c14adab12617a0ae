import {
  metricDaysQuerySchema,
  metricDaysSchema,
  metricParamsSchema,
} from "../../contract/quick-log/metric-days-schema.ts";
import { Refusal } from "../../contract/refusal.ts";
import { listMetricEntries } from "../../db/quick-log/metrics/queries.ts";
import { findOwnScope } from "../../db/quick-log/queries.ts";
import { read, type Endpoint } from "../endpoint.ts";
import { presentMetric } from "./present-metric.ts";

/** Routes by which clients read their metrics. */
export const metricEndpoints: readonly Endpoint[] = [
  read({
    method: "GET",
    path: "/api/v1/client/quick-log/metrics/{metricKind}",
    name: "readMetricDays",
    summary: "Read typed and imported values of a metric, and the value of each day",
    source: "docs/rooms/quick-log.md#imports",
    access: "client",
    params: metricParamsSchema,
    query: metricDaysQuerySchema,
    answer: metricDaysSchema,
    refusals: ["NOT_FOUND"],
    async handle({ em, granted, params: { metricKind }, query }) {
      const scope = await findOwnScope(em, granted.caller.userId);
      if (scope === null) throw new Refusal("NOT_FOUND");
      const { relationshipId } = scope;
      const rows = await listMetricEntries(em, { relationshipId, metricKind, ...query });
      return presentMetric(metricKind, rows);
    },
  }),
];
