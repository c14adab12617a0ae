import { expect, test } from "@jest/globals";
import { checkLaw } from "../../device/lanes/verdicts/check-law.ts";
import { firstScope, makeDeviceWorld, tap } from "../factories/device/device-world.ts";
import { problem } from "../factories/device/fake-api.ts";

test("After a restore of the server, accepted operations are sent again in order, refused ones are not, and the older state is shown", async () => {
  const world = makeDeviceWorld();
  const device = await world.open();
  await device.signIn(world.tokens());
  const scope = await firstScope(device);
  world.today = dayWith(task(7, "COMPLETED"));
  world.api.judge = ({ clientOperationId }) =>
    clientOperationId === "refused" ? "TASK_CLOSED" : "ACCEPTED";
  for (const id of ["one", "refused", "two"]) await scope.enqueue(tap(id));
  await device.sync();
  const before = world.api.batches.length;

  world.today = dayWith(task(5, "PENDING"));
  world.intercept = ({ method, path }) =>
    method === "GET" && path.includes("since=") ? problem({ code: "CURSOR_EXPIRED" }) : null;
  await scope.refresh();
  world.intercept = () => null;
  await device.sync();

  const again = world.api.batches.slice(before).flatMap(({ operations }) => operations);
  expect(again.map(({ clientOperationId }) => clientOperationId)).toEqual(["one", "two"]);
  const operations = await scope.operations();
  expect(operations.map(({ status, verdict }) => [status, verdict?.status])).toEqual([
    ["ACCEPTED", "ALREADY_ACCEPTED"],
    ["REJECTED", "REJECTED"],
    ["ACCEPTED", "ALREADY_ACCEPTED"],
  ]);
  expect((await scope.today())?.tasks.map(({ accepted }) => accepted.revision)).toEqual([5]);
  expect(await checkLaw(world.disk.open(), scope.scopeId)).toBeNull();
});

test("An app waits for a verdict across a restart", async () => {
  const world = makeDeviceWorld();
  const first = await world.open();
  await first.signIn(world.tokens());
  world.isOnline = false;
  await (await firstScope(first)).enqueue(tap("one"));
  const device = await world.open();
  const verdict = (await (await firstScope(device)).operation("one"))?.verdict();
  world.isOnline = true;
  await device.sync();

  expect(await verdict).toMatchObject({ status: "ACCEPTED", code: null });
});

test("A past day is deleted, except for tasks with an open operation", async () => {
  const world = makeDeviceWorld();
  const device = await world.open();
  await device.signIn(world.tokens());
  const scope = await firstScope(device);
  world.today = dayWith(task(1, "PENDING", "task-of-waiting"), task(1, "PENDING", "other"));
  await scope.refresh();
  world.intercept = ({ method }) =>
    method === "POST" ? { kind: "SILENCE", reason: "UNREACHABLE" } : null;
  await scope.enqueue(tap("waiting"));

  world.today = { ...dayWith(task(1, "PENDING", "tomorrow")), localDate: "2026-01-06" };
  await scope.refresh();

  const kept = await world.rows("select id from snapshot where kind = 'task' order by id");
  expect(kept.map(({ id }) => id)).toEqual(["task-of-waiting", "tomorrow"]);
  expect((await scope.today())?.localDate).toBe("2026-01-06");
});

function dayWith(...tasks: readonly object[]) {
  const adherenceSummary = { adherencePercent: null };
  const day = { localDate: "2026-01-05", timezone: "Europe/Zurich", agendaChecksum: "checksum" };
  return { ...day, adherenceSummary, tasks };
}

function task(revision: number, status: string, taskId = "task") {
  return {
    taskId,
    localDate: taskId === "tomorrow" ? "2026-01-06" : "2026-01-05",
    timezone: "Europe/Zurich",
    taskKind: "HABIT",
    status,
    revision,
    items: [],
    completionSummary: { itemCount: 0, completedItemCount: 0, skippedItemCount: 0, value: null },
    snapshot: { planId: null, title: "Habit", instructions: null, metric: null },
    actionSchema: { actions: [] },
    source: { context: "PLANS", type: "PLAN", id: "plan", revision: 1 },
    startsAt: null,
    dueAt: null,
    snoozedUntil: null,
    snoozeCount: 0,
    changedAt: "2026-01-05T08:00:00.000Z",
    completedAt: null,
  };
}
