import { z } from "zod";
import {
  dailyOverviewQuerySchema,
  type OverviewItem,
  overviewPageSchema,
} from "../../contract/agenda/overview-schema.ts";
import { idSchema } from "../../contract/wire.ts";
import { listOverview, type OverviewRow } from "../../db/agenda/overview/queries.ts";
import { listWithheldOn } from "../../db/agenda/withheld/warnings/queries.ts";
import { type WithheldFromDay, withheldWarning } from "../../rules/agenda/withheld-warning.ts";
import { openCountOf, percentOf } from "../../rules/agenda/summarise-day.ts";
import { type Endpoint, read } from "../endpoint.ts";
import { readIdPage } from "../id-page.ts";

const overview = read({
  method: "GET",
  path: "/api/v1/workspaces/{workspaceId}/daily-overview",
  name: "readDailyOverview",
  summary: "State of the day for every client of the workspace, on one page",
  source: "docs/rooms/agenda.md#overview",
  access: "workspace-coach",
  fromStandby: true,
  params: z.strictObject({ workspaceId: idSchema }),
  query: dailyOverviewQuerySchema,
  answer: overviewPageSchema,
  refusals: ["CURSOR_INVALID"],
  handle: async ({ em, granted, query, deps }) => {
    const { workspaceId } = granted.workspace;
    const { date = null, coachUserId = null, bucket } = query;
    const buckets = bucket === undefined ? null : [...new Set(bucket)].toSorted();
    const filter = { date, buckets, coachUserId };
    const scope = `daily-overview:${workspaceId}:${JSON.stringify(filter)}`;
    const { rows, nextCursor } = await readIdPage({ deps, scope }, query, (page) =>
      listOverview(em, { workspaceId, ...filter, ...page }),
    );
    const days = rows.map(({ id: relationshipId, localDate }) => ({ relationshipId, localDate }));
    const withheld = Map.groupBy(
      await listWithheldOn(em, days),
      ({ relationshipId }) => relationshipId,
    );
    const items = rows.map((row) => presentItem(row, withheld.get(row.id) ?? []));
    return { items, nextCursor };
  },
});

function presentItem(row: OverviewRow, withheld: readonly WithheldFromDay[]): OverviewItem {
  const { id, clientUserId, clientDisplayName, bucket, countedCount, score, ...rest } = row;
  return {
    relationshipId: id,
    ...rest,
    client: { userId: clientUserId, displayName: clientDisplayName },
    openTaskCount: row.counters === null ? 0 : openCountOf(row.counters),
    bucket7: bucket,
    adherencePercent: percentOf({ score, countedCount }),
    warnings: withheld.map(withheldWarning),
  };
}

/** The overview of all clients for a workspace's coaches. */
export const overviewEndpoints: readonly Endpoint[] = [overview];
