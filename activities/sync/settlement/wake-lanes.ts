import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { settlementLane } from "../../../contract/sync/device-actor.ts";
import type { WakeReason } from "../../../contract/outbox/vocabulary.ts";
import {
  COMPANY,
  findDueLanes,
  type DueLane,
  type DueLanes,
} from "../../../db/sync/settlement/find-due-lanes.ts";
import {
  judgeLaneWake,
  type LanePace,
  type LaneWake,
} from "../../../rules/sync/judge-lane-wake.ts";
import { laneShares } from "../../../rules/sync/lane-share.ts";
import { inParallel } from "../../outbox/in-parallel.ts";
import type { WakeActor } from "../../outbox/wake-actor.ts";
import type { FeatureSettlement } from "../feature-settlement.ts";

/**
 * Wakes the lanes that have a due batch, each as often as its pace permits (docs/rooms/storage.md#relay), and all with
 * waiting batches once these are enough. A batch with the status ADMITTED is the only source of truth: if a wake is
 * lost, the next poll finds the batch.
 */
export async function wakeLanes(
  waking: Pick<LaneWaking, "em" | "wakeActor" | "lanes">,
  round: LaneRound,
): Promise<LaneReport> {
  const { em, lanes } = waking;
  const { now, lanes: overdue, waiting } = await findDueLanes(em.fork(), laneShares(lanes));
  const waitingCount = waiting.reduce((sum, { count }) => sum + count, 0);
  const inCompany = waitingCount < COMPANY ? [] : waiting;
  const late = new Set(overdue.map(({ lane }) => lane));
  const due: readonly DueLane[] = [
    ...overdue,
    ...inCompany
      .filter(({ lane }) => !late.has(lane))
      .map(({ lane, until: oldestAt }) => ({ lane, oldestAt })),
  ];
  const { wokenCount } = await wakeEach(waking, { now, lanes: due }, round);
  const oldest = Math.min(...due.map(({ oldestAt }) => oldestAt.getTime()), now.getTime());
  const nextAt = Math.min(...waiting.map(({ until }) => until.getTime()));
  return {
    lagMs: now.getTime() - oldest,
    dueCount: due.length,
    wokenCount,
    waitingCount,
    dueInMs: waiting.length === 0 ? null : nextAt - now.getTime(),
  };
}

/**
 * Wakes the lanes that have days which should have been final for a number of seconds; null wakes those with any day
 * that waits. A lane waits for its days by a timer of its own, so this finds only lanes that ended or lost theirs
 * (docs/rooms/storage.md#relay).
 */
export async function wakeLanesOfDays(
  waking: LaneWaking,
  { lateBySeconds, ...round }: DaysRound,
): Promise<Pick<LaneReport, "dueCount" | "wokenCount">> {
  const { em, lanes, settlements } = waking;
  const [days] = settlements.flatMap((settlement) => settlement.days ?? []);
  if (days === undefined) return { dueCount: 0, wokenCount: 0 };
  const due = await days.findLanes(em.fork(), laneShares(lanes), lateBySeconds);
  return await wakeEach(waking, due, round);
}

/** Dependencies of waking lanes. */
export interface LaneWaking {
  readonly em: SqlEntityManager;
  readonly wakeActor: WakeActor;
  /** Number of lanes that share the relationships. */
  readonly lanes: number;
  readonly settlements: readonly FeatureSettlement[];
}

/** One poll of the lanes. */
export interface LaneRound {
  readonly reason: WakeReason;
  readonly pace: LanePace;
  /** The last wake of each lane; written by the round. It only saves work, and may be lost. */
  readonly wakes: Map<number, LaneWake>;
}

/** One poll of the days of lanes. */
export interface DaysRound extends LaneRound {
  readonly lateBySeconds: number | null;
}

/** Wakes each of these lanes unless its pace forbids it. @returns how many were to be woken, and how many were. */
async function wakeEach(
  { wakeActor }: Pick<LaneWaking, "wakeActor">,
  { now, lanes }: Pick<DueLanes, "now" | "lanes">,
  { reason, pace, wakes }: LaneRound,
): Promise<Pick<LaneReport, "dueCount" | "wokenCount">> {
  let [dueCount, wokenCount] = [0, 0];
  await inParallel(WIDTH, lanes, async ({ lane, oldestAt }) => {
    const found = { oldestAt: oldestAt.getTime(), now: now.getTime() };
    const wake = judgeLaneWake(wakes.get(lane) ?? null, found, pace);
    if (wake === null) return;
    dueCount += 1;
    const id = String(lane);
    const workflowId = settlementLane.idOf({ lane: id });
    const failure = await wakeActor({ workflowId, reason, id, version: 0 });
    // A failed wake says nothing about the lane's progress, so it is not slowed down.
    wakes.set(lane, failure === null ? wake : { ...wake, pauseMs: pace.everyMs });
    if (failure === null) wokenCount += 1;
  });
  return { dueCount, wokenCount };
}

const WIDTH = 4;

/** Delay of the batch that has been due longest, and which lanes were woken. */
export interface LaneReport {
  readonly lagMs: number;
  readonly dueCount: number;
  readonly wokenCount: number;
  /** Batches that wait for others. */
  readonly waitingCount: number;
  /** Milliseconds until the first of these is due; null without one. */
  readonly dueInMs: number | null;
}
