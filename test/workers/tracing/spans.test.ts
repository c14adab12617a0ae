import { afterEach, describe, expect, test } from "@jest/globals";
import {
  inSpan,
  recordedSpan,
  runInSpan,
  startRequestSpan,
  traceFields,
} from "../../../db/platform/tracing/spans.ts";
import {
  continueTraces,
  linkTraces,
  traceToStore,
} from "../../../db/platform/tracing/stored-traces.ts";
import { parseTraceparent, traceparentOf } from "../../../db/platform/tracing/traceparent.ts";
import { recordSpans, type RecordedSpans } from "../../factories/workers/record-spans.ts";

const caller = { traceId: "4bf92f3577b34da6a3ce929d0e0e4736", spanId: "00f067aa0ba902b7" };
const other = { traceId: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", spanId: "bbbbbbbbbbbbbbbb" };
const rowOf = (traceContext: string | null, relationshipId: string | null = null) => ({
  traceContext,
  relationshipId,
});
const [stored, storedOther] = [rowOf(traceparentOf(caller)), rowOf(traceparentOf(other))];
const unrecorded = rowOf(null);

let recording: RecordedSpans | null = null;
afterEach(async () => {
  await recording?.end();
  recording = null;
});

/** Begins to record a share of the requests; the function ends that and returns the spans. */
function record(share: number) {
  const begun = recordSpans(share);
  recording = begun;
  return async () => {
    await begun.end();
    return begun.spans;
  };
}

const neverBuilt = () => {
  throw new Error("Attributes were built although nothing is recorded");
};

/** Runs all kinds of work; none of it may be recorded. */
async function workUnrecorded() {
  const seen: unknown[] = [startRequestSpan(caller, { "sideline.request_id": "r" })];
  const look = async () => void seen.push(recordedSpan(), traceToStore(), traceFields());
  await inSpan("guard", look, neverBuilt);
  await continueTraces([unrecorded], { name: "deliver", attributesOf: neverBuilt }, look);
  await linkTraces([unrecorded, unrecorded], { name: "settle", attributesOf: neverBuilt }, look);
  return seen;
}
const NOTHING = [null, ...Array.from({ length: 3 }, () => [null, null, {}]).flat()];

describe("Without tracing", () => {
  test("nothing is recorded, stored or logged, and no attributes are built", async () => {
    expect(await workUnrecorded()).toEqual(NOTHING);
  });

  test("rows that another process recorded are handled like any other", async () => {
    const span = { name: "deliver", attributesOf: neverBuilt };
    expect(await continueTraces([stored], span, async () => traceToStore())).toBeNull();
    expect(await linkTraces([stored, storedOther], span, async () => "settled")).toBe("settled");
  });
});

test("A request outside of the share is not recorded, although its caller asks for it", async () => {
  const spans = record(0);
  expect(await workUnrecorded()).toEqual(NOTHING);
  expect(await spans()).toEqual([]);
});

describe("With tracing", () => {
  test("a request continues its caller's trace, and what it stores and logs names its span", async () => {
    const spans = record(1);
    const request = startRequestSpan(caller, { "sideline.request_id": "r" });
    if (request === null) throw new Error("The request was not recorded");
    const within = await runInSpan(request, () =>
      inSpan("guard", async () => ({ row: traceToStore(), line: traceFields() })),
    );
    request.end();
    const [guard, root] = await spans();
    expect(root?.parentSpanContext).toMatchObject(caller);
    expect(guard?.parentSpanContext?.spanId).toBe(root?.spanContext().spanId);
    const { traceId, spanId } = guard?.spanContext() ?? caller;
    expect(traceId).toBe(caller.traceId);
    expect(parseTraceparent(within.row)).toEqual({ traceId, spanId });
    expect(within.line).toEqual({ trace_id: traceId, span_id: spanId });
  });

  test("one row's work continues its trace; that of rows of several traces links to each", async () => {
    const spans = record(1);
    const span = { name: "deliver", attributesOf: () => ({ "sideline.rows": 3 }) };
    await continueTraces([stored, unrecorded, stored], span, async () => {});
    await continueTraces([stored, storedOther], span, async () => {});
    await linkTraces([stored], span, async () => {});
    const [continued, linkedTwice, linked] = await spans();
    expect(continued).toMatchObject({ parentSpanContext: caller, links: [] });
    expect(linkedTwice).toMatchObject({ links: [{ context: caller }, { context: other }] });
    expect(linked).toMatchObject({ links: [{ context: caller }] });
    expect(linked?.parentSpanContext).toBeUndefined();
    expect(linked?.spanContext().traceId).not.toBe(caller.traceId);
    expect(linked?.attributes).toEqual({ "sideline.rows": 3 });
  });

  test("rows about relationships of unrecorded rows are not recorded along with others", async () => {
    const spans = record(1);
    const span = { name: "settle", attributesOf: () => ({}) };
    const [recorded, beside] = ["of a recorded row", "of another row"];
    const mixed = [rowOf(traceparentOf(caller), recorded), rowOf(null, beside)];
    const store = async () => [traceToStore(recorded), traceToStore(beside), traceToStore()];
    const [first, second, third] = await linkTraces(mixed, span, store);
    expect([typeof first, second, third]).toEqual(["string", null, first]);
    const all = mixed.slice(0, 1);
    expect(await continueTraces(all, span, store)).not.toContain(null);
    expect(await spans()).toHaveLength(2);
  });

  test("a failed span has the name of its error and not its message", async () => {
    const spans = record(1);
    const span = { name: "deliver", attributesOf: () => ({}) };
    const fail = () => Promise.reject(new RangeError("of anna@example.com"));
    await expect(continueTraces([stored], span, fail)).rejects.toThrow(RangeError);
    const [failed] = await spans();
    expect(failed).toMatchObject({ attributes: { "error.type": "RangeError" }, events: [] });
    expect(JSON.stringify(failed?.status)).not.toContain("anna");
  });

  test("a stored text that is no span begins no trace", async () => {
    const spans = record(1);
    const span = { name: "deliver", attributesOf: neverBuilt };
    await continueTraces([rowOf("a forged text")], span, async () => {});
    expect(await spans()).toEqual([]);
  });
});
