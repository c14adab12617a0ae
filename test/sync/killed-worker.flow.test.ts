import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "@jest/globals";
import { killProcess } from "../factories/workers/processes.ts";
import { openSettlingProcesses } from "../factories/sync/kills/settling-processes.ts";
import type { BuiltScope } from "../factories/sync/sync.ts";
import { campaignSize } from "../harness/campaign.ts";

const MOMENTS = campaignSize("KILL_MOMENTS", 2);

const processes = await openSettlingProcesses();
afterAll(() => processes.close());

test(`a worker killed ${MOMENTS} times at different moments: every batch ends SETTLED, every effect once`, async () => {
  const scopes: BuiltScope[] = [];
  await processes.start("relay");
  for (let moment = 0; moment < MOMENTS; moment += 1) {
    const worker = await processes.start("worker");
    scopes.push(await processes.skipped());
    // The relay wakes the actor within 200 ms, and its settlement takes some tens more.
    await sleep((moment * 400) / MOMENTS);
    await killProcess(worker);
  }
  await processes.start("worker");
  for (const scope of scopes) await processes.settledOnce(scope);
  expect(scopes).toHaveLength(MOMENTS);
}, 120_000);
