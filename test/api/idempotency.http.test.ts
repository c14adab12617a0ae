import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { act } from "../../api/endpoint.ts";
import { recordAttempt } from "../../activities/accounts/record-attempt.ts";
import { stateConflict } from "../../contract/state-conflict.ts";
import { AuthAuditEvent } from "../../db/accounts/auth-audit-event.ts";
import { eraseAnswersAbout } from "../../db/platform/forget-answers.ts";
import { IdempotencyKeyRow } from "../../db/platform/idempotency-key-row.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { eventually } from "../factories/eventually.ts";
import { waitsForLock } from "../factories/db/meet.ts";
import { startApi } from "../harness/api.ts";
import { startTestIssuer } from "../harness/test-issuer.ts";

const bodySchema = z.strictObject({
  mark: z.string(),
  slowMs: z.int().default(0),
  about: z.array(z.string()).default([]),
  ending: z.enum(["ANSWER", "REFUSE", "REFUSE_ONCE_AWAITED", "FAIL", "MISMATCH"]).default("ANSWER"),
});
const answerSchema = z.strictObject({
  id: z.string(),
  link: z.string().nullable(),
  at: z.string().optional(),
});

/** Writes one row that can be counted, and returns something new each time it runs. */
const effect = act({
  method: "POST",
  path: "/effects/{place}",
  name: "probe",
  summary: "Has an effect",
  source: "test",
  access: "identity",
  idempotency: "key",
  about: ({ body }) => body.about,
  status: 201,
  refusals: ["STATE_CONFLICT"],
  params: z.object({ place: z.string().toLowerCase() }),
  body: bodySchema,
  answer: answerSchema,
  handle: async ({ tx, body }) => {
    const who = { userId: null, provider: null, actor: body.mark, metadata: {} };
    await recordAttempt(tx, { ...who, eventType: "EFFECT" });
    await pause(body.slowMs);
    if (body.ending === "REFUSE_ONCE_AWAITED") {
      began.get(body.mark)?.();
      await eventually(() => waitsForLock(api.deps.database.em), Boolean);
      throw stateConflict("ALREADY_CLOSED");
    }
    if (body.ending === "REFUSE") throw stateConflict("ALREADY_CLOSED");
    if (body.ending === "FAIL") throw new Error("no");
    const id = body.ending === "MISMATCH" ? { not: "a string" } : randomUUID();
    return z.custom<z.infer<typeof answerSchema>>(() => true).parse({ id, link: null });
  },
  reveal: async (answer) => ({ ...answer, link: `https://example.test/secret-of-${answer.id}` }),
});

/** Callbacks by the mark in a request's body. Each is called once its act has begun, while others must wait for it. */
const began = new Map<string, () => void>();

const issuer = await startTestIssuer();
const api = await startApi({ endpoints: [effect], issuer: issuer.issuer });
const token = await issuer.sign();
afterAll(async () => {
  await api.close();
  await issuer.close();
});

const em = () => api.deps.database.em.fork();

const effectsOf = (mark: string) => em().count(AuthAuditEvent, { actor: mark });

