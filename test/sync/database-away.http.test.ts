import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { syncAnswerSchema } from "../../contract/sync/schema.ts";
import {
  ask,
  buildPhone,
  type Phone,
  refusalOf,
  send,
  snapshot,
  sync,
} from "../factories/sync/phone.ts";
import { queued } from "../factories/sync/sync.ts";
import { openWayToDatabase, type WayToDatabase } from "../factories/db/way-to-database.ts";
import { type TestApi, startApi } from "../harness/api.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { type TestIssuer, startTestIssuer } from "../harness/test-issuer.ts";

let issuer: TestIssuer;
let api: TestApi;
let away: TestApi;
let way: WayToDatabase;
let phone: Phone;

beforeAll(async () => {
  issuer = await startTestIssuer();
  const database = await useOwnDatabase();
  way = await openWayToDatabase(database.appUrl);
  api = await startApi({ issuer: issuer.issuer, database });
  const cut = { ...database, appUrl: way.url };
  away = await startApi({ issuer: issuer.issuer, database: cut });
});
beforeEach(async () => {
  way.mend();
  phone = await buildPhone(api, issuer);
});
afterAll(async () => {
  await way.close();
  await away.close();
  await api.close();
  await issuer.close();
});

describe("PostgreSQL away", () => {
  test("makes both halves answer 503 with a retry time", async () => {
    way.cutAfter(0);
    for (const answer of [await send(away, phone, operations()), await ask(away, phone)]) {
      expect(refusalOf(answer)).toMatchObject({ status: 503, code: "UNAVAILABLE" });
      expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
      expect(answer.body["retryAfterSeconds"]).toBe(Number(answer.headers.get("Retry-After")));
      expect(answer.text).not.toMatch(/127\.0\.0\.1|ECONN|postgres/i);
    }
    expect(await rowsOf("sync_batch")).toBe(0);
    way.mend();
    expect((await sync(away, phone, operations())).results[0]?.status).toBe("ACCEPTED");
  });

  test("at any byte of a batch gives the retry one set of receipts", async () => {
    const statuses: number[] = [];
    for (let bytes = 100; bytes < 36_000; bytes += 2_300) {
      phone = await buildPhone(api, issuer);
      const batch = operations();
      way.cutAfter(bytes);
      const first = await send(away, phone, batch);
      statuses.push(first.status);
      way.mend();
      const { results } = syncAnswerSchema.parse((await patiently(batch)).data);
      expect(results.map(({ receiptId }) => receiptId)).not.toContain(null);
      const { receipts } = await snapshot(api, phone);
      expect(receipts).toHaveLength(2);
      expect(new Set(receipts.map(({ receiptId }) => receiptId))).toEqual(
        new Set(results.map(({ receiptId }) => receiptId)),
      );
      expect(await rowsOf("sync_batch")).toBe(1);
      expect(await rowsOf("quick_log_operation")).toBe(2);
    }
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
  });
});

/** Retries like a device, until it is answered. */
async function patiently(batch: ReturnType<typeof operations>) {
  for (;;) {
    const answer = await send(away, phone, batch);
    if (answer.status !== 503) return answer;
  }
}

function operations() {
  const { habit, meal } = phone.agenda;
  return [
    queued("quick-log.complete-task", { taskId: habit.id }),
    queued("quick-log.skip", { taskId: meal.id, reason: "BUSY", note: "x".repeat(900) }),
  ];
}

async function rowsOf(table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(table)} where relationship_id = ${phone.relationshipId}
  `.execute(api.deps.database.em.fork().getKysely());
  return rows[0]?.n ?? 0;
}
