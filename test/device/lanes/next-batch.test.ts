import { describe, expect, test } from "@jest/globals";
import { nextBatch } from "../../../device/lanes/batch/next-batch.ts";
import { loadScope } from "../../../device/store/load-scope.ts";
import { buildDeviceStage, type DeviceStage } from "../../factories/device/device-stage.ts";

const WHOLE = { count: 50, bytes: 4 * 1024 * 1024 };

async function chosen(stage: DeviceStage, scopeId: string, limits = WHOLE) {
  const scope = await loadScope(stage.sql, scopeId);
  if (scope === null) throw new Error("The scope is gone");
  const batch = await nextBatch(stage.core, scope, limits);
  return batch.operations.map(({ clientOperationId }) => clientOperationId);
}

async function built() {
  const stage = await buildDeviceStage();
  return { stage, scopeId: await stage.addScope() };
}

/** Makes an operation wait by itself. */
async function hold(stage: DeviceStage, id: string, reason: string, retryAt: number | null) {
  await stage.sql.write([
    {
      sql: "update sync_operation set wait_reason = ?, next_retry_at = ? where client_operation_id = ?",
      params: [reason, retryAt, id],
      changes: 1,
    },
  ]);
}

describe("the next batch", () => {
  test("has at most fifty operations, in local order", async () => {
    const { stage, scopeId } = await built();
    const ids: string[] = [];
    for (let made = 0; made < 130; made += 1) ids.push(await stage.queue(scopeId));
    expect(await chosen(stage, scopeId)).toEqual(ids.slice(0, 50));
  });

  test("begins with operations that a killed process left as SYNCING", async () => {
    const { stage, scopeId } = await built();
    const ids = [await stage.queue(scopeId), await stage.queue(scopeId)];
    await stage.sql.write([{ sql: "update sync_operation set status = 'SYNCING'" }]);
    ids.push(await stage.queue(scopeId));
    expect(await chosen(stage, scopeId)).toEqual(ids);
  });

  test("has at most 500 sets, but always one operation: a larger one is sent alone", async () => {
    const { stage, scopeId } = await built();
    const withSets = (count: number) =>
      stage.queue(scopeId, {
        payload: { sets: Array.from({ length: count }, () => ({ reps: 5 })) },
      });
    const [one, two, three, huge] = [
      await withSets(200),
      await withSets(300),
      await withSets(1),
      await withSets(501),
    ];
    expect(await chosen(stage, scopeId)).toEqual([one, two]);
    await stage.sql.write([
      { sql: "update sync_operation set status = 'ACCEPTED' where local_sequence < 3" },
    ]);
    expect(await chosen(stage, scopeId)).toEqual([three]);
    await stage.sql.write([
      { sql: "update sync_operation set status = 'ACCEPTED' where local_sequence < 4" },
    ]);
    expect(await chosen(stage, scopeId)).toEqual([huge]);
  });

  test("stays below four megabytes with its envelope", async () => {
    const { stage, scopeId } = await built();
    const note = "n".repeat(250_000);
    for (let made = 0; made < 20; made += 1) await stage.queue(scopeId, { payload: { note } });
    const ids = await chosen(stage, scopeId);
    expect(ids).toHaveLength(15);
  });

  test("has fewer values than a body may have", async () => {
    const { stage, scopeId } = await built();
    const many = Array.from({ length: 19_000 }, () => 1);
    for (let made = 0; made < 15; made += 1) await stage.queue(scopeId, { payload: { many } });
    expect(await chosen(stage, scopeId)).toHaveLength(13);
  });
});

