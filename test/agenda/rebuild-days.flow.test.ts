import { afterAll, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { Client } from "pg";
import { newId } from "../../db/platform/new-id.ts";
import { buildScope } from "../factories/sync/sync.ts";
import { openWorkerStage } from "../factories/workers/worker-stage.ts";

const stage = await openWorkerStage();
const { em, client, taskQueue } = stage;
afterAll(() => stage.close());

const BEGIN = {
  after: null,
  only: null,
  dayCount: 0,
  relationshipCount: 0,
  failedCount: 0,
  failed: [],
};

test("The rebuild workflow recomputes the sums of the named relationships and no others", async () => {
  const [named, other] = [await buildScope(em), await buildScope(em)];
  const counted = async () => {
    const { rows } = await sql<{ counted: number }>`select counted_count as counted from agenda_day
      where relationship_id in (${named.relationshipId}, ${other.relationshipId})
      order by relationship_id = ${other.relationshipId}`.execute(em.fork().getKysely());
    return rows.map((row) => row.counted);
  };
  await sql`update agenda_day set counted_count = 99`.execute(em.fork().getKysely());
  const only = [named.relationshipId];
  const workflowId = `rebuild-${newId()}`;
  const report: unknown = await client.workflow.execute("rebuildDays", {
    workflowId,
    taskQueue,
    args: [{ ...BEGIN, only }],
  });
  expect(report).toEqual({ dayCount: 1, relationshipCount: 1, failedCount: 0, failed: [] });
  expect(await counted()).toEqual([5, 99]);
  const all = { workflowId: `rebuild-${newId()}`, taskQueue };
  await client.workflow.execute("rebuildDays", all);
  expect(await counted()).toEqual([5, 5]);
});

test("The rebuild workflow continues past a relationship that fails and names it at the end", async () => {
  const { relationshipId } = await buildScope(em);
  const superuser = new Client({ connectionString: stage.ownerUrl });
  await superuser.connect();
  await superuser.query(`alter table agenda_day add constraint no_sums
    check (relationship_id <> '${relationshipId}' or invalidated_at is not null) not valid`);
  const run = async () => {
    const workflowId = `rebuild-${newId()}`;
    const report: unknown = await client.workflow.execute("rebuildDays", { workflowId, taskQueue });
    return report;
  };
  expect(await run()).toEqual({
    dayCount: 2,
    relationshipCount: 2,
    failedCount: 1,
    failed: [{ relationshipId, failureClass: "SQLSTATE_23514" }],
  });
  await superuser.query("alter table agenda_day drop constraint no_sums");
  await superuser.end();
  expect(await run()).toMatchObject({ dayCount: 3, relationshipCount: 3, failedCount: 0 });
});
