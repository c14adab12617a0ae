import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { median } from "../load.ts";
import type { MeasuredRow } from "../measures/measure.ts";
import { calibrate } from "../report/calibration.ts";
import { say } from "../report/rounds.ts";
import { untilSettled } from "../stack/meters.ts";
import { startBenchStack } from "../stack/stack.ts";
import { fillQuietWorkspace, type QuietWorkspace } from "./quiet-workspace.ts";
import { type RateUse, tapAtRate } from "./tap-at-rate.ts";
import type { TrickleSize, Watch } from "./trickle-options.ts";
import { calibrationRow, trickleRows, type Watched } from "./trickle-rows.ts";
import { addUses, useDuring } from "./use-during.ts";
import { openWatchingConsole } from "./watching-console.ts";

/**
 * Single taps as rarely as real clients send them, beside thousands who send nothing, and the idle stack. It runs on
 * its own stack, without baselines.
 */
export const trickle = {
  name: "trickle",
  about: "single taps at low rates beside quiet clients, and the idle stack; only if named",
  take,
};

async function take(size: TrickleSize): Promise<readonly MeasuredRow[]> {
  const stack = await startBenchStack();
  const database = new Client({ connectionString: stack.database.ownerUrl });
  try {
    await database.connect();
    const workspace = await fillQuietWorkspace(stack, database, size);
    const results: Watched[] = [];
    for (const watch of size.watches) results.push(await takeWatched(workspace, watch, size));
    const unitMs = median(results.flatMap(({ units }) => units));
    return [...results.flatMap((watched) => trickleRows(watched, unitMs)), calibrationRow(unitMs)];
  } finally {
    await database.end();
    await stack.stop();
  }
}

async function takeWatched(
  workspace: QuietWorkspace,
  watch: Watch,
  { taps, rates, idleSeconds }: TrickleSize,
): Promise<Watched> {
  const close = watch === "console" ? await openWatchingConsole(workspace) : async () => undefined;
  const idle = async () => {
    await untilSettled(workspace.database);
    await sleep(REST_MS);
    return (await useDuring(workspace, () => sleep(idleSeconds * 1_000))).use;
  };
  say(`watched by ${watch}: idle for ${idleSeconds} s ...`);
  const before = await idle();
  const measured: RateUse[] = [];
  const units = [calibrate()];
  for (const perSecond of rates) {
    say(`watched by ${watch}: at least ${taps} taps at ${perSecond} a second ...`);
    measured.push(await tapAtRate(workspace, { perSecond, taps }));
    units.push(calibrate());
  }
  const after = await idle();
  await close();
  return { watch, idle: addUses([before, after]), rates: measured, units };
}

/** Until the work of the preceding step no longer counts. */
const REST_MS = 5_000;
