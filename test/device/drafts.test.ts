import { expect, test } from "@jest/globals";
import { draftRows } from "../../device/drafts/draft-rows.ts";
import { enqueue } from "../../device/outbox/enqueue.ts";
import { type Sql, SqlFault, type Statement } from "../../device/ports/sql.ts";
import { obeyOrder } from "../../device/purge/obey-order.ts";
import type { ObeyedOrder } from "../../device/purge/obeyed-order.ts";
import { handOver } from "../../device/session/hand-over.ts";
import { loadScope } from "../../device/store/load-scope.ts";
import { buildDeviceStage, type DeviceStage } from "../factories/device/device-stage.ts";

test("A draft and its operation are stored together or not at all", async () => {
  const { stage, scopeId, drafts } = await buildStage();
  const start = { operationType: "workout.start-session", payload: { clientSessionId: "one" } };
  const never = { sql: "false" };

  const refused = enqueue({ core: stage.core, scopeId }, start, async (scope) => [
    await drafts.insert(scope, draftOf("one"), never),
  ]);
  await expect(refused).rejects.toThrow(SqlFault);
  expect(await stage.rows("select 1 from sync_operation")).toEqual([]);

  await enqueue(
    { core: stage.core, scopeId },
    { ...start, clientOperationId: "start" },
    async (scope) => [await drafts.insert(scope, draftOf("one"))],
  );
  await enqueue(
    { core: stage.core, scopeId },
    { ...start, clientOperationId: "start" },
    async (scope) => [await drafts.insert(scope, draftOf("twin"))],
  );
  const scope = await requireScope(stage, scopeId);
  expect(await drafts.list(scope)).toMatchObject([
    { id: "one", revision: 1, status: "OPEN", body: { typed: WORD }, origin: { asked: WORD } },
  ]);
  expect((await stage.operation("start"))["object_id"]).toBe("one");
});

test("A draft changes only from the revision that the person saw", async () => {
  const { stage, scopeId, drafts } = await buildStage();
  const scope = await requireScope(stage, scopeId);
  await stage.sql.write([await drafts.insert(scope, draftOf("one"))]);
  const next = { status: "ENDED", revision: 2, body: { typed: "more" } } as const;
  const change = await drafts.update(scope, { id: "one", revision: 1 }, next);
  await stage.sql.write([change]);

  await expect(stage.sql.write([change])).rejects.toThrow(SqlFault);
  expect(await drafts.find(scope, "one")).toMatchObject({
    ...next,
    taskId: "task",
    origin: { asked: WORD },
  });
});

test("An order that keeps the queue keeps unsent drafts sealed and deletes those that the server has", async () => {
  const { stage, scopeId, drafts } = await buildStage();
  const scope = await requireScope(stage, scopeId);
  for (const id of ["open", "done", "refused"])
    await stage.sql.write([await drafts.insert(scope, draftOf(id))]);
  for (const id of ["done", "refused"]) {
    const next = { status: "ENDED", revision: 2, body: { typed: WORD } } as const;
    await stage.sql.write([await drafts.update(scope, { id, revision: 1 }, next)]);
    await stage.queue(scopeId, { id: `submit-${id}`, objectId: id });
  }
  stage.api.judge = ({ clientOperationId }) =>
    clientOperationId === "submit-refused" ? "TASK_CLOSED" : "ACCEPTED";
  await register(stage, FIRST);
  await stage.settle();

  const report = await obeyOrder(stage.core, { ...ORDER, queue: "KEEP" });

  const sealed = await requireScope(stage, scopeId);
  expect(sealed.status).toBe("SEALED");
  expect((await drafts.list(sealed)).map(({ id }) => id)).toEqual(["open", "refused"]);
  expect(report).toMatchObject({ lostOperations: 0, sealedOperations: 0 });
  const later = await drafts.update(
    sealed,
    { id: "open", revision: 1 },
    { status: "OPEN", revision: 2, body: { typed: "late" } },
  );
  await expect(stage.sql.write([later])).rejects.toThrow(SqlFault);
});

test("After an order that deletes the queue, neither a draft nor its key is left", async () => {
  const { stage, scopeId, drafts } = await buildStage();
  const scope = await requireScope(stage, scopeId);
  await stage.sql.write([await drafts.insert(scope, draftOf("open"))]);
  await register(stage, FIRST);
  const stored = await allText(stage);

  const kept = await obeyOrder(stage.core, { ...ORDER, queue: "KEEP", orderId: "keep" });
  const gone = await obeyOrder(stage.core, ORDER);

  expect([kept.count, gone.count]).toEqual([0, 1]);
  expect(await stage.rows("select * from draft")).toEqual([]);
  expect(await stage.rows("select * from cache_scope")).toEqual([]);
  expect(await stage.vault.key(scope.queueKey)).toBeNull();
  expect([stored, await allText(stage)].filter((text) => text.includes(WORD))).toEqual([]);
});

