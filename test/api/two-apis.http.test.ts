import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { z } from "zod";
import { read } from "../../api/endpoint.ts";
import { endpoints } from "../../api/endpoints.ts";
import { CLIENT_QUOTAS, partOfQuota } from "../../api/http/gate/client-quota.ts";
import { workspaceChangesSchema } from "../../contract/inbox/console/changes-schema.ts";
import { eventually } from "../factories/eventually.ts";
import { begun, contentOf, offsetOf, patch, photo, uploadState } from "../factories/media/media.ts";
import { buildPhone, type Phone, sync } from "../factories/sync/phone.ts";
import { queued } from "../factories/sync/sync.ts";
import { type TestApi, startApi } from "../harness/api.ts";
import { newTestFolder } from "../harness/context.ts";
import { type TestIssuer, startTestIssuer } from "../harness/test-issuer.ts";

/** Nothing is granted anew while the test runs. */
const QUOTA = { underWay: 6, perSecond: 0.001, burst: 20 };

const gate = Promise.withResolvers<void>();
const probe = {
  method: "GET",
  name: "probe",
  summary: "Probe",
  source: "test",
  access: "identity",
  answer: z.strictObject({ ok: z.literal(true) }),
} as const;
const probes = [
  read({ ...probe, path: "/quick", handle: async () => ({ ok: true as const }) }),
  read({
    ...probe,
    path: "/slow",
    handle: async () => {
      await gate.promise;
      return { ok: true as const };
    },
  }),
];

let issuer: TestIssuer;
let apis: readonly [TestApi, TestApi];
let phone: Phone;

beforeAll(async () => {
  issuer = await startTestIssuer();
  const options = {
    issuer: issuer.issuer,
    media: { kind: "disk", directory: newTestFolder("shared-media") },
    quotas: { ...CLIENT_QUOTAS, staff: partOfQuota(QUOTA, 2) },
    settlementWaitMs: 5_000,
    endpoints: [...endpoints, ...probes],
  } as const;
  const first = await startApi(options);
  apis = [first, await startApi({ ...options, database: first.database })];
  phone = await buildPhone(first, issuer);
});
afterAll(async () => {
  const [first, second] = apis;
  await second.close();
  await first.close();
  await issuer.close();
});

test("An upload to a folder that two APIs share goes on at either of them", async () => {
  const bytes = photo(300_000);
  const [first, second] = apis;
  const { uploadId } = await begun(first, phone, bytes);
  let offset = 0;
  for (const [turn, size] of [1, 100_000, 7, 150_000, 300_000].entries()) {
    const api = turn % 2 === 0 ? second : first;
    expect(await offsetOf(api, phone, uploadId)).toBe(offset);
    const piece = bytes.subarray(offset, offset + size);
    expect((await patch(api, phone, { uploadId, offset, bytes: piece })).status).toBe(204);
    offset += piece.length;
  }
  const { status, mediaId } = await uploadState(first, phone, uploadId);
  expect(status).toBe("READY");
  expect((await contentOf(second, phone, mediaId)).bytes.equals(bytes)).toBe(true);
});

test("A console that follows a workspace at one API hears of a batch at the other, which is settled within a second", async () => {
  const [first, second] = apis;
  const { coachToken, workspaceId } = phone.pair;
  const follow = async (query = "") => {
    const path = `/api/v1/workspaces/${workspaceId}/changes${query}`;
    const answer = await second.call("GET", path, { token: coachToken });
    return workspaceChangesSchema.parse(answer.data);
  };
  const { cursor } = await follow();
  const waiting = follow(`?since=${cursor}&waitSeconds=20`);
  await eventually(
    () => one(first, sql`select from rate_limit where key = ${`watched:${workspaceId}`}`),
    (note) => note !== null,
  );
  const done = queued("quick-log.complete-task", { taskId: phone.agenda.habit.id });
  await sync(first, phone, [done]);
  const seconds = sql`extract(epoch from next_settle_at - admitted_at)::float8`;
  const batch = sql`select ${seconds} as waits from sync_batch where device_id = ${phone.deviceId}`;
  expect(await one(first, batch)).toEqual({ waits: 1 });
  const changed = expect.objectContaining({ kind: "CLIENT", id: phone.relationshipId });
  expect((await waiting).changed).toContainEqual(changed);
});

describe("A sender whose requests a proxy spreads over two APIs", () => {
  test("has no more requests in flight than the quota", async () => {
    const token = await tokenOf("somebody-slow");
    const answered: number[] = [];
    const sent = Array.from({ length: 2 * QUOTA.underWay }, async (_, turn) =>
      answered.push(await ask(turn, "/slow", token)),
    );
    // The others wait at the gate.
    await eventually(
      async () => answered.length,
      (count) => count === QUOTA.underWay,
    );
    expect(new Set(answered)).toEqual(new Set([429]));
    gate.resolve();
    await Promise.all(sent);
    expect(answered.filter((status) => status === 200)).toHaveLength(QUOTA.underWay);
  });

  test("is served no more at once than the quota's burst", async () => {
    const token = await tokenOf("somebody-quick");
    const statuses: number[] = [];
    for (let turn = 0; turn < 2 * QUOTA.burst; turn += 1)
      statuses.push(await ask(turn, "/quick", token));
    expect(statuses.filter((status) => status === 200)).toHaveLength(QUOTA.burst);
    expect(statuses.filter((status) => status === 429)).toHaveLength(QUOTA.burst);
  });
});

/** The only row of a statement; null for none. */
async function one({ deps }: TestApi, statement: ReturnType<typeof sql>): Promise<unknown> {
  const { rows } = await statement.execute(deps.database.em.fork().getKysely());
  return rows[0] ?? null;
}

async function ask(turn: number, path: string, token: string): Promise<number> {
  const api = apis[turn % 2] ?? apis[0];
  return (await api.call("GET", path, { token })).status;
}

function tokenOf(sub: string): Promise<string> {
  return issuer.sign({ claims: { sub, jti: randomUUID(), roles: ["support"] } });
}
