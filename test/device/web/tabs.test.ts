import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { beforeEach, expect, test } from "@jest/globals";
import { deviceClient } from "../../../device/adapters/web/tabs/device-client.ts";
import { performOnPart } from "../../../device/adapters/web/tabs/perform-on-part.ts";
import { serveDevice } from "../../../device/adapters/web/tabs/serve-device.ts";
import { ActionFault } from "../../../device/outbox/action-fault.ts";
import { SqlFault } from "../../../device/ports/sql.ts";
import type { Device } from "../../../device/types.ts";
import { eventually } from "../../factories/eventually.ts";
import { makeFakeDevices, type FakeDevices } from "./fake-devices.ts";
import { makeTabs, type Tabs } from "./fake-tabs.ts";

const ACTION = { operationType: "quickLog.skip", payload: { taskId: "task" } };
const TOKENS = { accessToken: "access", refreshToken: "refresh", expiresInSeconds: 300 };

let tabs: Tabs;
let devices: FakeDevices;
let pauses: number[];
beforeEach(() => {
  tabs = makeTabs();
  devices = makeFakeDevices();
  pauses = [];
});

function startWorker(open = () => devices.open()) {
  const worker = tabs.startWorker();
  const pause = async (ms: number) => void pauses.push(ms);
  void serveDevice({ ...worker.options, open, pause });
  return worker;
}

const openPage = (): Device =>
  deviceClient({ channel: tabs.channel(), surface: "CLIENT_MOBILE", uuid: randomUUID });

async function scopeOf(page: Device) {
  const [scope] = await page.scopes();
  if (scope === undefined) throw new Error("There is no scope.");
  return scope;
}

test("A page reaches every call of the device through the worker of any tab.", async () => {
  startWorker();
  const page = openPage();
  expect(page.surface).toBe("CLIENT_MOBILE");
  expect(await page.signIn(TOKENS)).toBe("SIGNED_IN");
  expect((await page.state()).session).toBe("SIGNED_IN");
  const scope = await scopeOf(page);
  expect(scope.scopeId).toBe("scope-1");
  const operation = await scope.enqueue(ACTION);
  expect((await operation.state()).clientOperationId).toBe(operation.clientOperationId);
  expect(await scope.preview(ACTION)).toEqual({ kind: "LIKELY" });
  expect(await scope.today()).toBeNull();
  expect(await scope.operations()).toHaveLength(1);
  const found = await scope.operation(operation.clientOperationId);
  expect(found?.clientOperationId).toBe(operation.clientOperationId);
  expect(await scope.operation("other")).toBeNull();
  expect(await scope.refresh()).toBe("READ");
  const verdict = operation.verdict();
  await page.sync();
  expect(await verdict).toMatchObject({ status: "ACCEPTED" });
  expect(await page.signOut()).toEqual({ kind: "UNSENT", unsent: 1 });
  expect(await page.signOut(1)).toEqual({ kind: "SIGNED_OUT" });
});

test("A page uses a part of a scope through the worker, and only its own methods.", async () => {
  startWorker();
  const scope = await scopeOf(openPage());
  await scope.enqueue({ ...ACTION, clientOperationId: "refused" });
  const centre = await scope.part("centre");
  expect(await scope.part("centre")).toBe(centre);
  expect(await centre.discard({ clientOperationId: "refused" })).toEqual({
    kind: "DISCARDED",
    undoUntil: 30_000,
  });
  expect(await centre.discard({ clientOperationId: "refused" })).toEqual({ kind: "ABSENT" });
  await expect(performOnPart(centre, { method: "constructor", args: [] })).rejects.toThrow(
    "The part does not know this method.",
  );
});

test("An app's own operation id is kept, and the same id twice is one operation.", async () => {
  startWorker();
  const scope = await scopeOf(openPage());
  const action = { ...ACTION, clientOperationId: "mine" };
  await Promise.all([scope.enqueue(action), scope.enqueue(action)]);
  expect(devices.operations()).toEqual(["mine"]);
});

test("Only one of several workers opens the device, and pages of all tabs reach it.", async () => {
  startWorker();
  startWorker();
  const [one, other] = [openPage(), openPage()];
  await (await scopeOf(one)).enqueue(ACTION);
  await (await scopeOf(other)).enqueue(ACTION);
  expect(devices.operations()).toHaveLength(2);
  expect(devices.opened()).toBe(1);
});