describe("an operation that waits by itself", () => {
  test.each(["SET_ASIDE", "VERSION", "MEDIA", "RETRY_AT", "DEPENDENCY"])(
    "for %s holds back what depends on it and what follows on its task, and nothing else",
    async (reason) => {
      const { stage, scopeId } = await built();
      const other = await stage.queue(scopeId, { objectId: "task-2" });
      const waiting = await stage.queue(scopeId, { objectId: "task-1" });
      await stage.queue(scopeId, { objectId: "task-1" });
      const dependent = await stage.queue(scopeId, { dependsOn: [waiting], objectId: "task-3" });
      await stage.queue(scopeId, { dependsOn: [dependent] });
      await stage.queue(scopeId, { objectId: "task-3" });
      const last = await stage.queue(scopeId, { objectId: "task-2", dependsOn: [other] });
      const isTimed = reason === "RETRY_AT" || reason === "DEPENDENCY";
      await hold(stage, waiting, reason, isTimed ? stage.clock.now() + 1_000 : null);
      expect(await chosen(stage, scopeId)).toEqual([other, last]);
    },
  );

  test("is sent again once its retry is due, together with what it held back", async () => {
    const { stage, scopeId } = await built();
    const waiting = await stage.queue(scopeId, { objectId: "task-1" });
    const behind = await stage.queue(scopeId, { objectId: "task-1" });
    await hold(stage, waiting, "DEPENDENCY", stage.clock.now() + 60_000);
    expect(await chosen(stage, scopeId)).toEqual([]);
    stage.clock.advance(60_000);
    expect(await chosen(stage, scopeId)).toEqual([waiting, behind]);
  });

  test("is due if the clock was set back by a year: no stored retry is further ahead than fifteen minutes", async () => {
    const { stage, scopeId } = await built();
    const waiting = await stage.queue(scopeId);
    await hold(stage, waiting, "RETRY_AT", stage.clock.now() + 60_000);
    stage.clock.jump(-400 * 86_400_000);
    expect(await chosen(stage, scopeId)).toEqual([waiting]);
  });
});

test("an operation that replaces one without a verdict is sent before it, and is not held back by it", async () => {
  const { stage, scopeId } = await built();
  const replaced = await stage.queue(scopeId, { objectId: "task-1" });
  const replacement = await stage.queue(scopeId, { objectId: "task-1", resubmitOf: replaced });
  const after = await stage.queue(scopeId, { objectId: "task-1" });
  const dependent = await stage.queue(scopeId, { dependsOn: [replaced] });
  await hold(stage, replaced, "SET_ASIDE", null);
  expect(await chosen(stage, scopeId)).toEqual([replacement, after]);
  await stage.sql.write([
    { sql: "update sync_operation set status = 'ACCEPTED' where local_sequence in (2, 3)" },
    { sql: "update sync_operation set wait_reason = null" },
  ]);
  expect(await chosen(stage, scopeId)).toEqual([replaced, dependent]);
});

test("a waiting replacement holds back the operation it replaces, so that the person's newer action wins", async () => {
  const { stage, scopeId } = await built();
  const replaced = await stage.queue(scopeId);
  const replacement = await stage.queue(scopeId, { resubmitOf: replaced });
  for (const [reason, retryAt] of [
    ["RETRY_AT", stage.clock.now() + 1_000],
    ["MEDIA", null],
  ] as const) {
    await hold(stage, replacement, reason, retryAt);
    expect(await chosen(stage, scopeId)).toEqual([]);
  }
});

test("a replacement that depends on the operation it replaces does not deadlock: both are sent in queue order", async () => {
  const { stage, scopeId } = await built();
  const replaced = await stage.queue(scopeId);
  const between = await stage.queue(scopeId, { dependsOn: [replaced] });
  const replacement = await stage.queue(scopeId, { resubmitOf: replaced, dependsOn: [between] });
  expect(await chosen(stage, scopeId)).toEqual([replaced, between, replacement]);
});

test("a replacement that depends on the operation it replaces waits for no other entry, whatever that one waits for", async () => {
  for (const reason of ["RETRY_AT", "MEDIA"]) {
    const { stage, scopeId } = await built();
    const unrelated = await stage.queue(scopeId, { objectId: "task-1" });
    const replaced = await stage.queue(scopeId, { objectId: "task-2" });
    const replacement = await stage.queue(scopeId, { resubmitOf: replaced, dependsOn: [replaced] });
    await hold(stage, unrelated, reason, reason === "MEDIA" ? null : stage.clock.now() + 60_000);

    expect(await chosen(stage, scopeId)).toEqual([replaced, replacement]);
  }
});

