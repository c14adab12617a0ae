import { afterAll, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { newId } from "../../db/new-id.ts";
import { buildAgendaOwner } from "../factories/agenda-owner.ts";
import { buildAssignment, planBodies } from "../factories/plans.ts";
import { openWorkerStage } from "../factories/worker-stage.ts";

const stage = await openWorkerStage();
const { em, client, taskQueue } = stage;
afterAll(() => stage.close());

test("the scheduled workflow makes the tasks of days that have begun, once", async () => {
  const owner = await buildAgendaOwner(em);
  await buildAssignment(em, owner, planBodies.habit);
  const run = () =>
    client.workflow.execute("materialiseDay", { workflowId: `day-${newId()}`, taskQueue });
  expect(await run()).toBe(1);
  expect(await run()).toBe(0);
  const { rows } = await sql`select 1 from agenda_task
    where relationship_id = ${owner.relationshipId}`.execute(em.fork().getKysely());
  expect(rows).toHaveLength(1);
});
