import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { type Operation, syncAnswerSchema } from "../../contract/sync/schema.ts";
import type { Child } from "../../tools/processes/child-process.ts";
import { startNodePart } from "../../tools/processes/node-part.ts";
import { findFreePorts } from "../../tools/processes/ports.ts";
import { eventually } from "../factories/eventually.ts";
import { lockScope } from "../factories/db/lock-scope.ts";
import { waitsForLock } from "../factories/db/meet.ts";
import { buildPhone, type Phone, send, snapshot, sync } from "../factories/sync/phone.ts";
import { queued } from "../factories/sync/sync.ts";
import { COMPILED } from "../factories/workers/processes.ts";
import { type TestApi, callApi } from "../harness/api.ts";
import { campaignSize } from "../harness/campaign.ts";
import { receiptsOfBatches } from "../factories/sync/receipts/stored-receipts.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const ROUNDS = campaignSize("KILL_MOMENTS", 3);
const SIPS = 40;

const { api, issuer } = await useApi({ database: await useOwnDatabase() });
let child: Child | undefined;

afterEach(async () => {
  await child?.stop();
});

/** Whether a batch waits for a lock. */
const someoneWaits = () => waitsForLock(api.deps.database.em);

describe("the API in a separate process", () => {
  test("answers a batch the same while Temporal is away", async () => {
    const phone = await buildPhone(api, issuer);
    const batch = batchOf(phone);
    const answer = await send(at(await startProcess()), phone, batch);
    const { results } = syncAnswerSchema.parse(answer.data);
    expect(results.every(({ status }) => status === "ACCEPTED")).toBe(true);
    const again = await sync(api, phone, batch);
    expect(again.results).toEqual(
      results.map((result) => ({ ...result, status: "ALREADY_ACCEPTED" })),
    );
  });

  test(`killed ${ROUNDS} times in the middle of a batch: the retry gets one set of receipts`, async () => {
    const answered: boolean[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const phone = await buildPhone(api, issuer);
      const batch = batchOf(phone);
      const killed = at(await startProcess());
      const warm = await buildPhone(api, issuer);
      const startedAt = performance.now();
      await sync(killed, warm, batchOf(warm));
      const usualMs = performance.now() - startedAt;

      // The first one is certainly killed in the middle: its batch waits for its scope.
      const isLocked = round === 0;
      const release = isLocked
        ? await lockScope(api.database.ownerUrl, phone.relationshipId)
        : async () => {};
      const sent = send(killed, phone, batch).then(
        () => true,
        () => false,
      );
      if (isLocked) await eventually(someoneWaits, Boolean);
      else await pause((usualMs * round) / ROUNDS);
      process.kill(child?.record.pid ?? 0, "SIGKILL");
      await release();
      answered.push(await sent);
      await child?.ended;

      const { results } = await sync(api, phone, batch);
      expect(results.every(({ status }) => status.endsWith("ACCEPTED"))).toBe(true);
      const { receipts } = await snapshot(api, phone);
      expect(receipts.map(({ receiptId }) => receiptId).toReversed()).toEqual(
        results.map(({ receiptId }) => receiptId),
      );
      expect(await traces(phone)).toEqual({
        batches: 1,
        receipts: batch.length,
        operations: batch.length,
        values: SIPS,
        admissions: 1,
        revision: SIPS + 1,
        millilitres: SIPS * 50,
      });
    }
    expect(answered).toContain(false);
  }, 180_000);
});

/** A process of the API as the launcher starts it, with Temporal away. */
async function startProcess(): Promise<string> {
  const [port = 0] = await findFreePorts(1);
  const key = (byte: number) => Buffer.alloc(32, byte).toString("base64");
  child = await startNodePart({
    name: "api",
    entry: new URL("../../workers/api.ts", import.meta.url),
    env: {
      SIDELINE_MODE: "embedded",
      NODE_COMPILE_CACHE: COMPILED,
      API_PORT: String(port),
      DATABASE_URL: api.database.appUrl,
      OIDC_ISSUER: issuer.issuer,
      TEMPORAL_ADDRESS: "127.0.0.1:1",
      INVITATION_KEY: key(1),
      CURSOR_KEY: key(2),
      HASH_KEY: key(3),
    },
    onLine: () => {},
    onStart: (started) => {
      child = started;
    },
  });
  return `http://127.0.0.1:${port}`;
}

/** The same API, reached at the process. */
function at(url: string): TestApi {
  return {
    ...api,
    url,
    call: (method, path, request) => callApi(`${url}${path}`, method, request),
  };
}

/** Forty sips of water and a ticked item: a batch that takes a while. */
function batchOf({ agenda: { water, meal } }: Phone): Operation[] {
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

/** Counts every effect of a batch on a relationship. */
async function traces({ relationshipId, deviceId, agenda }: Phone) {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::int from sync_batch where relationship_id = ${relationshipId}) as batches,
      (select count(*)::int from ${receiptsOfBatches} known where relationship_id = ${relationshipId}) as receipts,
      (select count(*)::int from quick_log_operation
        where relationship_id = ${relationshipId}) as operations,
      (select count(*)::int from quick_log_operation
        where source_type is not null and relationship_id = ${relationshipId}) as values,
      (select count(*)::int from sync_batch
        where status = 'ADMITTED' and device_id = ${deviceId}) as admissions,
      (select revision from agenda_task where id = ${agenda.water.id}) as revision,
      (select (completion_summary -> 'value' ->> 'current')::int from agenda_task
        where id = ${agenda.water.id}) as millilitres
  `.execute(api.deps.database.em.fork().getKysely());
  return rows[0];
}
