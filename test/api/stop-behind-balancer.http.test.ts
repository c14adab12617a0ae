import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type ApiProcess, startApiProcess } from "../factories/api/api-process.ts";
import { eventually } from "../factories/eventually.ts";
import { type SmallBalancer, startSmallBalancer } from "../factories/api/small-balancer.ts";
import { getTestPart } from "../harness/context.ts";
import { useOwnDatabase } from "../harness/database.ts";

let apis: readonly ApiProcess[] = [];
let balancer: SmallBalancer;
beforeAll(async () => {
  const database = await useOwnDatabase();
  const { issuer } = getTestPart("provider");
  const start = () => startApiProcess(database, { issuer }, { API_STOP_SERVE_SECONDS: "5" });
  apis = await Promise.all([start(), start()]);
  balancer = await startSmallBalancer(apis.map(({ port }) => port));
}, 120_000);
afterAll(async () => {
  await balancer.close();
  await Promise.all(apis.map(({ stop }) => stop()));
});

test("An API that gets SIGTERM refuses no connection of a balancer that probes it each second", async () => {
  const [first, second] = apis;
  if (first === undefined || second === undefined)
    throw new Error("Expected two processes of the API");
  await eventually(
    async () => balancer.ready(),
    ({ length }) => length === 2,
  );
  const done = new AbortController();
  const calls = askAgainAndAgain(done.signal);
  expect(await first.stop()).toEqual({ code: 0, signal: null });
  await eventually(
    async () => balancer.ready(),
    (ready) => ready.length === 1 && ready[0] === second.port,
  );
  done.abort();
  expect(Object.keys(await calls)).toEqual(["200"]);
  expect(balancer.refused).toEqual([]);
}, 60_000);

/** Sends requests four at a time until the signal; returns how often each status came. */
async function askAgainAndAgain(signal: AbortSignal): Promise<Readonly<Record<number, number>>> {
  const counts: Record<number, number> = {};
  const ask = async () => {
    while (!signal.aborted) {
      const { status } = await fetch(`${balancer.url}/health/live`);
      counts[status] = (counts[status] ?? 0) + 1;
      await sleep(10);
    }
  };
  await Promise.all([ask(), ask(), ask(), ask()]);
  return counts;
}
