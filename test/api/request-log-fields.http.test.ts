import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, expect, test } from "@jest/globals";
import { z } from "zod";
import { read } from "../../api/endpoint.ts";
import { eventually } from "../factories/eventually.ts";
import { startApi } from "../harness/api.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const SPAN = "00f067aa0ba902b7";
const route = {
  method: "GET",
  name: "probe",
  summary: "Logs",
  source: "test",
  access: "anonymous",
  answer: z.strictObject({}),
} as const;

let leave = Promise.withResolvers<void>();
const lines: Readonly<Record<string, unknown>>[] = [];
const api = await startApi({
  onLog: (line) => lines.push(line),
  endpoints: [
    read({
      ...route,
      path: "/logs",
      handle: async ({ deps }) => {
        await sleep(1);
        deps.log.info("within");
        void leave.promise.then(() => deps.log.info("afterwards"));
        return {};
      },
    }),
    read({ ...route, path: "/fails", handle: () => Promise.reject(new Error("planted")) }),
  ],
});
afterEach(() => {
  lines.length = 0;
});
afterAll(() => api.close());

/** The fields that lines of a request share, by message. */
async function logged(path: string, headers: Record<string, string> = {}) {
  await api.call("GET", path, { headers: { "X-Request-Id": "phone-17", ...headers } });
  await eventually(
    async () => lines.some(({ msg }) => msg === "request"),
    (isThere) => isThere,
  );
  return Object.fromEntries(
    lines.map(({ msg, requestId, trace_id, span_id }) => [
      String(msg),
      { requestId, trace_id, span_id },
    ]),
  );
}

test.each([
  ["within", "/logs"],
  ["request failed", "/fails"],
])(
  "The lines `request` and `%s` of a traced request carry its id and its trace",
  async (msg, path) => {
    const traceparent = `00-${TRACE}-${SPAN}-01`;
    const fields = { requestId: "phone-17", trace_id: TRACE, span_id: SPAN };
    expect(await logged(path, { traceparent })).toMatchObject({ [msg]: fields, request: fields });
  },
);

test("Requests at the same time do not mix their fields", async () => {
  const ids = Array.from({ length: 20 }, (_, index) => `phone-${index}`);
  await Promise.all(ids.map((id) => api.call("GET", "/logs", { headers: { "X-Request-Id": id } })));
  const found = lines
    .filter(({ msg }) => msg === "within")
    .map(({ requestId }) => String(requestId));
  expect(found.toSorted()).toEqual(ids.toSorted());
});

test("A line that is logged after the end of its request carries none of its fields", async () => {
  await logged("/logs");
  leave.resolve();
  leave = Promise.withResolvers();
  const [line] = await eventually(
    async () => lines.filter(({ msg }) => msg === "afterwards"),
    (found) => found.length > 0,
  );
  expect(line).not.toHaveProperty("requestId");
});

test.each([
  ["absent", undefined],
  ["of an invalid version", `ff-${TRACE}-${SPAN}-01`],
  ["of the first version with a further part", `00-${TRACE}-${SPAN}-01-x`],
  ["without a trace", `00-${"0".repeat(32)}-${SPAN}-01`],
  ["without a span", `00-${TRACE}-${"0".repeat(16)}-01`],
  ["in capitals", `00-${TRACE.toUpperCase()}-${SPAN}-01`],
  ["of text", "a forged line"],
])("A traceparent %s adds no field", async (_title, traceparent) => {
  const fields = await logged("/logs", traceparent === undefined ? {} : { traceparent });
  expect(fields["request"]).toEqual({ requestId: "phone-17" });
});

test("A traceparent of a later version is read like the first", async () => {
  const { request } = await logged("/logs", { traceparent: `01-${TRACE}-${SPAN}-01-more` });
  expect(request).toMatchObject({ trace_id: TRACE, span_id: SPAN });
});
