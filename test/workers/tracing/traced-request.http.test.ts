import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { traceOf, type SpanNode } from "../../../tools/trace/trace-of.ts";
import { storedSpanOf } from "../../../workers/tracing/span-file-exporter.ts";
import { eventually } from "../../factories/eventually.ts";
import { registeredCoach, somebody } from "../../factories/accounts/people.ts";
import { buildPhone, send, type Phone } from "../../factories/sync/phone.ts";
import { settlementDeps } from "../../factories/sync/settlement.ts";
import { queued } from "../../factories/sync/sync.ts";
import { type RunningActors, startActors } from "../../factories/workers/actors.ts";
import { recordSpans, type RecordedSpans } from "../../factories/workers/record-spans.ts";
import { useOwnDatabase } from "../../harness/database.ts";
import { openNamespace } from "../../harness/namespace.ts";
import { useApi } from "../../harness/use-api.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const PHONE_SPAN = "00f067aa0ba902b7";
const EMAIL = /@|coach of|client of/i;

const lines: Readonly<Record<string, unknown>>[] = [];
const { api, issuer } = await useApi({
  database: await useOwnDatabase(),
  onLog: (line) => lines.push(line),
});
const { em } = api.deps.database;

/** Skips a task for pain, which makes an urgent task of the coach. */
async function skip(phone: Phone, requestId: string) {
  const { habit } = phone.agenda;
  const operation = queued("quick-log.skip", { taskId: habit.id, reason: "PAIN_OR_INJURY" });
  const headers = {
    "X-Request-Id": requestId,
    // The caller's flag says that it is not recorded.
    traceparent: `00-${TRACE}-${PHONE_SPAN}-00`,
  };
  return await send(api, phone, [operation], { headers });
}

/** The `traceparent` of all rows that have one. */
async function storedTraces() {
  const { rows } = await sql<{ batches: number; rows: number }>`
    select (select count(trace_context)::int from sync_batch) as batches,
      (select count(trace_context)::int from outbox) as rows`.execute(em.fork().getKysely());
  return rows[0];
}

describe("Without tracing", () => {
  test("a request with a traceparent stores no trace", async () => {
    const phone = await buildPhone(api, issuer);
    expect(await skip(phone, randomUUID())).toMatchObject({ status: 200 });
    expect(await storedTraces()).toEqual({ batches: 0, rows: 0 });
  });
});