test("Calls that a page makes before any worker is ready are carried out once, when one is.", async () => {
  const page = openPage();
  const calls = [page.state(), page.sync(), page.sync()];
  startWorker();
  await Promise.all(calls);
  expect(devices.syncs()).toBe(2);
});

test.each(["BEFORE", "AFTER"] as const)(
  "An action whose owner is killed %s it is stored is sent to the next owner and stored once.",
  async (when) => {
    const first = startWorker();
    startWorker();
    const scope = await scopeOf(openPage());
    devices.interruptNextEnqueue(when, first.kill);
    const operation = await scope.enqueue(ACTION);
    expect(devices.operations()).toEqual([operation.clientOperationId]);
    expect(devices.opened()).toBe(2);
  },
);

test("A page that waits for a verdict gets it from the next owner.", async () => {
  const first = startWorker();
  startWorker();
  const page = openPage();
  const operation = await (await scopeOf(page)).enqueue(ACTION);
  const verdict = operation.verdict();
  await page.state();
  first.kill();
  await page.sync();
  expect(await verdict).toMatchObject({ status: "ACCEPTED" });
});

test("Watchers of every tab are called after each change, by the next owner too, until they end it.", async () => {
  const first = startWorker();
  startWorker();
  const [page, other] = [openPage(), openPage()];
  const scope = await scopeOf(other);
  const seen = { changes: 0, waiting: -1 };
  const end = scope.watch(() => {
    seen.changes += 1;
  });
  other.watch(({ waiting }) => {
    seen.waiting = waiting;
  });
  const becomes = async (wanted: typeof seen) => {
    const isWanted = (counts: typeof seen) => isDeepStrictEqual(counts, wanted);
    expect(await eventually(async () => ({ ...seen }), isWanted)).toEqual(wanted);
  };
  await other.state();
  await (await scopeOf(page)).enqueue(ACTION);
  await becomes({ changes: 1, waiting: 1 });
  first.kill();
  await becomes({ changes: 2, waiting: 1 });
  await other.state();
  await (await scopeOf(page)).enqueue(ACTION);
  await becomes({ changes: 3, waiting: 2 });
  end();
  await (await scopeOf(page)).enqueue(ACTION);
  await becomes({ changes: 3, waiting: 3 });
});

test("A page learns why the device cannot be opened, and its next call tries again.", async () => {
  const faults = [new SqlFault("FULL", "no room"), new SqlFault("FULL", "no room")];
  startWorker(async () => {
    const fault = faults.shift();
    if (fault !== undefined) throw fault;
    return await devices.open();
  });
  const page = openPage();
  await expect(page.state()).rejects.toMatchObject({ name: "SqlFault", kind: "FULL" });
  expect((await page.state()).session).toBe("NONE");
});

test("An owner waits until the browser has released the files of the former one.", async () => {
  let lost = 3;
  startWorker(async () => {
    lost -= 1;
    if (lost >= 0) throw new SqlFault("LOST", "still open");
    return await devices.open();
  });
  expect((await openPage().state()).session).toBe("NONE");
  expect(pauses).toEqual([20, 50, 100]);
});

test("A refused action reaches the page as the fault that it is.", async () => {
  startWorker();
  const scope = await scopeOf(openPage());
  devices.failNextEnqueue(new ActionFault("TOO_LARGE"));
  await expect(scope.enqueue(ACTION)).rejects.toMatchObject({
    name: "ActionFault",
    code: "TOO_LARGE",
  });
  devices.failNextEnqueue(new TypeError("broken"));
  await expect(scope.enqueue(ACTION)).rejects.toThrow("broken");
});

test("A page that closes its device ends its own calls, and other pages go on.", async () => {
  startWorker();
  const [page, other] = [openPage(), openPage()];
  const operation = await (await scopeOf(page)).enqueue(ACTION);
  const verdict = operation.verdict();
  await page.close();
  await expect(verdict).rejects.toMatchObject({ kind: "LOST" });
  await expect(page.state()).rejects.toMatchObject({ kind: "LOST" });
  expect((await other.state()).waiting).toBe(1);
});
