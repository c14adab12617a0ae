import type { Phone } from "../phones/phones.ts";
import { listLost } from "./check-account.ts";
import { type DrillLoad, startDrillLoad } from "./drill-load.ts";
import { drillPhones } from "./drill-phones.ts";
import { startDrillStack } from "./drill-stack.ts";
import type { DrillOptions, DrillStack } from "./drill-types.ts";
import { say } from "./say.ts";

/**
 * Plays a drill on a stack of its own while phones send batches and read, and then looks for every acknowledged
 * operation in the database.
 *
 * @param play returns whether the drill reached its goal.
 * @returns whether it did, and nothing acknowledged is lost.
 */
export async function underLoad(
  options: UnderLoadOptions,
  play: (ground: DrillGround) => Promise<boolean>,
): Promise<boolean> {
  const { phones, rate, reads = rate, isSynchronous = true, keepsLogs, shape = {} } = options;
  const stack = await startDrillStack({ ...shape, synchronous: isSynchronous, keepsLogs });
  try {
    const all = await drillPhones(stack, phones + (options.idlePhones ?? 0));
    const load = startDrillLoad({
      urls: stack.urls,
      phones: all.slice(0, phones),
      batchesPerSecond: rate,
      readsPerSecond: reads,
      operations: OPERATIONS,
    });
    const isGood = await play({ stack, load, idlePhones: all.slice(phones) });
    await load.stop();
    const lost = await listLost(stack, load.account.receipts);
    say(`${lost.length} of ${load.account.receipts.size} acknowledged operations lost`);
    return isGood && lost.length === 0;
  } finally {
    await stack.stop();
  }
}

/** The running stack and load of a drill. */
export interface DrillGround {
  readonly stack: DrillStack;
  readonly load: DrillLoad;
  /** Phones that send no batch and read nothing by themselves. */
  readonly idlePhones: readonly Phone[];
}

/** The options of every drill. */
export interface PlayOptions {
  readonly rounds: number;
  readonly phones: number;
  /** Batches a second. */
  readonly rate: number;
  /** Reads a second; as many as batches by default, and more in a roll. */
  readonly reads?: number;
  readonly keepsLogs: boolean;
}

interface UnderLoadOptions extends PlayOptions {
  /** Number of phones that the load leaves to the drill; none by default. */
  readonly idlePhones?: number;
  /** Whether commits wait for a standby; they do by default. */
  readonly isSynchronous?: boolean;
  /** Further options of the stack. */
  readonly shape?: Omit<DrillOptions, "synchronous" | "keepsLogs">;
}

/** Operations of a batch. */
const OPERATIONS = 10;
