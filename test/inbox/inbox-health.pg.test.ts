import { expect, test } from "@jest/globals";
import { Registry } from "prom-client";
import { Client } from "pg";
import { findInboxHealth } from "../../db/inbox/inbox-health.ts";
import { createInboxMetrics } from "../../workers/relay/create-inbox-metrics.ts";
import { putCoachTask } from "../factories/inbox/coach-tasks.ts";
import { explainGeneric, isStatement, nodesOf } from "../factories/db/explain.ts";
import { buildRelationship } from "../factories/accounts/identity.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, superuserUrl } = await useOrm(await useOwnDatabase(), { poolSize: 2 });

const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);

test("The health of the inbox counts and shows open, overdue and urgent untouched tasks", async () => {
  const quiet = { tasks: [], overdueSnoozeCount: 0, urgentUntouchedSeconds: 0 };
  expect(await findInboxHealth(em.fork())).toEqual(quiet);
  const { workspaceId, relationshipId, client, coach } = await buildRelationship(em);
  const owner = { clientUserId: client.userId, coachUserId: coach.userId };
  const put = (changes: Parameters<typeof putCoachTask>[2]) =>
    putCoachTask(em, { workspaceId, relationshipId, ...owner }, changes);
  await put({});
  await put({ taskType: "FORM_REVIEW", status: "IN_PROGRESS" });
  await put({ status: "SNOOZED", snoozedUntil: ago(60) });
  await put({ status: "SNOOZED", snoozedUntil: ago(180) });
  await put({ severity: "URGENT", createdAt: ago(500), touchedAt: ago(400) });
  await put({ severity: "URGENT", createdAt: ago(300) });
  await put({ status: "DISMISSED", dismissReason: "DUPLICATE", closedAt: ago(1) });
  const health = await findInboxHealth(em.fork());
  expect(health.overdueSnoozeCount).toBe(1);
  expect(health.urgentUntouchedSeconds).toBeGreaterThanOrEqual(299);
  expect(health.urgentUntouchedSeconds).toBeLessThan(330);
  const registry = new Registry();
  createInboxMetrics(registry)(health);
  const lines = (await registry.metrics()).split("\n");
  expect(lines).toEqual(
    expect.arrayContaining([
      'sideline_inbox_tasks{status="OPEN",type="MISSED_CHECK_IN"} 3',
      'sideline_inbox_tasks{status="IN_PROGRESS",type="FORM_REVIEW"} 1',
      'sideline_inbox_tasks{status="SNOOZED",type="MISSED_CHECK_IN"} 2',
      'sideline_inbox_tasks{status="OPEN",type="PLAN_UPDATE"} 0',
      "sideline_inbox_snoozes_overdue 1",
    ]),
  );
});

test("A task that became urgent long after its creation is as old as its urgency", async () => {
  const { workspaceId, relationshipId, client, coach } = await buildRelationship(em);
  const owner = { clientUserId: client.userId, coachUserId: coach.userId };
  await em.getConnection().execute("delete from coach_task");
  await putCoachTask(
    em,
    { workspaceId, relationshipId, ...owner },
    { severity: "URGENT", createdAt: ago(3 * 86_400), goalAt: ago(3_600 - 4 * 3_600) },
  );
  const { urgentUntouchedSeconds } = await findInboxHealth(em.fork());
  expect(Math.floor(urgentUntouchedSeconds / 600)).toBe(6);
});

test("The health of the inbox is read by an index", async () => {
  const { sent } = await recordStatements(() => findInboxHealth(em.fork()));
  const superuser = new Client({ connectionString: superuserUrl });
  await superuser.connect();
  await superuser.query("set enable_seqscan = off");
  const indexes: (string | undefined)[] = [];
  for (const statement of sent.filter(isStatement)) {
    const plan = await explainGeneric(superuser, statement);
    indexes.push(...nodesOf(plan).map((node) => node["Index Name"]));
  }
  await superuser.end();
  expect(indexes).toEqual(
    expect.arrayContaining(["coach_task_snoozed_idx", "coach_task_urgent_idx"]),
  );
});
