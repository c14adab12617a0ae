import { proxyActivities, proxyLocalActivities, workflowInfo } from "@temporalio/workflow";
import { defineSearchAttributeKey } from "@temporalio/common";
import { SETTLE_PAUSES } from "../rules/outbox/doubling-pause.ts";
import { triesWithin, untilNextRun } from "../rules/outbox/tries-within.ts";
import type { ProductActivities } from "./product-activities.ts";
import { workflowNow } from "./workflow-now.ts";

/**
 * The activities of a scheduled workflow. Errors of the database or a connection are retried, 1 s to 5 min apart, until
 * shortly before the schedule's next run. Any other error is final (docs/rooms/actors.md#schedules). Call the returned
 * function before each activity, because the remaining time shrinks.
 */
export function scheduledActs(options: ScheduledActOptions) {
  return () => proxyActivities<ProductActivities>(callOptions(options));
}

/** Memo that a schedule gives to the workflow it starts. */
export interface ScheduleMemo {
  readonly everyMs: number;
  /** Version of the table of schedules that wrote this schedule. */
  readonly table: number;
}

/** Options for calling the activities of a scheduled workflow. */
export interface ScheduledActOptions {
  /** Timeout of one try, in milliseconds. */
  readonly tryMs: number;
  /** For the web UI. */
  readonly summary: string;
}

/** The run ends this long before the next one is due. */
const MARGIN_MS = 5_000;

/** Timeout of a run that no schedule started. */
const UNSCHEDULED_MS = 300_000;

/**
 * Longer pauses between two tries of a local activity are timers of the workflow, which occupy no slot of the worker.
 */
const LONGEST_WAIT_IN_SLOT = "5s";

const SCHEDULED_AT = defineSearchAttributeKey("TemporalScheduledStartTime", "DATETIME");

/** The same for activities that run within the workflow task. */
export function scheduledLocalActs(options: ScheduledActOptions) {
  return () =>
    proxyLocalActivities<ProductActivities>({
      ...callOptions(options),
      localRetryThreshold: LONGEST_WAIT_IN_SLOT,
    });
}

function callOptions({ tryMs, summary }: ScheduledActOptions) {
  const leftMs = untilNext() - MARGIN_MS;
  return {
    summary,
    startToCloseTimeout: tryMs,
    // A last try that began in time may finish.
    scheduleToCloseTimeout: Math.max(leftMs, 0) + tryMs,
    retry: {
      initialInterval: SETTLE_PAUSES.firstMs,
      backoffCoefficient: 2,
      maximumInterval: SETTLE_PAUSES.longestMs,
      maximumAttempts: triesWithin(leftMs, SETTLE_PAUSES),
    },
  };
}

function untilNext(): number {
  const { memo, startTime, typedSearchAttributes } = workflowInfo();
  const everyMs = memo?.["everyMs"];
  return untilNextRun(
    {
      everyMs: typeof everyMs === "number" ? everyMs : UNSCHEDULED_MS,
      scheduledAt: typedSearchAttributes.get(SCHEDULED_AT) ?? startTime,
    },
    workflowNow(),
  );
}