test("An order to a former device leaves the drafts of the next one, unless the queue was handed over to it", async () => {
  const { stage, scopeId, drafts } = await buildStage();
  const scope = await requireScope(stage, scopeId);
  await register(stage, FIRST);
  await stage.sql.write([await drafts.insert(scope, draftOf("of-first"))]);
  await register(stage, SECOND);
  await stage.sql.write([await drafts.insert(scope, draftOf("of-second"))]);

  await obeyOrder(stage.core, ORDER);
  expect((await drafts.list(scope)).map(({ id }) => id)).toEqual(["of-second"]);

  const narrowed = { ...ORDER, orderId: "narrowed", deviceId: SECOND, handedOverTo: THIRD };
  await obeyOrder(stage.core, { ...narrowed, queue: "KEEP" });
  const [row] = await stage.rows("select device_ids from draft");
  expect(row).toEqual({ device_ids: JSON.stringify([SECOND, THIRD]) });
  expect((await requireScope(stage, scopeId)).status).toBe("ACTIVE");
  await obeyOrder(stage.core, { ...ORDER, orderId: "last", deviceId: THIRD });
  expect(await stage.rows("select * from draft")).toEqual([]);
});

test("A draft or file that is stored while the device is replaced is handed over too", async () => {
  const { stage, scopeId, drafts } = await buildStage();
  await register(stage, FIRST);
  const scope = await requireScope(stage, scopeId);
  await stage.sql.write([await drafts.insert(scope, draftOf("one"))]);
  const late = [
    await drafts.insert(scope, draftOf("late")),
    {
      sql: `insert into media (media_id, scope_id, purpose, content_type, size_bytes, status, device_ids, created_at)
        values ('file', ?, 'FORM', 'image/png', 1, 'STORED', ?, 0)`,
      params: [scopeId, JSON.stringify([FIRST])],
    },
  ];

  await handOver(firstWriteAfter(stage, late), { deviceId: SECOND, orders: [] }, []);

  const ids = "select device_ids from draft union all select device_ids from media";
  expect((await stage.rows(ids)).map((row) => row["device_ids"])).toEqual(
    Array(3).fill(JSON.stringify([FIRST, SECOND])),
  );
});

test("The report of an order counts a draft that was stored while it was being counted", async () => {
  const { stage, scopeId, drafts } = await buildStage();
  await register(stage, FIRST);
  const scope = await requireScope(stage, scopeId);
  const late = [await drafts.insert(scope, draftOf("late"))];

  const report = await obeyOrder(firstWriteAfter(stage, late), ORDER);

  expect(report.count).toBe(1);
  expect(await stage.rows("select 1 from draft")).toEqual([]);
});

/** A device whose first transaction comes after another one. */
function firstWriteAfter({ core }: DeviceStage, statements: readonly Statement[]) {
  let isFirst = true;
  const sql: Sql = {
    ...core.ports.sql,
    async write(own) {
      if (isFirst) await core.ports.sql.write(statements);
      isFirst = false;
      return await core.ports.sql.write(own);
    },
  };
  return { ...core, ports: { ...core.ports, sql } };
}

const FIRST = "018f0000-0000-7000-8000-0000000000d1";
const SECOND = "018f0000-0000-7000-8000-0000000000d2";
const THIRD = "018f0000-0000-7000-8000-0000000000d3";

const WORD = "a word that only the person knows";

const draftOf = (id: string) => ({
  id,
  taskId: "task",
  body: { typed: WORD },
  origin: { asked: WORD },
});

const ORDER: ObeyedOrder = {
  orderId: "delete",
  trigger: "RELATIONSHIP_END",
  deviceId: FIRST,
  scope: { kind: "ALL", workspaceId: null, relationshipId: null },
  queue: "DELETE",
  handedOverTo: null,
  sealedUntil: null,
};

async function buildStage() {
  const stage = await buildDeviceStage();
  const scopeId = await stage.addScope();
  const drafts = draftRows<{ readonly typed: string }, { readonly asked: string }>(
    stage.core,
    "WORKOUT",
  );
  return { stage, scopeId, drafts };
}

async function requireScope({ sql }: DeviceStage, scopeId: string) {
  const scope = await loadScope(sql, scopeId);
  if (scope === null) throw new Error("The device has no such scope");
  return scope;
}

async function register({ core, api }: DeviceStage, deviceId: string): Promise<void> {
  api.devices.push(deviceId);
  await handOver(core, { deviceId, orders: [] }, []);
}

/** Every value of every table, with blobs read as text. */
async function allText(stage: DeviceStage): Promise<string> {
  const tables = await stage.rows("select name from sqlite_schema where type = 'table'");
  const rows = await Promise.all(
    tables.map(async ({ name }) => await stage.rows(`select * from ${String(name)}`)),
  );
  return rows
    .flat()
    .flatMap((row) => Object.values(row))
    .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString() : String(value)))
    .join("\n");
}
