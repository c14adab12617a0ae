import { expect, test } from "@jest/globals";
import { entryView } from "../../../device/centre/views/entry-view.ts";
import { buildRealPhone, onlyScope } from "../../factories/device/real-phone.ts";
import { registeredDevice, sync } from "../../factories/sync/phone.ts";
import { queued } from "../../factories/sync/sync.ts";
import { useApi } from "../../harness/use-api.ts";

const { api, issuer } = await useApi();

test("Steps that another phone recorded meanwhile are a conflict, which the person reads and resolves by sending theirs again", async () => {
  const phone = await buildRealPhone(api, issuer);
  const { steps } = phone.agenda;
  const device = await phone.open();
  await device.signIn(phone.tokens);
  const scope = await onlyScope(device);
  await scope.refresh();
  const walked = (value: number, minute: number) => ({
    taskId: steps.id,
    metricKind: "STEPS",
    unit: "steps",
    value,
    sourceType: "MANUAL",
    recordedAt: new Date(Date.UTC(2026, 0, 5, 8, minute)).toISOString(),
  });
  const { pair, agenda } = phone;
  const { clientToken: token, relationshipId } = pair;
  const other = {
    pair,
    agenda,
    token,
    relationshipId,
    deviceId: await registeredDevice(api, token),
  };
  await sync(api, other, [queued("quick-log.record-value", walked(5_000, 0))]);
  phone.network.failBy(({ method }) => (method === "GET" ? "UNREACHABLE" : null));
  const own = await scope.enqueue({
    operationType: "quick-log.record-value",
    payload: walked(6_000, 30),
  });
  const refused = await own.verdict();
  const centre = await scope.part("centre");
  const entryOf = async (id: string) => {
    const { entries } = await centre.entries();
    const entry = entries.find(({ clientOperationId }) => clientOperationId === id);
    if (entry === undefined) throw new Error("The entry is gone");
    return entry;
  };
  const call = { clientOperationId: own.clientOperationId, callId: crypto.randomUUID() };

  const unread = await entryOf(own.clientOperationId);
  const offline = await centre.resubmit(call);
  phone.network.failBy(() => null);
  const queuedAgain = await centre.resubmit(call);
  const verdict = await (await scope.operation(call.callId))?.verdict();
  await scope.refresh();
  const day = await scope.today();
  const counts = [(await centre.entries()).counts, await device.state()];
  await device.close();

  expect(refused).toMatchObject({ status: "CONFLICT", code: "STALE_REVISION" });
  expect(unread).toMatchObject({
    acts: ["REFETCH", "DISCARD"],
    changed: { by: "CLIENT", fields: expect.arrayContaining(["values"]), isRead: false },
  });
  const view = entryView("en", unread, { now: Date.now(), timezone: "UTC" });
  expect(view.what).toContain("recorded 6,000 steps");
  expect(view.changed).toMatch(/^On another device you changed .*its value/);
  expect(offline).toEqual({ kind: "READ_FIRST", reason: "OFFLINE" });
  expect(queuedAgain).toEqual({ kind: "QUEUED", clientOperationId: call.callId });
  expect(verdict).toMatchObject({ status: "ACCEPTED" });
  expect(day?.tasks.find(({ taskId }) => taskId === steps.id)).toMatchObject({
    accepted: { completionSummary: { value: { current: 6_000 } } },
  });
  expect(counts).toMatchObject([{ attention: 0, accepted: 1 }, { needsAttention: 0 }]);
});

test("An entry that the person discards offline never reaches the server, and one whose discard is undone arrives once", async () => {
  const phone = await buildRealPhone(api, issuer);
  const { water } = phone.agenda;
  const first = await phone.open();
  await first.signIn(phone.tokens);
  phone.network.failBy(() => "UNREACHABLE");
  const before = await onlyScope(first);
  const glasses = [100, 200, 400];
  const ids: string[] = [];
  for (const [minute, value] of glasses.entries()) {
    const recordedAt = new Date(Date.UTC(2026, 0, 5, 8, minute)).toISOString();
    const payload = { taskId: water.id, metricKind: "WATER", unit: "ml", value, recordedAt };
    const action = { operationType: "quick-log.record-value" };
    const { clientOperationId } = await before.enqueue({
      ...action,
      payload: { ...payload, sourceType: "MANUAL" },
    });
    ids.push(clientOperationId);
  }
  const [gone = "", restored = "", kept = ""] = ids;
  const discarding = await before.part("centre");
  for (const clientOperationId of [gone, restored])
    await discarding.discard({ clientOperationId, mayHaveArrived: true });
  await phone.kill();

  const device = await phone.open();
  const scope = await onlyScope(device);
  const centre = await scope.part("centre");
  const undone = await centre.undo({ clientOperationId: restored });
  phone.network.failBy(() => null);
  await device.sync();
  const day = await scope.today();
  const operations = await scope.operations();
  await device.close();

  expect(undone).toBe("RESTORED");
  expect(operations.map(({ clientOperationId, status }) => [clientOperationId, status])).toEqual([
    [gone, "DISCARDED"],
    [restored, "ACCEPTED"],
    [kept, "ACCEPTED"],
  ]);
  expect(day?.tasks.find(({ taskId }) => taskId === water.id)).toMatchObject({
    accepted: { completionSummary: { value: { current: 600, entryCount: 2 } } },
  });
});
