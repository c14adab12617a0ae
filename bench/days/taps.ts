import { NEWEST_METRIC_TASK } from "./day-template.ts";
import { openLoop, quantile } from "../load.ts";
import { type Phone, withTasks } from "../phones/phones.ts";
import { signInSome } from "../phones/sign-in-some.ts";
import { productSide } from "../sides.ts";
import type { DaysHouse, Scan } from "./run-scan.ts";

/** Sorted latencies of taps in milliseconds: with nothing else running, and during a scan. */
export interface Taps {
  readonly quiet: readonly number[];
  readonly meanwhile: readonly number[];
  readonly scan: Scan;
}

/** Phones that tap, their common rate, and the minimum length of a stretch. */
const PHONES = 32;
const PER_SECOND = 20;
const STRETCH_SECONDS = 5;
/** Enough quiet stretches for a p99. */
const QUIET_STRETCHES = 4;

/**
 * Sends syncs of one tap on the tasks of the newest day: first alone, then for the duration of a scan.
 *
 * @param begin gives the scan something to do.
 */
export async function tapDuringScan(
  { stack, database }: DaysHouse,
  { begin, scan }: { readonly begin: () => Promise<void>; readonly scan: () => Promise<Scan> },
): Promise<Taps> {
  const people = await signInSome(stack, database, PHONES);
  const phones: readonly Phone[] = await withTasks(database, people, NEWEST_METRIC_TASK);
  const { one } = productSide(stack, phones);
  const stretch = async () =>
    (await openLoop(one, { perSecond: PER_SECOND, seconds: STRETCH_SECONDS })).latencies;
  // The first batch of each phone reads more than the following ones.
  await stretch();
  const quiet: number[] = [];
  for (let count = 0; count < QUIET_STRETCHES; count += 1) quiet.push(...(await stretch()));
  await begin();
  const over = new AbortController();
  const scanned = scan().finally(() => over.abort());
  const meanwhile: number[] = [];
  while (!over.signal.aborted) meanwhile.push(...(await stretch()));
  return { quiet: sorted(quiet), meanwhile: sorted(meanwhile), scan: await scanned };
}

/** Formats the p99 of taps during the scan in relation to the quiet one. */
export function tapsText({ quiet, meanwhile }: Taps): string {
  const [calm, busy] = [quantile(quiet, 0.99), quantile(meanwhile, 0.99)];
  return (
    `p99 of a tap ${busy.toFixed(0)} ms (${meanwhile.length} of them), ${(busy / calm).toFixed(1)} times` +
    ` those without a scan, ${calm.toFixed(0)} ms (${quiet.length})`
  );
}

const sorted = (values: readonly number[]) => values.toSorted((one, other) => one - other);
