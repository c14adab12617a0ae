import { expect, test } from "@jest/globals";
import {
  parseTraceparent,
  traceFieldsOf,
  traceparentOf,
} from "../../../db/platform/tracing/traceparent.ts";

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const spanId = "00f067aa0ba902b7";

test("A stored span is read back as it was written", () => {
  expect(parseTraceparent(traceparentOf({ traceId, spanId }))).toEqual({ traceId, spanId });
});

test("A traceparent is read whatever its flags and, from a later version, with further parts", () => {
  expect(parseTraceparent(`00-${traceId}-${spanId}-00`)).toEqual({ traceId, spanId });
  expect(parseTraceparent(`cc-${traceId}-${spanId}-09-more`)).toEqual({ traceId, spanId });
});

test.each([
  ["absent", undefined],
  ["sent twice", [`00-${traceId}-${spanId}-01`]],
  ["empty", ""],
  ["of the invalid version", `ff-${traceId}-${spanId}-01`],
  ["of the first version with further parts", `00-${traceId}-${spanId}-01-more`],
  ["with a trace of zeros", `00-${"0".repeat(32)}-${spanId}-01`],
  ["with a span of zeros", `00-${traceId}-${"0".repeat(16)}-01`],
  ["in capitals", `00-${traceId.toUpperCase()}-${spanId}-01`],
  ["with a line break", `00-${traceId}-${spanId}-01\n`],
  ["of a megabyte", "0".repeat(1_000_000)],
])("A traceparent %s names no span", (_case, text) => {
  expect(parseTraceparent(text)).toBeNull();
});

test("Log lines name a span by the fields of OpenTelemetry", () => {
  expect(traceFieldsOf({ traceId, spanId })).toEqual({ trace_id: traceId, span_id: spanId });
});