test("two replacements that wait for each other's replaced operations are untied, and a third one keeps its order", async () => {
  const { stage, scopeId } = await built();
  const first = await stage.queue(scopeId);
  const second = await stage.queue(scopeId);
  const third = await stage.queue(scopeId);
  const one = await stage.queue(scopeId, { resubmitOf: first, dependsOn: [second] });
  const two = await stage.queue(scopeId, { resubmitOf: second, dependsOn: [first] });
  const waits = await stage.queue(scopeId, { resubmitOf: third });
  await hold(stage, waits, "RETRY_AT", stage.clock.now() + 60_000);

  expect(await chosen(stage, scopeId)).toEqual([first, second, one, two]);
});

test("an operation that failed alone without a result is sent alone after all others, so that it delays none", async () => {
  const { stage, scopeId } = await built();
  const [one, poison, two] = [
    await stage.queue(scopeId),
    await stage.queue(scopeId, { objectId: "task-1" }),
    await stage.queue(scopeId),
  ];
  const behind = await stage.queue(scopeId, { objectId: "task-1" });
  await hold(stage, poison, "RETRY_AT", stage.clock.now());
  const params = [poison];
  const where = "where client_operation_id = ?";
  await stage.sql.write([{ sql: `update sync_operation set retry_count = 1 ${where}`, params }]);
  expect(await chosen(stage, scopeId)).toEqual([one, two]);
  const done = "update sync_operation set status = 'ACCEPTED' where local_sequence in";
  await stage.sql.write([{ sql: `${done} (1, 3)` }]);
  expect(await chosen(stage, scopeId)).toEqual([poison]);
  await stage.sql.write([{ sql: `${done} (2)` }]);
  expect(await chosen(stage, scopeId)).toEqual([behind]);
});

test("an operation whose key is gone or whose envelope is damaged stays, and holds back only what depends on it", async () => {
  const { stage, scopeId } = await built();
  const damaged = await stage.queue(scopeId, { objectId: "task-1" });
  const after = await stage.queue(scopeId, { objectId: "task-1" });
  await stage.queue(scopeId, { dependsOn: [damaged] });
  const other = await stage.queue(scopeId);
  await stage.sql.write([
    {
      sql: "update sync_operation set envelope = zeroblob(64) where client_operation_id = ?",
      params: [damaged],
    },
  ]);
  expect(await chosen(stage, scopeId)).toEqual([after, other]);
  await stage.vault.removeKey(`queue/${scopeId}`);
  expect(await chosen(stage, scopeId)).toEqual([]);
});

describe("an operation that a purge order reaches is not sent", () => {
  const order = {
    orderId: "018f0000-0000-7000-8000-000000000001",
    trigger: "DEVICE_REVOCATION",
    queue: "KEEP",
    handedOverTo: null,
  };
  const saveOrder = (stage: DeviceStage, changes: object) =>
    stage.sql.write([
      {
        sql: "insert or replace into cache_metadata values ('purge_orders', ?, 0)",
        params: [JSON.stringify({ orders: [{ ...order, ...changes }] })],
      },
    ]);

  test("if it deletes or seals the queue of its device, until the queue is handed over", async () => {
    const { stage, scopeId } = await built();
    const id = await stage.queue(scopeId);
    const deviceId = "none";
    const scope = { kind: "ALL", workspaceId: null, relationshipId: null };
    await saveOrder(stage, { deviceId, scope });
    expect(await chosen(stage, scopeId)).toEqual([]);
    await saveOrder(stage, { deviceId, scope, queue: "DELETE" });
    expect(await chosen(stage, scopeId)).toEqual([]);
    await saveOrder(stage, { deviceId, scope, handedOverTo: "next" });
    expect(await chosen(stage, scopeId)).toEqual([id]);
  });

  test("unless it is for another device or another relationship", async () => {
    const { stage, scopeId } = await built();
    const id = await stage.queue(scopeId);
    const all = { kind: "ALL", workspaceId: null, relationshipId: null };
    await saveOrder(stage, { deviceId: "another", scope: all, queue: "DELETE" });
    expect(await chosen(stage, scopeId)).toEqual([id]);
    const scope = { kind: "RELATIONSHIP", workspaceId: null, relationshipId: "another" };
    await saveOrder(stage, { deviceId: "none", scope, queue: "DELETE" });
    expect(await chosen(stage, scopeId)).toEqual([id]);
  });
});
