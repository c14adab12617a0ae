import { afterAll, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { newId } from "../../db/new-id.ts";
import { buildScope } from "../factories/sync.ts";
import { openWorkerStage } from "../factories/worker-stage.ts";

const stage = await openWorkerStage();
const { em, client, taskQueue } = stage;
afterAll(() => stage.close());

test("the workflow computes the sums of the named relationships anew, and leaves the others alone", async () => {
  const [named, other] = [await buildScope(em), await buildScope(em)];
  const counted = async () => {
    const { rows } = await sql<{ counted: number }>`select counted_count as counted from agenda_day
      where relationship_id in (${named.relationshipId}, ${other.relationshipId})
      order by relationship_id = ${other.relationshipId}`.execute(em.fork().getKysely());
    return rows.map((row) => row.counted);
  };
  await sql`update agenda_day set counted_count = 99`.execute(em.fork().getKysely());
  const run = { after: null, only: [named.relationshipId], dayCount: 0, relationshipCount: 0 };
  const workflowId = `rebuild-${newId()}`;
  const report: unknown = await client.workflow.execute("rebuildDays", {
    workflowId,
    taskQueue,
    args: [run],
  });
  expect(report).toEqual({ dayCount: 1, relationshipCount: 1 });
  expect(await counted()).toEqual([5, 99]);
  const all = { workflowId: `rebuild-${newId()}`, taskQueue };
  await client.workflow.execute("rebuildDays", all);
  expect(await counted()).toEqual([5, 5]);
});
