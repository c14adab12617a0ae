import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { openDatabase } from "../../db/orm.ts";
import { openTemporalClient } from "../../workers/temporal-client.ts";
import { ensureSchedules } from "../../workers/worker/schedules.ts";
import { startWorker } from "../factories/actors.ts";
import { buildAgendaOwner } from "../factories/agenda-owner.ts";
import { buildAssignment, planBodies } from "../factories/plans.ts";
import { settlementDeps } from "../factories/settlement.ts";
import { getTestPart } from "../harness/context.ts";
import { openTestDatabase } from "../harness/database.ts";

const { appUrl } = await openTestDatabase();
const database = openDatabase({ url: appUrl, poolSize: 4, applicationName: "test" });
const { em } = database;
const temporal = getTestPart("temporal");
const client = openTemporalClient(temporal);
const taskQueue = `test-${uuidv7()}`;
let stopWorker: () => Promise<void>;

beforeAll(async () => {
  stopWorker = await startWorker({ ...temporal, taskQueue, settlement: settlementDeps(em) });
});
afterAll(async () => {
  await stopWorker();
  await client.connection.close();
  await database.close();
});

test("the scheduled workflow makes the tasks of days that have begun, once", async () => {
  const owner = await buildAgendaOwner(em);
  await buildAssignment(em, owner, planBodies.habit);
  const run = () =>
    client.workflow.execute("materialiseDay", { workflowId: `day-${uuidv7()}`, taskQueue });
  expect(await run()).toBe(1);
  expect(await run()).toBe(0);
  const { rows } = await sql`select 1 from agenda_task
    where relationship_id = ${owner.relationshipId}`.execute(em.fork().getKysely());
  expect(rows).toHaveLength(1);
});

test("a worker that starts again leaves the schedule as it is", async () => {
  await ensureSchedules(client, taskQueue);
  const schedule = client.schedule.getHandle("materialise-day");
  await schedule.pause("by an operator");
  await ensureSchedules(client, taskQueue);
  const { policies, state, spec } = await schedule.describe();
  expect(policies).toMatchObject({ overlap: "SKIP", catchupWindow: 300_000 });
  expect(spec.intervals).toMatchObject([{ every: 300_000 }]);
  expect(state).toMatchObject({ paused: true, note: "by an operator" });
});