describe("An Idempotency-Key", () => {
  test("returns the same answer to the same request, once it is done", async () => {
    const [mark, key] = [randomUUID(), randomUUID()];
    const first = await send({ mark }, key);
    const again = await send({ mark }, key);
    expect(first.status).toBe(201);
    expect(first.headers.get("Idempotency-Replayed")).toBeNull();
    expect(again.status).toBe(201);
    expect(again.headers.get("Idempotency-Replayed")).toBe("true");
    expect(again.data).toEqual(first.data);
    expect(await effectsOf(mark)).toBe(1);
  });

  test("identifies the request in any spelling of its JSON", async () => {
    const [mark, key] = [randomUUID(), randomUUID()];
    const first = await api.call("POST", "/effects/here", {
      token,
      key,
      rawBody: `{"mark":"${mark}","slowMs":1}`,
    });
    const again = await api.call("POST", "/effects/here", {
      token,
      key,
      rawBody: `{ "slowMs": 1.0, "mark": "${mark}" }`,
    });
    expect(again.data).toEqual(first.data);
  });

  test("whose answer was erased does not act again and says why; another body is still refused", async () => {
    const [mark, key] = [randomUUID(), randomUUID()];
    const [person, other] = [randomUUID(), randomUUID()];
    await send({ mark, about: [other, person] }, key);
    await transact(api.deps.database.em, (tx) => eraseAnswersAbout(tx, [person], 10));
    const again = await send({ mark, about: [other, person] }, key);
    expect(again).toMatchObject({ status: 409, body: { code: "ANSWER_ERASED" } });
    expect(again.headers.get("Idempotency-Replayed")).toBeNull();
    expect(await send({ mark }, key)).toMatchObject({
      status: 422,
      body: { code: "IDEMPOTENCY_KEY_REUSED" },
    });
    expect(await effectsOf(mark)).toBe(1);
  });

  test("sent with another body is refused", async () => {
    const key = randomUUID();
    await send({ mark: "a" }, key);
    const other = await send({ mark: "b" }, key);
    expect(other).toMatchObject({ status: 422, body: { code: "IDEMPOTENCY_KEY_REUSED" } });
  });

  test("belongs to one caller, one method and one path", async () => {
    const [mark, key] = [randomUUID(), randomUUID()];
    const here = await send({ mark }, key);
    const there = await send({ mark }, key, "/effects/there");
    const stranger = await issuer.sign({ claims: { sub: randomUUID() } });
    const theirs = await api.call("POST", "/effects/here", {
      token: stranger,
      body: { mark },
      key,
    });
    expect(new Set([here, there, theirs].map(({ data }) => JSON.stringify(data))).size).toBe(3);
    expect(await effectsOf(mark)).toBe(3);
  });

  test("belongs to the parsed path, however that is spelled", async () => {
    const [mark, key] = [randomUUID(), randomUUID()];
    const first = await send({ mark }, key, "/effects/abc");
    const again = await send({ mark }, key, "/effects/%61BC");
    expect(again.data).toEqual(first.data);
    expect(again.headers.get("Idempotency-Replayed")).toBe("true");
    expect(await effectsOf(mark)).toBe(1);
    const other = await send({ mark }, key, "/effects/abc%2Fd");
    expect(other.data).not.toEqual(first.data);
  });

  test.each(["", "two words", "a".repeat(101), "\u00e9"])(
    "of the form %j is refused",
    async (key) => {
      const answer = await send({ mark: "a" }, key);
      expect(answer.status).toBe(400);
      expect(answer.body["errors"]).toMatchObject([{ pointer: "/headers/idempotency-key" }]);
    },
  );

  test("that is missing is named together with the other mistakes", async () => {
    const answer = await api.call("POST", "/effects/here", { token, body: { mark: 1 } });
    expect(answer.body["errors"]).toMatchObject([
      { pointer: "/mark" },
      { pointer: "/headers/idempotency-key", code: "required" },
    ]);
  });

  test.each([
    ["REFUSE", 409],
    ["FAIL", 500],
    ["MISMATCH", 500],
  ])("is free again when the act ends by %s", async (ending, status) => {
    const [mark, key] = [randomUUID(), randomUUID()];
    expect((await send({ mark, ending }, key)).status).toBe(status);
    expect(await em().count(IdempotencyKeyRow, { key })).toBe(0);
    expect(await effectsOf(mark)).toBe(0);
    expect((await send({ mark }, key)).status).toBe(201);
    expect(await effectsOf(mark)).toBe(1);
  });

  test("never stores what is revealed, and reveals it in every answer", async () => {
    const key = randomUUID();
    const first = await send({ mark: "a" }, key);
    const again = await send({ mark: "a" }, key);
    expect(first.text).toMatch(/secret-of-/);
    expect(again.data).toEqual(first.data);
    const kept = await em().findOneOrFail(IdempotencyKeyRow, { key });
    expect(kept).toMatchObject({ status: 201, method: "POST", route: "/effects/here" });
    expect(kept.answer).not.toMatch(/secret/);
    expect(JSON.stringify(kept)).not.toMatch(/somebody/);
  });

  test("sent by eight requests at once has one effect and one answer", async () => {
    for (let round = 0; round < 10; round += 1) {
      const [mark, key] = [randomUUID(), randomUUID()];
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => send({ mark, slowMs: 5 }, key)),
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
      expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
      const replayed = answers.filter(({ headers }) => headers.get("Idempotency-Replayed"));
      expect(replayed).toHaveLength(7);
      expect(await effectsOf(mark)).toBe(1);
    }
  });

  test("sent by eight requests at once with two bodies has one effect, and the others are refused", async () => {
    const [mark, key] = [randomUUID(), randomUUID()];
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => send({ mark, slowMs: 5 + (index % 2) }, key)),
    );
    const counts = { 201: 0, 422: 0 };
    for (const { status } of answers) {
      if (status === 201 || status === 422) counts[status] += 1;
    }
    expect(counts).toEqual({ 201: 4, 422: 4 });
    expect(await effectsOf(mark)).toBe(1);
  });

  test("whose first request is refused goes to the one that waited", async () => {
    const [mark, key] = [randomUUID(), randomUUID()];
    const started = new Promise<void>((resolve) => began.set(mark, resolve));
    const first = send({ mark, ending: "REFUSE_ONCE_AWAITED" }, key);
    await started;
    const second = send({ mark }, key);
    expect((await first).status).toBe(409);
    expect((await second).status).toBe(201);
    expect(await effectsOf(mark)).toBe(1);
  });
});

function send(body: unknown, key: string = randomUUID(), path = "/effects/here") {
  return api.call("POST", path, { token, body, key });
}
