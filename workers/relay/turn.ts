import { setTimeout as sleep } from "node:timers/promises";
import type { Lane } from "../../activities/outbox/relay-pass.ts";
import type { Bell } from "./bell.ts";

/** A loop of the relay; `act` returns the pause before its next run, in milliseconds. */
export interface Turn {
  readonly name: string;
  /** Ends the pause. */
  readonly bell: Bell;
  /** Allowed time, pause included, in addition to the default of every loop. */
  readonly slackMs: number;
  readonly act: (rang: boolean) => Promise<number>;
}

/** A lane, and what wakes it. */
export type RungLane = Lane & { readonly bell: Bell };

/** A lane without due rows only shows that its loop works. */
export const LANE_SLEEPS_MS = 5_000;

/** Sleeps without a bell: what rings meanwhile is done afterwards. */
export async function rest(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => undefined);
}
