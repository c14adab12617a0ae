import { proxyActivities, proxyLocalActivities, workflowInfo } from "@temporalio/workflow";
import { defineSearchAttributeKey } from "@temporalio/common";
import { SETTLE_PAUSES } from "../rules/outbox/doubling-pause.ts";
import { triesWithin, untilNextRun } from "../rules/outbox/tries-within.ts";
import type { ProductActivities } from "./product-activities.ts";
import { workflowNow } from "./workflow-now.ts";

/** What a schedule tells the workflow that it starts, in its memo. */
export interface ScheduleMemo {
  readonly everyMs: number;
  /** Number of the table of schedules that this one was written by. */
  readonly table: number;
}

/** How the acts of a scheduled workflow are called. */
export interface ScheduledActOptions {
  /** Longest time of one try, in milliseconds. */
  readonly tryMs: number;
  /** For the web UI. */
  readonly summary: string;
}

/** The run ends so long before the next is due. */
const MARGIN_MS = 5_000;

/** A run that no schedule started gives up after this time. */
const UNSCHEDULED_MS = 300_000;

/** Longer pauses between two tries of a local act are timers of the workflow, which hold no slot of the worker. */
const LONGEST_WAIT_IN_SLOT = "5s";

const SCHEDULED_AT = defineSearchAttributeKey("TemporalScheduledStartTime", "DATETIME");

/**
 * The acts of a scheduled workflow. Trouble of the database or of a link is tried again, 1 s to 5 min apart, until
 * shortly before the schedule's next time; a fault of ours is final (docs/rules.md#actors-schedules). Call what this
 * returns before each act: the time that is left passes.
 */
export function scheduledActs(options: ScheduledActOptions) {
  return () => proxyActivities<ProductActivities>(callOptions(options));
}

/** The same for acts that run within the workflow's task. */
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
    // A last try that began in time may end.
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
