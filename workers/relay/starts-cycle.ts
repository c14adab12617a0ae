import { relayPass, type RelayDeps } from "../../activities/outbox/relay-pass.ts";
import { findWaitingStarts } from "../../db/outbox/find-waiting-starts.ts";
import { paceStarts } from "../../rules/outbox/pace-starts.ts";
import type { RelayMetrics } from "./relay-metrics.ts";
import { LANE_SLEEPS_MS, rest, type RungLane, type Turn } from "./turn.ts";

/**
 * Starts new actors behind other work, pass by pass until none waits (docs/rooms/actors.md#deferred-start). Each pass
 * reads anew what waits. Only the rows hold deadlines, so several relays need no agreement, and a crash loses none.
 */
export function startsCycle(
  { em, deliveries, metrics, isSettling }: StartsDeps,
  lane: RungLane,
  stop: AbortSignal,
): Turn {
  const { name, consumers, yieldsTo = [], bell } = lane;
  return {
    name,
    slackMs: LANE_SLEEPS_MS,
    bell,
    async act(rang) {
      if (!rang) return LANE_SLEEPS_MS;
      const from = performance.now();
      const { leftMs, ...found } = await findWaitingStarts(em.fork(), { consumers, yieldsTo });
      if (leftMs === null) return LANE_SLEEPS_MS;
      const isBusy = found.isBusy || isSettling();
      const { everyMs, ...pass } = paceStarts({ ...found, leftMs, isBusy });
      metrics.countPass(await relayPass({ em, deliveries }, { ...lane, ...pass }, stop));
      await rest(everyMs - (performance.now() - from), stop);
      bell.ring();
      return LANE_SLEEPS_MS;
    },
  };
}

/** Dependencies of the loop that starts actors. */
export interface StartsDeps extends RelayDeps {
  readonly metrics: Pick<RelayMetrics, "countPass">;
  /** Whether batches were due at the last scan. */
  readonly isSettling: () => boolean;
}
