import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { settlementLane } from "../../../contract/sync/actors.ts";
import type { WakeReason } from "../../../contract/outbox/vocabulary.ts";
import { findDueLanes, type DueLane } from "../../../db/sync/settlement/lanes.ts";
import {
  judgeLaneWake,
  type LanePace,
  type LaneWake,
} from "../../../rules/sync/judge-lane-wake.ts";
import { laneShares } from "../../../rules/sync/lane-share.ts";
import { inParallel } from "../../outbox/in-parallel.ts";
import type { WakeActor } from "../../outbox/wake-actor.ts";

/** What waking lanes needs. */
export interface LaneWaking {
  readonly em: SqlEntityManager;
  readonly wakeActor: WakeActor;
  /** Lanes that share the relationships between them. */
  readonly lanes: number;
}

/** One look at the lanes. */
export interface LaneRound {
  readonly reason: WakeReason;
  readonly pace: LanePace;
  /** Of each lane's last wake-up; written by the round. It saves work, and may be lost. */
  readonly wakes: Map<number, LaneWake>;
}

const WIDTH = 4;

/** How late the batch is that has been due longest, and which lanes were woken. */
export interface LaneReport {
  readonly lagMs: number;
  readonly dueCount: number;
  readonly toldCount: number;
}

/**
 * Wakes the lanes that hold a due batch, each as often as its pace says (docs/rooms/storage.md#relay). A
 * batch that is ADMITTED is all that says so: whatever was lost on the way, the next look finds it.
 */
export async function wakeLanes(
  { em, wakeActor, lanes }: LaneWaking,
  { reason, pace, wakes }: LaneRound,
): Promise<LaneReport> {
  const { now, lanes: due } = await findDueLanes(em.fork(), laneShares(lanes));
  let toldCount = 0;
  const tell = async ({ lane, oldestAt }: DueLane) => {
    const found = { oldestAt: oldestAt.getTime(), now: now.getTime() };
    const wake = judgeLaneWake(wakes.get(lane) ?? null, found, pace);
    if (wake === null) return;
    const id = String(lane);
    const workflowId = settlementLane.idOf({ lane: id });
    const failure = await wakeActor({ workflowId, reason, id, version: 0 });
    // One that could not be told is no lane that does not get on.
    wakes.set(lane, failure === null ? wake : { ...wake, pauseMs: pace.everyMs });
    if (failure === null) toldCount += 1;
  };
  await inParallel(WIDTH, due, tell);
  const oldest = Math.min(...due.map(({ oldestAt }) => oldestAt.getTime()), now.getTime());
  return { lagMs: now.getTime() - oldest, dueCount: due.length, toldCount };
}
