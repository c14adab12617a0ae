import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Client } from "pg";
import { executorOf } from "../../db/platform/pipeline/pipeline.ts";
import { forceGenericPlans } from "../../db/platform/pipeline/force-generic-plans.ts";
import { newId } from "../../db/platform/new-id.ts";
import { writeDeferred } from "../../db/sync/admission/write-deferred.ts";
import { explainGeneric, isStatement, wholesOf } from "../factories/db/explain.ts";
import { growTable } from "../factories/db/grow-table.ts";
import {
  admissionDeps,
  buildDevice,
  buildScope,
  type BuiltScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { draftOf, putWorkout, squats } from "../factories/workouts/workouts.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements, type SentStatement } from "../harness/record-statements.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, superuserUrl } = await useOrm(await useOwnDatabase(), { poolSize: 2 });
const superuser = new Client({ connectionString: superuserUrl });
let settings: readonly SentStatement[];
let statements: readonly SentStatement[];

beforeAll(async () => {
  await superuser.connect();
  const scope = await buildScope(em);
  const other = { ...scope, deviceId: await buildDevice(em, scope.clientUserId) };
  ({ sent: settings } = await recordStatements(() => forceGenericPlans(executorOf(em.fork()))));
  const { sent } = await recordStatements(async () => {
    await play(scope, other);
    await decideWhatWaited(scope);
  });
  const byText = new Map(sent.filter(isStatement).map((statement) => [statement.text, statement]));
  statements = [...byText.values()];
});
afterAll(() => superuser.end());

test("plans that admission keeps search each table by a key, whenever they were made", async () => {
  expect(statements.length).toBeGreaterThan(12);
  // The tables have no statistics yet.
  expect(await wholes()).toEqual([]);
  // The statistics say that they are nearly empty.
  await superuser.query("vacuum analyze");
  expect(await wholes()).toEqual([]);
  // Both grew since, except for corrections and undos.
  const once = "task_id is not null and supersedes_id is null and undoes_receipt_id is null";
  await growTable(superuser, "quick_log_operation", { which: once, times: 2_000 });
  await growTable(superuser, "agenda_task", { which: "true", times: 2_000 });
  expect(await wholes()).toEqual([]);
  await superuser.query("vacuum analyze");
  expect(await wholes()).toEqual([]);
});

/** Batches of two phones that use every read of quick-log. */
async function play(scope: BuiltScope, other: BuiltScope): Promise<void> {
  const deps = admissionDeps(em);
  const { habit, meal, water } = scope.agenda;
  const glass = (minute: number) =>
    queued("quick-log.record-value", {
      taskId: water.id,
      metricKind: "WATER",
      value: 300,
      unit: "ml",
      sourceType: "MANUAL",
      recordedAt: `2026-01-05T08:0${minute}:00.000Z`,
      localId: String(minute),
    });
  const undo = (taskId: string, undoesClientOperationId: string) =>
    queued("quick-log.undo", { taskId, undoesClientOperationId });
  const steps = queued("quick-log.import-value", {
    metricKind: "STEPS",
    localDate: scope.agenda.localDate,
    value: 4_000,
    unit: "steps",
    sourceType: "APPLE_HEALTH",
    sourceDevice: "Watch",
    windowStart: "2026-01-05T06:00:00.000Z",
    windowEnd: "2026-01-05T07:00:00.000Z",
    userEntered: false,
  });
  const draft = draftOf(await putWorkout(em, scope));
  const sets = [squats("one", 140)];
  const [first, second] = [glass(1), glass(2)];
  const done = queued("quick-log.complete-task", { taskId: habit.id });
  const item = queued("quick-log.complete-item", { taskId: meal.id, itemId: meal.items[0]?.id });
  await submit(deps, scope, [first, done, item, steps, draft.start()]);
  await submit(deps, other, [second, undo(water.id, second.clientOperationId)]);
  await submit(deps, scope, [
    glass(3),
    undo(water.id, first.clientOperationId),
    undo(habit.id, done.clientOperationId),
    draft.submit(sets),
  ]);
  await submit(deps, scope, [first]);
}

/** Records that an operation is decided that had waited for media, as its batch does. */
async function decideWhatWaited({ relationshipId, deviceId }: BuiltScope): Promise<void> {
  const owner = { batchId: newId(), lineageId: newId(), relationshipId, deviceId, now: new Date() };
  const rows = { deferrals: [], resumed: [newId()], attachments: [] };
  await writeDeferred(executorOf(em.fork()), { ...owner, ...rows });
}

/** Statements whose plans scan a whole table or index, with its name. */
async function wholes(): Promise<readonly string[]> {
  await superuser.query("begin");
  for (const { text } of settings) await superuser.query(text);
  const found: string[] = [];
  for (const statement of statements)
    for (const whole of wholesOf(await explainGeneric(superuser, statement)))
      found.push(`${whole}: ${statement.text.slice(0, 60)}`);
  await superuser.query("rollback");
  return found;
}
