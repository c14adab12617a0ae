import { expect, test } from "@jest/globals";
import type { HttpRequest } from "../../../device/ports/http.ts";
import type { Scope } from "../../../device/types.ts";
import {
  type DeviceWorld,
  firstScope,
  makeDeviceWorld,
} from "../../factories/device/device-world.ts";
import { problem, success } from "../../factories/device/fake-api.ts";
import { dayWith, taskOf } from "../../factories/device/read-day.ts";

const TODAY = "/api/v1/client/today?date=2026-01-05";
const OTHER_DAY = "/api/v1/client/today?date=2026-01-04";

test("A conflict is offered for a resubmission only after the newest state of its task was read", async () => {
  const { world, scope } = await signedIn();
  await conflictOn(world, scope, TODAY);
  const before = await stateOf(scope);

  await scope.refresh();

  expect(before).toEqual([false, ["REFRESH", "DISCARD"]]);
  expect(await stateOf(scope)).toEqual([true, ["REFRESH", "RESUBMIT", "DISCARD"]]);
});

test("A conflict about a task of another day is read by the task alone, and stays unread without a connection", async () => {
  const { world, scope } = await signedIn();
  await conflictOn(world, scope, OTHER_DAY);
  world.answers = new Map([["/api/v1/client/quick-log/tasks/task", null]]);
  const silent = await scope.refresh();
  const unread = await stateOf(scope);

  const task = taskOf(7, "COMPLETED", { localDate: "2026-01-04" });
  world.answers = new Map([["/api/v1/client/quick-log/tasks/task", { task }]]);
  const read = await scope.refresh();

  expect([silent, unread[0]]).toEqual(["OFFLINE", false]);
  expect([read, (await stateOf(scope))[0]]).toEqual(["READ", true]);
  const stored = "select revision, local_date from snapshot where kind = 'task' and id = 'task'";
  expect(await world.rows(stored)).toEqual([{ revision: 7, local_date: "2026-01-04" }]);
});

test("A conflict about something that no slice covers is read by its path, once", async () => {
  const { world, scope } = await signedIn();
  const path = "/api/v1/client/form-assignments/form";
  await conflictOn(world, scope, path);
  world.answers = new Map([[path, { formAssignmentId: "form", revision: 3 }]]);

  await scope.refresh();
  await scope.refresh();

  expect((await stateOf(scope))[0]).toBe(true);
  expect(world.log.filter((asked) => asked === path)).toHaveLength(1);
  expect(await world.rows("select id from snapshot where kind = 'target'")).toEqual([{ id: path }]);
});

test("A conflict whose object is gone can be resolved", async () => {
  const { world, scope } = await signedIn();
  await conflictOn(world, scope, "/api/v1/client/form-assignments/gone");

  expect(await scope.refresh()).toBe("READ");
  expect((await stateOf(scope))[0]).toBe(true);
});

test("A task of another day with an open entry is read again when it changed, and later days keep it", async () => {
  const { world, scope } = await signedIn();
  await conflictOn(world, scope, TODAY);
  await scope.refresh();
  world.today = dayWith([], { localDate: "2026-01-06" });
  await scope.refresh();
  world.changes = [{ entityType: "agenda_task", entityId: "task", path: TODAY, reason: "CHANGED" }];
  world.answers = new Map([
    ["/api/v1/client/quick-log/tasks/task", { task: taskOf(9, "COMPLETED") }],
  ]);

  await scope.refresh();

  const stored = "select revision from snapshot where kind = 'task' and id = 'task'";
  expect(await world.rows(stored)).toEqual([{ revision: 9 }]);
});

test("A day that cannot be read does not keep back the rest, and is read next time", async () => {
  const { world, scope } = await signedIn();
  world.today = dayWith([taskOf(2, "COMPLETED")]);
  world.assignment = { assignmentId: "program", updatedAt: "2026-01-05T08:00:00.000Z" };
  world.isDaySilent = true;
  const failed = await scope.refresh();
  const program = await world.rows("select id from snapshot where kind = 'program'");
  world.isDaySilent = false;
  const read = await scope.refresh();

  expect([failed, read]).toEqual(["OFFLINE", "READ"]);
  expect(program).toEqual([{ id: "program" }]);
  expect((await scope.today())?.tasks.map(({ accepted }) => accepted.revision)).toEqual([2]);
});

interface ReadWorld extends DeviceWorld {
  /** Answers by path without query; null for silence. */
  answers: ReadonlyMap<string, object | null>;
  changes: readonly object[];
  assignment: object | null;
  isDaySilent: boolean;
}

async function signedIn() {
  const world: ReadWorld = Object.assign(makeDeviceWorld(), {
    answers: new Map<string, object | null>(),
    changes: [],
    assignment: null,
    isDaySilent: false,
  });
  world.today = dayWith([taskOf(1, "PENDING")]);
  world.intercept = (request) => answerOf(world, request);
  const device = await world.open();
  await device.signIn(world.tokens());
  const scope = await firstScope(device);
  await scope.refresh();
  return { world, scope };
}

function answerOf(world: ReadWorld, { method, path }: HttpRequest) {
  const [named = ""] = path.split("?");
  if (method !== "GET") return null;
  if (named === "/api/v1/client/today" && world.isDaySilent)
    return { kind: "SILENCE", reason: "TIMEOUT" } as const;
  if (named.endsWith("/sync")) {
    const { changes, assignment } = world;
    return success({ serverCursor: "cursor", scopeState: "ACTIVE", changes, assignment });
  }
  const answer = world.answers.get(named);
  if (answer === null) return { kind: "SILENCE", reason: "UNREACHABLE" } as const;
  if (answer !== undefined) return success(answer);
  return named.includes("/form-assignments/") ? problem({ code: "NOT_FOUND" }) : null;
}

/** A tap on the task that the server answers with a conflict, whose newest state is at a path. */
async function conflictOn(world: DeviceWorld, scope: Scope, path: string): Promise<void> {
  world.api.judge = () => ({
    status: "CONFLICT",
    receiptId: "018f0000-0000-7000-8000-0000000000c1",
    acceptedRevision: null,
    canonicalIds: [],
    category: "STALE_REVISION",
    conflictCode: "STALE_REVISION",
    allowedResolutions: ["REFRESH", "RESUBMIT", "DISCARD"],
    refetch: [{ entityType: "agenda_task", entityId: "task", path, reason: "STALE" }],
  });
  const tapped = await scope.enqueue({
    clientOperationId: "tap",
    operationType: "today.complete",
    payload: { taskId: "task" },
  });
  await tapped.verdict();
}

async function stateOf(scope: Scope) {
  const [operation] = await scope.operations();
  return [operation?.latestRead, operation?.verdict?.allowedResolutions] as const;
}
