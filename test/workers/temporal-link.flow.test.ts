import { afterAll, expect, test } from "@jest/globals";
import pino from "pino";
import { beginWorker } from "../../workers/worker/begin-worker.ts";
import { openTemporalClient } from "../../workers/outside/open-temporal-client.ts";
import { getTestPart } from "../harness/context.ts";
import { openFaultyWay } from "../harness/faulty-way.ts";

const { address, namespace } = getTestPart("temporal");
/** Far above the expected waits; a call on a dead link would wait for ever. */
const LIMIT_MS = 30_000;
const DEADLINE_MS = 1_000;

const way = await openFaultyWay(Number(address.split(":").at(-1)));
const client = openTemporalClient({ address: `127.0.0.1:${way.port}`, namespace });
afterAll(async () => {
  await client.connection.close();
  await way.close();
});

const nothing = async () => null;
const DEADLINE_EXCEEDED = expect.objectContaining({ code: 4 });

test(
  "after one call times out on a silent connection, the next call succeeds",
  async () => {
    await ask();
    way.silence();
    await expect(ask()).rejects.toEqual(DEADLINE_EXCEEDED);
    await expect(ask()).resolves.toMatchObject({ serverVersion: expect.any(String) });
  },
  LIMIT_MS,
);

test(
  "after a call times out on a connection that never answers, the next call uses a new one",
  async () => {
    way.swallow();
    way.cut();
    await expect(ask()).rejects.toThrow();
    await expect(ask()).rejects.toEqual(DEADLINE_EXCEEDED);
    way.replace();
    await expect(ask()).resolves.toMatchObject({ serverVersion: expect.any(String) });
  },
  LIMIT_MS,
);

test(
  "calls in flight are not cut off because another one was late",
  async () => {
    await ask();
    const patient = client.withDeadline(Date.now() + LIMIT_MS, () =>
      client.workflowService.getSystemInfo({}),
    );
    await patient;
    way.silence();
    const waits = client.withDeadline(Date.now() + LIMIT_MS, () =>
      client.workflowService.getSystemInfo({}),
    );
    await expect(ask()).rejects.toEqual(DEADLINE_EXCEEDED);
    way.heal();
    await expect(waits).resolves.toMatchObject({ serverVersion: expect.any(String) });
  },
  LIMIT_MS,
);

test(
  "a worker that starts waits for a server that does not answer yet",
  async () => {
    way.swallow();
    way.cut();
    const lines: string[] = [];
    const reported = Promise.withResolvers<void>();
    const write = (line: string) => {
      lines.push(line);
      reported.resolve();
    };
    const place = { address: `127.0.0.1:${way.port}`, namespace };
    const { signal: stop } = new AbortController();
    const connecting = beginWorker(place, { make: nothing, log: pino({}, { write }), stop });
    await reported.promise;
    way.replace();
    const begun = await connecting;
    await begun?.connection.close();
    expect(begun).not.toBeNull();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("Temporal is away; the worker waits for it");
  },
  LIMIT_MS,
);

test("a worker whose link falls silent during its start uses another link; any other fault ends it", async () => {
  const { signal: stop } = new AbortController();
  const log = pino({ level: "silent" });
  let tries = 0;
  const make = async () => {
    tries += 1;
    if (tries === 1) throw Object.assign(new Error("planted"), { name: "TransportError" });
    return tries;
  };
  const begun = await beginWorker({ address, namespace }, { make, log, stop });
  expect(begun?.made).toBe(2);
  await begun?.connection.close();
  const fails = () => Promise.reject(new TypeError("planted"));
  await expect(beginWorker({ address, namespace }, { make: fails, log, stop })).rejects.toThrow(
    "planted",
  );
});

test("a worker that is stopped while it waits for a server starts nothing", async () => {
  const stop = new AbortController();
  const lines: string[] = [];
  const write = (line: string) => {
    lines.push(line);
    stop.abort();
  };
  const nowhere = { address: "127.0.0.1:1", namespace };
  const log = pino({}, { write });
  expect(await beginWorker(nowhere, { make: nothing, log, stop: stop.signal })).toBeNull();
  expect(lines).toHaveLength(1);
});

function ask() {
  return client.withDeadline(Date.now() + DEADLINE_MS, () =>
    client.workflowService.getSystemInfo({}),
  );
}
