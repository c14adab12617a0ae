import { expect, test } from "@jest/globals";
import { discardEntry } from "../../../device/centre/discard/discard-entry.ts";
import { undoDiscard } from "../../../device/centre/discard/undo-discard.ts";
import type { Core } from "../../../device/core.ts";
import { makeLanes } from "../../../device/lanes/run-lanes.ts";
import { applyResults } from "../../../device/lanes/verdicts/apply-results.ts";
import { checkLaw } from "../../../device/lanes/verdicts/check-law.ts";
import { readResults } from "../../../device/lanes/verdicts/read-results.ts";
import { obeyOrder } from "../../../device/purge/obey-order.ts";
import { loadScope } from "../../../device/store/load-scope.ts";
import { type DeviceStage, NO_READS } from "../../factories/device/device-stage.ts";
import { built } from "../../factories/device/queued-stage.ts";

/** The stage's core with a hook that runs once, right before its first matching write. */
function racing({ core, sql }: DeviceStage, matches: RegExp, meanwhile: () => Promise<unknown>) {
  let isDone = false;
  const raced: Core = {
    ...core,
    ports: {
      ...core.ports,
      sql: {
        ...sql,
        async write(statements) {
          if (!isDone && statements.some((statement) => matches.test(statement.sql))) {
            isDone = true;
            await meanwhile();
          }
          return await sql.write(statements);
        },
      },
    },
  };
  return raced;
}

async function scopeOf({ sql }: DeviceStage, scopeId: string) {
  const scope = await loadScope(sql, scopeId);
  if (scope === null) throw new Error("The scope is gone");
  return scope;
}

const accepted = (clientOperationId: string) =>
  readResults({
    results: [{ clientOperationId, status: "ACCEPTED", receiptId: `receipt-${clientOperationId}` }],
  });

/** An order that seals what was queued under the present device. */
async function sealingOrder({ session }: DeviceStage) {
  const deviceId = (await session.deviceId()) ?? "";
  const scope = { kind: "ALL", workspaceId: null, relationshipId: null } as const;
  const sealedUntil = "2026-02-05T08:00:00.000Z";
  return {
    orderId: "order",
    trigger: "RELATIONSHIP_END",
    deviceId,
    scope,
    queue: "KEEP",
    handedOverTo: null,
    sealedUntil,
  } as const;
}

test("An entry whose verdict arrives in the moment of its discard is accepted, and counts once", async () => {
  const { stage, scopeId, id } = await built();
  const scope = await scopeOf(stage, scopeId);
  const core = racing(stage, /status = 'DISCARDED'/, () =>
    applyResults(stage.core, { scope, operationIds: [id] }, accepted(id)),
  );

  expect(await discardEntry(core, scope, { clientOperationId: id })).toEqual({ kind: "ABSENT" });
  expect(await stage.operation(id)).toMatchObject({ status: "ACCEPTED" });
  expect(await stage.scope(scopeId)).toMatchObject({ accepted: 1, discarded: 0 });
  expect(await checkLaw(stage.sql, scopeId)).toBeNull();
});

test("An entry that is discarded in the moment before its batch leaves is not in the batch", async () => {
  const { stage, scopeId, ids } = await built(2);
  const [first = "", second] = ids;
  const scope = await scopeOf(stage, scopeId);
  const core = racing(stage, /status = 'SYNCING'/, () =>
    discardEntry(stage.core, scope, { clientOperationId: first }),
  );
  const lanes = makeLanes(core, stage.session, NO_READS);
  lanes.wake(scopeId);
  await lanes.idle();

  expect(stage.api.effects).toEqual([second]);
  expect(await stage.operation(first)).toMatchObject({ status: "DISCARDED" });
  expect(await checkLaw(stage.sql, scopeId)).toBeNull();
});

