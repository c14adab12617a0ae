import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Client } from "@temporalio/client";
import pino from "pino";
import { connectWorker } from "../../workers/worker/connect-worker.ts";
import { openTemporalClient } from "../../workers/outside/temporal-client.ts";
import { getTestPart } from "../harness/context.ts";
import { type FaultyWay, openFaultyWay } from "../harness/faulty-way.ts";

const { address, namespace } = getTestPart("temporal");
/** Far above what is waited for; a call on a dead link is waited for in vain. */
const LIMIT_MS = 30_000;
const DEADLINE_MS = 1_000;

let way: FaultyWay;
let client: Client;
beforeAll(async () => {
  way = await openFaultyWay(Number(address.split(":").at(-1)));
  client = openTemporalClient({ address: `127.0.0.1:${way.port}`, namespace });
});
afterAll(async () => {
  await client.connection.close();
  await way.close();
});

const ask = () =>
  client.withDeadline(Date.now() + DEADLINE_MS, () => client.workflowService.getSystemInfo({}));
const DEADLINE_EXCEEDED = expect.objectContaining({ code: 4 });

test(
  "a call that had no answer is the last on a link that fell silent",
  async () => {
    await ask();
    way.silence();
    await expect(ask()).rejects.toEqual(DEADLINE_EXCEEDED);
    await expect(ask()).resolves.toMatchObject({ serverVersion: expect.any(String) });
  },
  LIMIT_MS,
);

test(
  "one that is taken and never answered is given up too",
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
  "calls that are under way on it are not cut off by one that was late",
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
  "a worker that begins waits for a server that does not answer yet",
  async () => {
    way.swallow();
    way.cut();
    const lines: string[] = [];
    const told = Promise.withResolvers<void>();
    const write = (line: string) => {
      lines.push(line);
      told.resolve();
    };
    const place = { address: `127.0.0.1:${way.port}`, namespace };
    const { signal: stop } = new AbortController();
    const connecting = connectWorker(place, { log: pino({}, { write }), stop });
    await told.promise;
    way.replace();
    const connection = await connecting;
    await connection?.close();
    expect(connection).not.toBeNull();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("Temporal is away; the worker waits for it");
  },
  LIMIT_MS,
);

test("a worker that is told to stop while it waits for a server begins nothing", async () => {
  const stop = new AbortController();
  const lines: string[] = [];
  const write = (line: string) => {
    lines.push(line);
    stop.abort();
  };
  const nowhere = { address: "127.0.0.1:1", namespace };
  const log = pino({}, { write });
  expect(await connectWorker(nowhere, { log, stop: stop.signal })).toBeNull();
  expect(lines).toHaveLength(1);
});
