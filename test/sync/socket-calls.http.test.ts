import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { callsBetween, type SocketCalls, socketCalls } from "../../bench/stack/socket-calls.ts";
import { type ApiProcess, startApiProcess } from "../factories/api/api-process.ts";
import { buildPhone, type Phone, sync } from "../factories/sync/phone.ts";
import { queued } from "../factories/sync/sync.ts";
import { callApi, type TestApi } from "../harness/api.ts";
import { useApi } from "../harness/use-api.ts";

/** System calls of a tap, its line in the log included: one packet more to the database is a read and a write more. */
const CALLS = { reads: 5, writes: 6 };
const SLICES = 20;
const TAPS = 3;

const { api, issuer } = await useApi();
let child: ApiProcess;
let phone: Phone;
let minute = 0;

beforeAll(async () => {
  phone = await buildPhone(api, issuer);
  child = await startApiProcess(api.database, issuer, {});
});
afterAll(() => child.stop());

test(`One tap costs an API in its own process ${CALLS.writes} writes and ${CALLS.reads} reads`, async () => {
  await taps();
  const slices: SocketCalls[] = [];
  for (let slice = 0; slice < SLICES; slice += 1) {
    const before = socketCalls(child.pid);
    await taps();
    slices.push(callsBetween(before, socketCalls(child.pid)));
  }
  // Timers and threads of Node add calls to some slices, and never take any away.
  const least = (name: keyof SocketCalls) => Math.min(...slices.map((calls) => calls[name])) / TAPS;
  expect(least("writes")).toBeLessThan(CALLS.writes + 1);
  expect(least("reads")).toBeLessThan(CALLS.reads + 1);
});

/** Some taps, one after the other. */
async function taps(): Promise<void> {
  for (let tap = 0; tap < TAPS; tap += 1) {
    const { results } = await sync(inProcess(), phone, [drink()]);
    expect(results.map(({ status }) => status)).toEqual(["ACCEPTED"]);
  }
}

/** The same API, reached at the process. */
function inProcess(): TestApi {
  const url = `http://127.0.0.1:${child.port}`;
  return {
    ...api,
    url,
    call: (method, path, request) => callApi(`${url}${path}`, method, request),
  };
}

function drink() {
  minute += 1;
  return queued("quick-log.record-value", {
    taskId: phone.agenda.water.id,
    metricKind: "WATER",
    value: 250,
    unit: "ml",
    sourceType: "MANUAL",
    recordedAt: new Date(Date.UTC(2026, 0, 5, 8, minute)).toISOString(),
  });
}
