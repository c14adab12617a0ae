import { ApplicationFailure } from "@temporalio/common";
import type { Context } from "@temporalio/activity";
import type { ActivityInterceptors } from "@temporalio/worker";
import type { Logger } from "pino";
import type { WorkerMetrics } from "./worker-metrics.ts";

/** The acts that a worker runs at this moment. */
export interface ActsUnderWay {
  /** Number of runs by act, the most frequent first. */
  byName(): Readonly<Record<string, number>>;
  count(): number;
  /** Counts each running act, and reports acts that keep failing temporarily. */
  readonly intercept: (ctx: Context) => ActivityInterceptors;
}

/** From this attempt on, temporary failures are reported (docs/rooms/actors.md#schedules). */
const ALARMING_TRY = 3;

/** Tracks the acts of one worker. */
export function followActs({
  metrics,
  log,
}: {
  readonly metrics: Pick<WorkerMetrics, "countTrouble">;
  readonly log: Logger;
}): ActsUnderWay {
  const counts = new Map<string, number>();
  const add = (name: string, by: number) => {
    const count = (counts.get(name) ?? 0) + by;
    if (count === 0) counts.delete(name);
    else counts.set(name, count);
  };
  const logTrouble = ({ activityType, workflowType, attempt }: Context["info"], error: unknown) => {
    const passes = error instanceof ApplicationFailure && error.nonRetryable !== true;
    if (!passes || attempt < ALARMING_TRY || workflowType === undefined) return;
    metrics.countTrouble(workflowType);
    const labels = {
      activity: activityType,
      workflow: workflowType,
      attempt,
      failureClass: error.type,
    };
    if (attempt === ALARMING_TRY) log.error(labels, "an act keeps failing and is retried");
  };
  return {
    byName: () => Object.fromEntries([...counts].toSorted(([, one], [, other]) => other - one)),
    count: () => [...counts.values()].reduce((sum, count) => sum + count, 0),
    intercept: ({ info }) => ({
      inbound: {
        async execute(input, next) {
          add(info.activityType, 1);
          try {
            return await next(input);
          } catch (error) {
            logTrouble(info, error);
            throw error;
          } finally {
            add(info.activityType, -1);
          }
        },
      },
    }),
  };
}