describe("With tracing", () => {
  let recording: RecordedSpans;
  let actors: RunningActors;
  beforeAll(async () => {
    recording = recordSpans();
    actors = await startActors({ ...(await openNamespace()), settlement: settlementDeps(em) });
  });
  afterAll(async () => {
    await actors.stop();
    await recording.end();
  });

  const treesOf = (requestId: string) =>
    traceOf(
      recording.spans.map((span) => storedSpanOf("test", span)),
      requestId,
    );

  test("one tree shows guard, admission, statements, relay, settlement and notification of a request", async () => {
    const phone = await buildPhone(api, issuer);
    const requestId = `phone-${randomUUID()}`;
    expect(await skip(phone, requestId)).toMatchObject({ status: 200 });
    const route = "POST /api/v1/coach-client-relationships/{relationshipId}/sync";
    const settling = `${route} > admission > settleSettlement > settle batches`;
    const expected = [
      `${route} > guard > caller`,
      `${route} > admission > write-admission`,
      `${route} > admission > commit`,
      `${route} > admission > deliver event-feed`,
      `${settling} > locked-batches`,
      `${settling} > append-events`,
      `${settling} > deliver inbox`,
      `${settling} > deliver inbox > settleInboxTask`,
      `${settling} > deliver inbox > wake inbox-task-actor`,
      `${settling} > deliver inbox > deliver notifications`,
      `${settling} > deliver inbox > deliver notifications > deliver notification-delivery`,
    ];
    const missing = await eventually(
      async () => {
        const found = treesOf(requestId).flatMap(pathsOf);
        return expected.filter((path) => !found.includes(path));
      },
      (paths) => paths.length === 0,
    );
    expect(missing).toEqual([]);
    const [root] = treesOf(requestId);
    const admission = root?.children.find(({ span }) => span.name === "admission");
    const settled = admission?.children.find(({ span }) => span.name === "settleSettlement");
    expect(settled).toMatchObject({ isLinked: true, span: { parentId: null } });
    expect(settled?.span.traceId).not.toBe(TRACE);
    expect(root?.span).toMatchObject({
      traceId: TRACE,
      parentId: PHONE_SPAN,
      attributes: { "sideline.request_id": requestId, "http.response.status_code": 200 },
    });
  });

  test.each([
    ["an export", () => "/api/v1/auth/account-exports", undefined, "settleAccountExport"],
    [
      "an invitation",
      (workspaceId: string) => `/api/v1/workspaces/${workspaceId}/invitations`,
      { email: `${randomUUID()}@example.com` },
      "settleInvitation",
    ],
  ])("the tree of a request that begins %s shows the act of its actor", async (...given) => {
    const [, pathOf, body, act] = given;
    const coach = await registeredCoach(api, somebody(issuer));
    const requestId = `coach-${randomUUID()}`;
    const request = {
      token: coach.token,
      key: randomUUID(),
      headers: { "X-Request-Id": requestId },
    };
    const path = pathOf(coach.workspaceId);
    const { status } = await api.call("POST", path, { ...request, ...(body && { body }) });
    expect(status).toBeLessThan(300);
    const found = await eventually(
      async () => treesOf(requestId).flatMap(pathsOf),
      (paths) => paths.some((one) => one.includes(` > ${act} > `)),
    );
    expect(found.filter((one) => one.endsWith(` > ${act}`))).not.toEqual([]);
  });

  test("the log lines of a request name its span, and no span carries anything personal", async () => {
    const phone = await buildPhone(api, issuer);
    const requestId = `phone-${randomUUID()}`;
    await skip(phone, requestId);
    const [root] = await eventually(
      async () => treesOf(requestId),
      (trees) => trees.length > 0,
    );
    const line = lines.find((one) => one["requestId"] === requestId && one["msg"] === "request");
    expect(line).toMatchObject({ trace_id: TRACE, span_id: root?.span.spanId });
    const { email } = phone.pair.client.identity;
    const texts = JSON.stringify(recording.spans.map((span) => storedSpanOf("test", span)));
    expect(texts).not.toContain(String(email));
    expect(texts).not.toContain("PAIN_OR_INJURY");
    expect(texts).not.toMatch(EMAIL);
  });

  test.each([
    ["of text", "a forged line"],
    ["without a trace", `00-${"0".repeat(32)}-${PHONE_SPAN}-01`],
  ])("a traceparent %s begins a trace of its own", async (_title, traceparent) => {
    const requestId = `phone-${randomUUID()}`;
    const headers = { "X-Request-Id": requestId, traceparent };
    await api.call("GET", "/api/v1/auth/me", { headers });
    const [root] = await eventually(
      async () => treesOf(requestId),
      (trees) => trees.length > 0,
    );
    expect(root?.span).toMatchObject({ name: "GET /api/v1/auth/me", parentId: null });
    expect(root?.span.attributes).toMatchObject({ "http.response.status_code": 401 });
    expect(root?.span.traceId).toMatch(/^[\da-f]{32}$/);
  });

  test("probes are not recorded", async () => {
    const requestId = `probe-${randomUUID()}`;
    await api.call("GET", "/health/live", { headers: { "X-Request-Id": requestId } });
    await api.call("GET", "/api/v1/auth/me", { headers: { "X-Request-Id": `${requestId}-after` } });
    await eventually(
      async () => treesOf(`${requestId}-after`),
      (trees) => trees.length > 0,
    );
    expect(treesOf(requestId)).toEqual([]);
  });
});

/** The path to each span of a tree. */
function pathsOf({ span, children }: SpanNode): readonly string[] {
  const below = children.flatMap((child) => pathsOf(child).map((path) => `${span.name} > ${path}`));
  return [span.name, ...below];
}