test("An entry whose batch leaves in the moment of its discard is being sent, and its verdict counts", async () => {
  const { stage, scopeId, id } = await built();
  const scope = await scopeOf(stage, scopeId);
  let answer: () => void = () => undefined;
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { answer: serve } = stage.api;
  let isSent: () => void = () => undefined;
  const sent = new Promise<void>((resolve) => {
    isSent = resolve;
  });
  stage.api.answer = async (request) => {
    isSent();
    await isAnswered;
    return await serve(request);
  };
  const core = racing(stage, /status = 'DISCARDED'/, async () => {
    stage.lanes.wake(scopeId);
    await sent;
  });

  expect(await discardEntry(core, scope, { clientOperationId: id })).toEqual({ kind: "SENDING" });
  answer();
  await stage.settle();
  expect(await stage.operation(id)).toMatchObject({ status: "ACCEPTED" });
});

test("A dependant that is queued in the moment of a discard is named instead of waiting for ever", async () => {
  const { stage, scopeId, id } = await built();
  const scope = await scopeOf(stage, scopeId);
  const core = racing(stage, /status = 'DISCARDED'/, () =>
    stage.queue(scopeId, { id: "child", dependsOn: [id] }),
  );

  expect(await discardEntry(core, scope, { clientOperationId: id })).toEqual({
    kind: "HAS_DEPENDENTS",
    dependents: ["child"],
  });
  expect(await stage.operation(id)).toMatchObject({ status: "QUEUED" });
});

test("A purge order that closes the scope in the moment of a discard wins, and nothing is discarded", async () => {
  const { stage, scopeId, id } = await built();
  const scope = await scopeOf(stage, scopeId);
  const order = await sealingOrder(stage);
  const core = racing(stage, /status = 'DISCARDED'/, () => obeyOrder(stage.core, order));

  await expect(discardEntry(core, scope, { clientOperationId: id })).rejects.toMatchObject({
    kind: "UNEXPECTED",
  });
  expect(await stage.operation(id)).toMatchObject({ status: "QUEUED" });
  expect(await stage.scope(scopeId)).toMatchObject({ status: "SEALED", discarded: 0 });
});

test("An entry that is discarded while a purge counts its rows is not reported as sealed", async () => {
  const { stage, scopeId, ids } = await built(2);
  const [first = ""] = ids;
  const scope = await scopeOf(stage, scopeId);
  const core = racing(stage, /purge|cache_metadata/, () =>
    discardEntry(stage.core, scope, { clientOperationId: first }),
  );

  const report = await obeyOrder(core, await sealingOrder(stage));

  expect(report).toMatchObject({ sealedOperations: 1, count: 1 });
  expect(await checkLaw(stage.sql, scopeId)).toBeNull();
  expect(await undoDiscard(stage.core, scope, first)).toBe("ABSENT");
});

test("A purge order that arrives after a discard deletes the entry, and an undo finds nothing", async () => {
  const { stage, scopeId, id } = await built();
  const scope = await scopeOf(stage, scopeId);
  await discardEntry(stage.core, scope, { clientOperationId: id });
  await obeyOrder(stage.core, await sealingOrder(stage));

  expect(await undoDiscard(stage.core, scope, id)).toBe("ABSENT");
  expect(await stage.rows("select * from sync_operation")).toEqual([]);
  expect(await checkLaw(stage.sql, scopeId)).toBeNull();
});

test("An entry that comes back after a new registration belongs to the new device, so that its orders reach it", async () => {
  const { stage, scopeId, id } = await built();
  const scope = await scopeOf(stage, scopeId);
  const former = (await stage.session.deviceId()) ?? "";
  await discardEntry(stage.core, scope, { clientOperationId: id });
  await stage.session.register(former);
  const next = await stage.session.deviceId();

  expect(await undoDiscard(stage.core, scope, id)).toBe("RESTORED");
  expect(await stage.operation(id)).toMatchObject({ device_ids: JSON.stringify([former, next]) });
});
