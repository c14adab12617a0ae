import { afterAll, afterEach, describe, expect, test } from "@jest/globals";
import { pino } from "pino";
import { createSettlingActs, registerActor } from "../../../activities/outbox/register-actor.ts";
import { deliverToActors } from "../../../activities/outbox/deliver-to-actors.ts";
import type { Wake } from "../../../activities/outbox/wake-actor.ts";
import { newActorsSettler } from "../../../activities/outbox/settle-new-actors.ts";
import { recordedSpan } from "../../../db/platform/tracing/spans.ts";
import { linkTraces, traceToStore } from "../../../db/platform/tracing/stored-traces.ts";
import { traceparentOf } from "../../../db/platform/tracing/traceparent.ts";
import { newId } from "../../../db/platform/new-id.ts";
import type { LeasedRow } from "../../../db/outbox/lease-rows.ts";
import { openDatabase } from "../../../db/open-database.ts";
import { inboxTaskActor } from "../../../contract/inbox/inbox-task-actor.ts";
import { settlementLane } from "../../../contract/sync/device-actor.ts";
import { NOTHING_WAITS } from "../../../rules/outbox/actor-agenda.ts";
import { recordSpans, type RecordedSpans } from "../../factories/workers/record-spans.ts";

const one = { traceId: "4bf92f3577b34da6a3ce929d0e0e4736", spanId: "00f067aa0ba902b7" };
const two = { traceId: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", spanId: "bbbbbbbbbbbbbbbb" };
const rowOf = (traceContext: string | null) => ({ traceContext, relationshipId: null });
const [first, second, unrecorded] = [
  rowOf(traceparentOf(one)),
  rowOf(traceparentOf(two)),
  rowOf(null),
];

/** Opened for its type alone: these acts ask the database nothing. */
const { em, close } = openDatabase({
  url: "postgresql://nobody@127.0.0.1:1/none",
  poolSize: 1,
  applicationName: "test",
});
const log = pino({ level: "silent" });
const order = { workflowId: settlementLane.idOf({ lane: "0" }), runId: newId(), retryNow: false };

let recording: RecordedSpans | null = null;
afterEach(async () => {
  await recording?.end();
  recording = null;
});
afterAll(close);

/** Runs an act that settles slices of rows one after the other, and returns the spans. */
async function settle(slices: readonly (readonly ReturnType<typeof rowOf>[])[], fails = false) {
  const begun = recordSpans();
  recording = begun;
  const actor = registerActor(settlementLane, {
    async settle() {
      expect(recordedSpan()).toBeNull();
      for (const rows of slices)
        await linkTraces(
          rows,
          { name: "settle batches", attributesOf: () => ({}) },
          async () => {},
        );
      if (fails) throw new RangeError("of anna@example.com");
      return NOTHING_WAITS;
    },
    attributes: () => ({}),
    details: () => [],
  });
  const { settleSettlement } = createSettlingActs([actor], { em, log });
  const settled = settleSettlement?.(order);
  if (fails) await expect(settled).rejects.toThrow("RangeError");
  else await settled;
  await begun.end();
  return begun.spans;
}

describe("A settling act", () => {
  test("is one span with a trace of its own, which links once to each trace of its rows", async () => {
    const spans = await settle([[unrecorded], [first, unrecorded], [first, second]]);
    expect(spans.map(({ name }) => name)).toEqual([
      "settle batches",
      "settle batches",
      "settleSettlement",
    ]);
    const [part, otherPart, act] = spans;
    expect(act).toMatchObject({
      links: [{ context: one }, { context: two }],
      attributes: { "sideline.run_id": order.runId },
    });
    expect(act?.parentSpanContext).toBeUndefined();
    const { traceId, spanId } = act?.spanContext() ?? one;
    expect([one.traceId, two.traceId]).not.toContain(traceId);
    for (const within of [part, otherPart])
      expect(within).toMatchObject({ links: [], parentSpanContext: { traceId, spanId } });
  });

  test("without a row of a recorded trace is not recorded", async () => {
    expect(await settle([[unrecorded], [unrecorded]])).toEqual([]);
  });

  test("that a recorded wake causes is recorded from its beginning, and links to wake and rows once each", async () => {
    const begun = recordSpans();
    recording = begun;
    const actor = registerActor(settlementLane, {
      async settle() {
        expect(recordedSpan()).not.toBeNull();
        expect(traceToStore()).not.toBeNull();
        for (const rows of [[unrecorded], [first, second]])
          await linkTraces(rows, { name: "part", attributesOf: () => ({}) }, async () => {});
        return NOTHING_WAITS;
      },
      attributes: () => ({}),
      details: () => [],
    });
    const { settleSettlement } = createSettlingActs([actor], { em, log });
    const traces = [traceparentOf(one), "not a trace", traceparentOf(one)];
    await settleSettlement?.({ ...order, traces });
    await begun.end();
    expect(begun.spans.map(({ name }) => name)).toEqual(["part", "settleSettlement"]);
    expect(begun.spans[1]).toMatchObject({ links: [{ context: one }, { context: two }] });
    expect(begun.spans[1]?.parentSpanContext).toBeUndefined();
  });

  test("that a recorded wake causes records nothing in a process without tracing", async () => {
    const actor = registerActor(settlementLane, {
      async settle() {
        expect(recordedSpan()).toBeNull();
        return NOTHING_WAITS;
      },
      attributes: () => ({}),
      details: () => [],
    });
    const { settleSettlement } = createSettlingActs([actor], { em, log });
    const settled = await settleSettlement?.({ ...order, traces: [traceparentOf(one)] });
    expect(settled).toMatchObject({ open: false });
  });

  test("that fails has the name of its error in its span, and not its message", async () => {
    const spans = await settle([[first]], true);
    expect(spans.at(-1)).toMatchObject({
      name: "settleSettlement",
      attributes: { "error.type": "RangeError" },
    });
    expect(
      JSON.stringify(spans.map(({ status, attributes }) => [status, attributes])),
    ).not.toContain("anna");
  });
});

test("A wake brings the traces of all rows that it delivers, the newest sixteen, each once", async () => {
  const wakes: Wake[] = [];
  const deliver = deliverToActors(async (wake) => {
    wakes.push(wake);
    return null;
  });
  const key = inboxTaskActor.idOf({ taskId: newId() });
  const traceOf = (place: number) =>
    traceparentOf({ ...one, spanId: String(place).padStart(16, "0") });
  const stored = Array.from({ length: 20 }, (_, place) => traceOf(place + 1));
  const rows = [...stored, ...stored].map((traceContext) => leasedRow(key, traceContext));
  const unrecordedKey = inboxTaskActor.idOf({ taskId: newId() });
  await deliver([...rows, leasedRow(unrecordedKey, null)], new AbortController().signal);
  const traces = new Map(wakes.map((wake) => [wake.workflowId, wake.traces]));
  expect(traces.get(key)).toEqual(stored.slice(4));
  expect(traces.get(unrecordedKey)).toEqual([]);
});

test("The first settlement of new actors links to the traces that wrote their rows", async () => {
  const begun = recordSpans();
  recording = begun;
  const taskIds = [newId(), newId()];
  const settled: string[] = [];
  const newActors = {
    event: "CoachTaskCreated",
    settle: async (_em: unknown, workflowIds: readonly string[]) => {
      settled.push(...workflowIds);
      return new Map();
    },
  } as const;
  const settleNew = newActorsSettler({ em, log }, [{ definition: inboxTaskActor, newActors }]);
  const rows = taskIds.map((taskId, place) => {
    const key = inboxTaskActor.idOf({ taskId });
    return [key, [leasedRow(key, place === 0 ? traceparentOf(one) : traceparentOf(two))]] as const;
  });
  await settleNew(new Map(rows));
  await begun.end();
  expect(settled).toHaveLength(2);
  expect(begun.spans).toMatchObject([
    {
      name: "settleInboxTask",
      links: [{ context: one }, { context: two }],
      attributes: { "sideline.rows": 2 },
    },
  ]);
});

function leasedRow(key: string, traceContext: string | null): LeasedRow {
  const id = newId();
  return {
    id,
    key,
    traceContext,
    consumer: "inbox-task-actor",
    eventId: id,
    type: "CoachTaskCreated",
    subjectId: id,
    version: 1,
    refs: {},
    requestId: null,
    occurredAt: new Date().toISOString(),
    attempts: 0,
  };
}
