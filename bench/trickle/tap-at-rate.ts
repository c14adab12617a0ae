import { setTimeout as sleep } from "node:timers/promises";
import { openLoop, quantile } from "../load.ts";
import { renewAll } from "../phones/phones.ts";
import { databaseNow, settlementLags, untilSettled } from "../stack/meters.ts";
import { addUses, type Use, useDuring } from "./use-during.ts";
import type { QuietWorkspace } from "./quiet-workspace.ts";

/** Sends at least this number of single taps at a rate and waits until all are settled. */
export async function tapAtRate(
  workspace: QuietWorkspace,
  { perSecond, taps }: { readonly perSecond: number; readonly taps: number },
): Promise<RateUse> {
  const { database } = workspace;
  const since = await databaseNow(database);
  const slices: Slice[] = [];
  let left = taps;
  while (left > 0) {
    const slice = await tapSlice(workspace, { perSecond, left });
    slices.push(slice);
    left -= slice.count;
  }
  const lags = await settlementLags(database, since);
  const [p50, p99] = [quantile(lags, 0.5), quantile(lags, 0.99)];
  return {
    perSecond,
    count: taps - left,
    use: addUses(slices.map(({ use }) => use)),
    lagSeconds: { p50, p99 },
  };
}

/** Everything that a rate used, idle work included. */
export interface RateUse {
  readonly perSecond: number;
  readonly count: number;
  readonly use: Use;
  /** From admission to settlement. */
  readonly lagSeconds: { readonly p50: number; readonly p99: number };
}

interface Slice {
  readonly count: number;
  readonly use: Use;
}

/** Sends some of the taps that are left. A slice ends before the access tokens expire. */
async function tapSlice(
  workspace: QuietWorkspace,
  { perSecond, left }: { readonly perSecond: number; readonly left: number },
): Promise<Slice> {
  const { stack, database, phones, ours } = workspace;
  const seconds = Math.min(SLICE_SECONDS, Math.max(LEAST_SECONDS, left / perSecond));
  await renewAll(stack, phones);
  const { use, done } = await useDuring(workspace, async () => {
    const { count } = await openLoop(ours.one, { perSecond, seconds });
    await untilSettled(database);
    await sleep(AFTERMATH_MS);
    return count;
  });
  return { count: done, use };
}

const SLICE_SECONDS = 150;
const LEAST_SECONDS = 2;
/** Actors that a settlement wakes have gone back to sleep by then. */
const AFTERMATH_MS = 2_000;
