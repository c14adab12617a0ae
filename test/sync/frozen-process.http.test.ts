import { fileURLToPath } from "node:url";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, test } from "@jest/globals";
import { type Child, startChild } from "../../tools/processes/child-process.ts";
import {
  ADMITTED,
  FREEZING,
  type FreezeOrder,
} from "../factories/sync/kills/freeze-in-admission.ts";
import {
  buildPhone,
  type Phone,
  registeredDevice,
  send,
  snapshot,
} from "../factories/sync/phone.ts";
import { queued } from "../factories/sync/sync.ts";
import type { TestAnswer } from "../harness/api.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi({ database: await useOwnDatabase({ timeouts: "PRODUCT" }) });
let child: Child | undefined;

afterEach(async () => {
  await child?.stop([["SIGKILL", 2_000]]);
});

test("a process frozen inside an admission delays its relationship for less than 12 s", async () => {
  const phone = await buildPhone(api, issuer);
  const other = { ...phone, deviceId: await registeredDevice(api, phone.token) };
  const stranger = await buildPhone(api, issuer);
  const { habit, meal } = phone.agenda;
  const lost = queued("quick-log.complete-task", { taskId: habit.id });
  const frozen = await startFrozen(phone, lost);

  const strangers = queued("quick-log.complete-task", { taskId: stranger.agenda.habit.id });
  const startedAt = performance.now();
  expect((await send(api, stranger, [strangers])).status).toBe(200);
  expect((await snapshot(api, phone)).receipts).toEqual([]);

  const skip = queued("quick-log.skip", { taskId: meal.id, reason: "BUSY" });
  const answer = await patiently(() => send(api, other, [skip]));
  expect(performance.now() - startedAt).toBeLessThan(12_000);
  expect(answer.text).toContain('"status":"ACCEPTED"');

  process.kill(frozen.pid, "SIGCONT");
  await frozen.ended;
  expect(frozen.lines).toEqual([FREEZING, `${ADMITTED} ACCEPTED`]);
  expect((await snapshot(api, phone)).receipts).toMatchObject([
    { clientOperationId: lost.clientOperationId, acceptedRevision: 2 },
  ]);
});

/** Starts a process that admits this phone's operation and freezes while it has the locks. */
async function startFrozen(phone: Phone, operation: FreezeOrder["operation"]) {
  const order: FreezeOrder = {
    databaseUrl: api.database.appUrl,
    relationshipId: phone.relationshipId,
    deviceId: phone.deviceId,
    actorUserId: phone.pair.client.userId,
    operation,
  };
  const lines: string[] = [];
  const frozen = Promise.withResolvers<null>();
  const entry = new URL("../factories/sync/kills/freeze-in-admission.ts", import.meta.url);
  child = await startChild({
    name: "frozen",
    command: process.execPath,
    args: [fileURLToPath(entry), JSON.stringify(order)],
    env: {},
    onLine: (line) => {
      lines.push(line);
      if (line === FREEZING) frozen.resolve(null);
    },
  });
  await Promise.race([frozen.promise, child.ended]);
  expect(lines).toEqual([FREEZING]);
  return { pid: child.record.pid, ended: child.ended, lines };
}

/** Retries like a device, after the retry time. */
async function patiently(work: () => Promise<TestAnswer>): Promise<TestAnswer> {
  const answer = await work();
  if (answer.status !== 503) return answer;
  await pause(Number(answer.headers.get("Retry-After")) * 1_000);
  return await patiently(work);
}
