import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "@jest/globals";
import { sql } from "kysely";
import { receiptPageSchema } from "../../contract/sync/receipt-schema.ts";
import { type Operation, syncAnswerSchema, type SyncAnswer } from "../../contract/sync/schema.ts";
import { verifyChain } from "../../contract/sync/verify-chain.ts";
import { firstRow } from "../../db/transact.ts";
import { callApi, type TestApi } from "../harness/api.ts";
import { eventually } from "./eventually.ts";
import { type Phone, send } from "./phone.ts";
import { queued } from "./sync.ts";

/** Sips of a batch that is interrupted, beside the item it ticks. */
const SIPS = 3;

/** Some sips and a tick: two sorts of effects. */
export function killedBatch({ agenda: { water, meal } }: Phone): Operation[] {
  const sips = Array.from({ length: SIPS }, (_, index) =>
    queued("quick-log.record-value", {
      taskId: water.id,
      metricKind: "WATER",
      value: 50,
      unit: "ml",
      sourceType: "MANUAL",
      recordedAt: new Date(Date.UTC(2026, 0, 5, 8, index)).toISOString(),
    }),
  );
  const ticked = { taskId: meal.id, itemId: meal.items[0]?.id };
  return [...sips, queued("quick-log.complete-item", ticked)];
}

/** The same API, reached at another address. */
export const reachedAt = (api: TestApi, url: string): TestApi => ({
  ...api,
  url,
  call: (method, path, request) => callApi(`${url}${path}`, method, request),
});

/** Sends as a device does: again and again, until there is an answer. */
export async function sendUntilAnswered(
  api: TestApi,
  phone: Phone,
  batch: readonly Operation[],
): Promise<SyncAnswer> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    const answer = await send(api, phone, batch).catch(() => null);
    if (answer?.status === 200) return syncAnswerSchema.parse(answer.data);
    if (performance.now() > deadline) throw new Error(`No answer but ${answer?.text ?? "none"}`);
    await sleep(100);
  }
}

/** Nothing is lost, nothing doubled: what a batch leaves, whatever was killed while it came. */
export async function expectOnce(
  api: TestApi,
  phone: Phone,
  { results }: SyncAnswer,
): Promise<void> {
  const { deviceId, token } = phone;
  expect(results.map(({ status }) => status.replace("ALREADY_", ""))).toEqual(
    results.map(() => "ACCEPTED"),
  );
  const count = results.length;
  expect(await tracesOf(api, phone)).toMatchObject({
    batches: 1,
    receipts: count,
    operations: count,
    values: SIPS,
    revision: SIPS + 1,
    millilitres: SIPS * 50,
  });
  const path = `/api/v1/client/devices/${deviceId}/receipts`;
  const page = receiptPageSchema.parse((await api.call("GET", path, { token })).data);
  expect(await verifyChain(page.chain, page.items)).toEqual([]);
  expect(page.items.map(({ receiptId }) => receiptId).toReversed()).toEqual(
    results.map(({ receiptId }) => receiptId),
  );
}

/** Nothing is stuck: the batch is settled, once, and nobody has to be told of it any more. */
export async function expectSettled(api: TestApi, phone: Phone, count: number): Promise<void> {
  await eventually(
    () => tracesOf(api, phone).catch(() => null),
    (traces) => traces?.["settled"] === 1 && traces["wakes"] === 0,
    60_000,
  );
  expect(await tracesOf(api, phone)).toMatchObject({ batches: 1, settled: 1, deltas: count });
}

/** Everything a batch leaves of a relationship, counted. */
async function tracesOf(api: TestApi, { relationshipId, deviceId, agenda }: Phone) {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::int from sync_batch where relationship_id = ${relationshipId}) as batches,
      (select count(*)::int from sync_batch where relationship_id = ${relationshipId}
        and status = 'SETTLED') as settled,
      (select count(*)::int from sync_operation where relationship_id = ${relationshipId}) as receipts,
      (select count(*)::int from quick_log_operation
        where relationship_id = ${relationshipId}) as operations,
      (select count(*)::int from quick_log_value_entry
        where relationship_id = ${relationshipId}) as values,
      (select count(*)::int from adherence_delta where relationship_id = ${relationshipId}) as deltas,
      (select count(*)::int from outbox
        where consumer = 'device-actor' and subject_id = ${deviceId}) as wakes,
      (select revision from agenda_task where id = ${agenda.water.id}) as revision,
      (select (completion_summary -> 'value' ->> 'current')::int from agenda_task
        where id = ${agenda.water.id}) as millilitres
  `.execute(api.deps.database.em.fork().getKysely());
  return firstRow(rows);
}

/** A way to the API that passes requests and keeps the answers. */
export async function openDeafWay(
  apiUrl: string,
): Promise<{ url: string; answered: Promise<void>; close: () => Promise<void> }> {
  const target = new URL(apiUrl);
  const answered = Promise.withResolvers<void>();
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
    }
    far.on("close", () => near.destroy());
    far.on("data", () => answered.resolve());
    near.pipe(far);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : "";
  return {
    url: `http://127.0.0.1:${port}`,
    answered: answered.promise,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
