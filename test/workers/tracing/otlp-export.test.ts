import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, describe, expect, test } from "@jest/globals";
import { pino } from "pino";
import * as z from "zod";
import { startRequestSpan } from "../../../db/platform/tracing/spans.ts";
import { beginTracing } from "../../../workers/tracing/begin-tracing.ts";

const Exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(z.unknown()) }),
      scopeSpans: z.array(z.object({ spans: z.array(z.object({ name: z.string() })) })),
    }),
  ),
});

const received: { readonly path: string; readonly key: unknown; readonly body: string }[] = [];
const collector = createServer((req, res) => {
  void text(req).then((body) => {
    received.push({ path: req.url ?? "", key: req.headers["x-key"], body });
    res.setHeader("Content-Type", "application/json").end("{}");
  });
}).listen(0, "127.0.0.1");
await once(collector, "listening");
afterAll(() => {
  collector.closeAllConnections();
  collector.close();
});

const silent = pino({ level: "silent" });

/** Records a request and ends tracing, with an exporter to this address. */
async function recordOne(url: string, log: Parameters<typeof beginTracing>[2] = silent) {
  const to = { kind: "OTLP", url, headers: { "x-key": "k" } } as const;
  const end = await beginTracing("api", { buildId: "r1", tracing: { share: 1, to } }, log);
  startRequestSpan(null, { "sideline.request_id": "phone-1" })?.end();
  await end();
}

describe("A collector", () => {
  test("receives the spans of a process with its name, release and headers", async () => {
    const address: AddressInfo | string | null = collector.address();
    const port = typeof address === "object" ? address?.port : "";
    await recordOne(`http://127.0.0.1:${port}/v1/traces`);
    expect(received).toMatchObject([{ path: "/v1/traces", key: "k" }]);
    const [exported] = Exported.parse(JSON.parse(received[0]?.body ?? "")).resourceSpans;
    expect(exported?.resource.attributes).toEqual(
      expect.arrayContaining([
        { key: "service.name", value: { stringValue: "sideline-api" } },
        { key: "service.version", value: { stringValue: "r1" } },
      ]),
    );
    expect(exported?.scopeSpans).toMatchObject([{ spans: [{ name: "request" }] }]);
  });

  test("that is away is logged, and holds up no stop", async () => {
    const lines: unknown[] = [];
    const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
    // Nothing listens on the port of discard.
    await recordOne("http://127.0.0.1:9/v1/traces", log);
    expect(lines).toMatchObject([{ msg: "spans were not exported", spans: 1 }]);
  });
});

test("Without tracing, a process ends nothing and records nothing", async () => {
  const end = await beginTracing("api", { buildId: null, tracing: null }, silent);
  expect(startRequestSpan(null, {})).toBeNull();
  await end();
});
