import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { Client as TemporalClient, Connection } from "@temporalio/client";
import { tsToMs } from "@temporalio/common/lib/time.js";
import { Client } from "pg";
import { countedLoop, median } from "../load.ts";
import { CONNECTIONS, row } from "../measures/measure.ts";
import { buildPhones } from "../phones/phones.ts";
import { say } from "../report/rounds.ts";
import { productSide } from "../sides.ts";
import { untilSettled } from "../stack/meters.ts";
import { type BenchStack, startBenchStack } from "../stack/stack.ts";
import { environmentOf, startAnother } from "../stack/start-another.ts";
import type { BenchSize } from "../sync-bench.ts";
import type { OwnStackMeasure } from "./own-stack-measure.ts";

/** Time from the start of `npm run deploy -- --promote` until waiting actors run on the other release. */
export const promotion: OwnStackMeasure = {
  name: "promote",
  about: "from the start of --promote to the first and the last waiting actor on the other release",
  takeAlone,
};

const DEPLOYMENT = "bench";
/** Both run the same code; they differ in their build ids. */
const RELEASES = ["one", "two"] as const;
type Release = (typeof RELEASES)[number];
const ASK_AGAIN_MS = 1_000;
const FIRST_TRIES = 30;

async function takeAlone({ rounds, devices }: BenchSize) {
  const stack = await startBenchStack({
    TEMPORAL_DEPLOYMENT_NAME: DEPLOYMENT,
    TEMPORAL_WORKER_BUILD_ID: RELEASES[0],
  });
  const closers: (() => Promise<unknown>)[] = [stack.stop];
  try {
    const worker = await startAnother(stack, "worker", { TEMPORAL_WORKER_BUILD_ID: RELEASES[1] });
    closers.push(worker.stop);
    const connection = await Connection.connect({ address: stack.temporal.address });
    closers.push(() => connection.close());
    await promoteFirst(stack);
    await letActorsWait(stack, devices);
    const client = new TemporalClient({ connection, namespace: stack.temporal.namespace });
    const [firsts, lasts, counts]: [number[], number[], number[]] = [[], [], []];
    for (let index = 0; index < rounds; index += 1) {
      const release = RELEASES[(index + 1) % RELEASES.length] ?? RELEASES[0];
      const beganMs = Date.now();
      await promote(stack, release);
      const moved = await secondsUntilMoved(client, { release, beganMs });
      const [first, last] = [moved[0], moved.at(-1)];
      if (first === undefined || last === undefined) throw new Error("No actor was waiting");
      say(
        `${moved.length} actors moved to ${release}: the first after ${first.toFixed(2)} s, the last ${last.toFixed(2)} s`,
      );
      firsts.push(first);
      lasts.push(last);
      counts.push(moved.length);
    }
    const shown = (figures: number[]) =>
      `${median(figures).toFixed(1)} s, at most ${Math.max(...figures).toFixed(1)} s`;
    return [
      row("promote to the first actor on the new release", ["5 s", "2 s"], shown(firsts)),
      row(`promote to the last of ${median(counts)} actors`, ["", ""], shown(lasts)),
    ];
  } finally {
    for (const close of closers.toReversed()) await close();
  }
}

/** The first release becomes the current one as soon as Temporal lists its worker; before that, no actor begins. */
async function promoteFirst(stack: BenchStack): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await promote(stack, RELEASES[0]);
    } catch (error) {
      if (tries === FIRST_TRIES) throw error;
      await sleep(ASK_AGAIN_MS);
    }
  }
}

/** Registers phones and lets each send batches, until the actors wait. */
async function letActorsWait(stack: BenchStack, devices: number): Promise<void> {
  say(`promote: registering ${devices} phones ...`);
  const phones = await buildPhones(stack, devices);
  const { fresh } = productSide(stack, phones);
  await countedLoop(fresh, { connections: CONNECTIONS, count: 2 * devices });
  const database = new Client({ connectionString: stack.database.ownerUrl });
  await database.connect();
  await untilSettled(database);
  await database.end();
}

/** Runs the operator's command, which ends once no run is left on another release. */
async function promote(stack: BenchStack, release: Release): Promise<void> {
  const script = ["workers/operator/deploy.ts", "--promote", "--build", release];
  await promisify(execFile)(process.execPath, script, { env: environmentOf(stack, "worker") });
}

/** Sorted seconds until the first workflow task of each actor's run on a release was completed. */
async function secondsUntilMoved(
  { workflow }: TemporalClient,
  { release, beganMs }: { readonly release: Release; readonly beganMs: number },
): Promise<readonly number[]> {
  const query = `TemporalWorkerDeploymentVersion = '${DEPLOYMENT}:${release}' AND StartTime >= '${new Date(beganMs).toISOString()}'`;
  const seconds: number[] = [];
  for await (const { type, workflowId, runId } of workflow.list({ query })) {
    if (!type.endsWith("Actor")) continue;
    const { events } = await workflow.getHandle(workflowId, runId).fetchHistory();
    const completed = events?.find((event) => event.workflowTaskCompletedEventAttributes);
    if (completed?.eventTime) seconds.push((tsToMs(completed.eventTime) - beganMs) / 1_000);
  }
  return seconds.toSorted((one, other) => one - other);
}
