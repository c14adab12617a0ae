import { makeSettlementsDue, readLaneBacklog } from "../../../db/sync/settlement/find-due-lanes.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";
import {
  agendaUntil,
  counted,
  NOTHING_WAITS,
  type ActorAgenda,
} from "../../../rules/outbox/actor-agenda.ts";
import { laneShares } from "../../../rules/sync/lane-share.ts";
import { earlierPoll, type LanePoll, nextLanePoll } from "../../../rules/sync/next-lane-poll.ts";
import { settleDays } from "./settle-days.ts";
import { settleFailed, settleFresh, type LaneRun, type Progress } from "./settle-fresh.ts";
import { beginBudget, type SettlementDeps } from "./settlement-deps.ts";

/**
 * Settles what is due in a lane, slice by slice, each in one transaction (docs/rooms/actors.md#kinds): batches first,
 * then days that become final. It may end with work left, which the agenda says. Safe to run at any time, any number of
 * times and concurrently: a single run per lane only saves work. The row of a batch or a day under its relationship's
 * lock alone decides whether it must be settled. A lane that no longer exists does nothing and ends.
 *
 * @throws Error of the database; never of a batch's settlement or of a day.
 */
export async function settleLane(
  deps: SettlementDeps,
  { lane, runId, retryNow = false }: SettleLaneInput,
): Promise<LaneAgenda> {
  const share = laneShares(deps.lanes)[Number(lane)];
  if (share === undefined) return GONE;
  const settler = { lane: Number(lane), runId };
  const run: LaneRun = { ...deps, share, settler, ...beginBudget(deps) };
  if (retryNow) await transact(deps.em, (tx) => makeSettlementsDue(tx, share));
  const fresh = await settleFresh(run);
  const failed = await settleFailed(run, fresh.skipped);
  const days = await settleDays(run);
  const backlog = await readLaneBacklog(deps.em.fork(), share);
  const { now, count, nextAt } = backlog;
  const failedCount = fresh.failedCount + failed.failedCount;
  const leftBehind = failedCount + fresh.skipped.length + failed.skipped.length > 0;
  const { finalCount, failedCount: failedDays } = days;
  const moreDays = days.more && finalCount + failedDays > 0;
  return {
    ...agendaUntil(earlierPoll(nextLanePoll(backlog, leftBehind), days.pollAt), now),
    more: moreDays || ((fresh.more || failed.more) && worked(fresh, failed)),
    waiting: { SETTLEMENT: count, UNDO_WINDOW: days.count },
    did: [
      ...didOf([...fresh.settled, ...failed.settled], failedCount),
      ...counted({ "days final": finalCount, "days failed": failedDays }),
    ],
    count,
    lagMs: nextAt === null ? 0 : Math.max(0, now.getTime() - nextAt.getTime()),
    dayCount: days.count,
    nextDayAt: days.nextAt?.toISOString() ?? null,
  };
}

/** The lane and the run of its workflow. `retryNow` makes all waiting retries due, at an operator's request. */
export interface SettleLaneInput {
  readonly lane: string;
  readonly runId: string;
  readonly retryNow?: boolean;
}

/** The agenda of a lane. */
export interface LaneAgenda extends ActorAgenda<LanePoll["reason"]> {
  /** How many batches wait, due or not. */
  readonly count: number;
  /** Delay of the batch that has been due longest, in milliseconds; 0 if none is due. */
  readonly lagMs: number;
  /** How many days wait to become final, as counted within the last minute, and when the next one does. */
  readonly dayCount: number;
  readonly nextDayAt: string | null;
}

/** How many batches the history of one settlement names; the others are only counted. */
const NAMED = 20;

const GONE: LaneAgenda = {
  ...NOTHING_WAITS,
  over: true,
  count: 0,
  lagMs: 0,
  dayCount: 0,
  nextDayAt: null,
};

/** If a call settled and counted nothing, running again at once would not help. */
function worked(...progress: readonly Progress[]): boolean {
  return progress.some(({ settled, failedCount }) => settled.length + failedCount > 0);
}

function didOf(settled: readonly string[], failedCount: number): readonly string[] {
  const named = settled.slice(0, NAMED);
  const others = settled.length - named.length;
  const more = others === 0 ? "" : ` and ${others} more`;
  return [
    ...(settled.length === 0 ? [] : [`settled ${settled.length}: ${named.join(" ")}${more}`]),
    ...(failedCount === 0 ? [] : [`failed ${failedCount}`]),
  ];
}
