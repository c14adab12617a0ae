import { isDeepStrictEqual } from "node:util";
import {
  type Client,
  ScheduleAlreadyRunning,
  type ScheduleDescription,
  ScheduleNotFoundError,
  type ScheduleOptions,
} from "@temporalio/client";
import type * as workflows from "../../workflows/index.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What a schedule starts, and when. */
interface ScheduledWorkflow {
  readonly workflow: keyof typeof workflows;
  readonly everyMs: number;
  /** After the full hour or day. */
  readonly offsetMs: number;
  /** For the web UI. */
  readonly summary: string;
}

/** Schedules of the product, by their id, which is that of the workflow too. */
const SCHEDULES: Readonly<Record<string, ScheduledWorkflow>> = {
  "turn-days": {
    workflow: "turnDays",
    everyMs: MINUTE,
    offsetMs: 0,
    summary: "Local days that have begun",
  },
  "inbox-sweep": {
    workflow: "inboxSweep",
    everyMs: MINUTE,
    offsetMs: 0,
    summary: "Tasks of the inbox whose score time has changed",
  },
  "inbox-lost": {
    workflow: "inboxLost",
    everyMs: 5 * MINUTE,
    offsetMs: 2 * MINUTE,
    summary: "Relationships of which the inbox missed an event",
  },
  "inbox-heal": {
    workflow: "inboxHeal",
    everyMs: DAY,
    offsetMs: 2 * HOUR,
    summary: "What wants a coach, asked of every relationship",
  },
  "inbox-digest": {
    workflow: "inboxDigest",
    everyMs: 15 * MINUTE,
    offsetMs: MINUTE,
    summary: "Workspaces whose hour of the digest has come",
  },
  "catalogue-refresh": {
    workflow: "refreshCatalogue",
    everyMs: MINUTE,
    offsetMs: 0,
    summary: "The provider's exercises, once a day",
  },
  "catalogue-sorting": {
    workflow: "sortCatalogue",
    everyMs: MINUTE,
    offsetMs: 30_000,
    summary: "Exercises sorted by what was decided on their labels",
  },
  "detail-refresh": {
    workflow: "refreshDetails",
    everyMs: MINUTE,
    offsetMs: 45_000,
    summary: "Exercises that somebody read and whose detail is old",
  },
  "thumbnail-matching": {
    workflow: "matchThumbnails",
    everyMs: 5 * MINUTE,
    offsetMs: 3 * MINUTE,
    summary: "Exercises compared with pictures, where either changed",
  },
  "usage-reconcile": {
    workflow: "reconcileUsage",
    everyMs: HOUR,
    offsetMs: 50 * MINUTE,
    summary: "What the account of the exercise provider says was used",
  },
  "provider-health": {
    workflow: "providerHealth",
    everyMs: 5 * MINUTE,
    offsetMs: 0,
    summary: "How the identity provider stands",
  },
  "provider-retention": {
    workflow: "providerRetention",
    everyMs: DAY,
    offsetMs: 3 * HOUR,
    summary: "Details of providers older than 30 days",
  },
  "media-upkeep": {
    workflow: "mediaUpkeep",
    everyMs: HOUR,
    offsetMs: 40 * MINUTE,
    summary: "Uploads and media that nobody wants any more",
  },
  "prune-receipts": {
    workflow: "pruneReceipts",
    everyMs: DAY,
    offsetMs: 4 * HOUR,
    summary: "Receipts and raw payloads that are kept no longer",
  },
  "prune-records": {
    workflow: "pruneRecords",
    everyMs: HOUR,
    offsetMs: 20 * MINUTE,
    summary: "Records that are kept no longer",
  },
  "silent-devices": {
    workflow: "silentDevices",
    everyMs: HOUR,
    offsetMs: 35 * MINUTE,
    summary: "Devices that went away with something to send",
  },
};

/** The workflow type that each schedule starts, by the schedule's id. */
export const scheduledWorkflows: ReadonlyMap<string, string> = new Map(
  Object.entries(SCHEDULES).map(([schedule, { workflow }]) => [schedule, workflow]),
);

/** An overlap is skipped, and one missed interval is made up for. */
function optionsOf(scheduleId: string, taskQueue: string, row: ScheduledWorkflow) {
  const { workflow, everyMs, offsetMs, summary } = row;
  return {
    scheduleId,
    spec: { intervals: [{ every: everyMs, offset: offsetMs }] },
    policies: { overlap: "SKIP", catchupWindow: everyMs },
    action: {
      type: "startWorkflow",
      workflowType: workflow,
      workflowId: scheduleId,
      taskQueue,
      workflowTaskTimeout: "5s",
      staticSummary: summary,
    },
  } as const satisfies ScheduleOptions;
}

/** Schedules whose work another one does: what they would start is no longer there. */
const RETIRED = ["prune-auth-records", "materialise-day"];

/** A call that hangs is given up; the next look comes soon. */
const DEADLINE_MS = 10_000;

/** The schedule that is made last: where it is, everybody was told after the others were made. */
const MARK = "silent-devices";

/**
 * Brings the schedules to what the table says: those that are not there are created, those that differ
 * are updated, and retired ones go. Whether one is paused is an operator's, and stays.
 *
 * @param tellAll is called before the last of them is made, when that one is missing: then all that Temporal
 *   knew is gone. While it throws, that schedule stays missing, and is found so by the next call.
 * @returns the ids of those that were missing.
 */
export async function ensureSchedules(
  client: Client,
  taskQueue: string,
  tellAll: () => Promise<void> = async () => {},
): Promise<readonly string[]> {
  const missing: string[] = [];
  const ensure = async (scheduleId: string, row: ScheduledWorkflow) => {
    const options = optionsOf(scheduleId, taskQueue, row);
    if (await ensureSchedule(client, options)) missing.push(scheduleId);
  };
  const { [MARK]: mark, ...others } = SCHEDULES;
  for (const [scheduleId, row] of Object.entries(others)) await ensure(scheduleId, row);
  for (const scheduleId of RETIRED) await retire(client, scheduleId);
  if (mark === undefined) return missing;
  if (!(await isThere(client, MARK))) await tellAll();
  await ensure(MARK, mark);
  return missing;
}

async function retire(client: Client, scheduleId: string): Promise<void> {
  try {
    await inTime(client, () => client.schedule.getHandle(scheduleId).delete());
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
  }
}

async function isThere(client: Client, scheduleId: string): Promise<boolean> {
  try {
    await inTime(client, () => client.schedule.getHandle(scheduleId).describe());
    return true;
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return false;
    throw error;
  }
}

async function inTime<T>(client: Client, act: () => Promise<T>): Promise<T> {
  return await client.withDeadline(Date.now() + DEADLINE_MS, act);
}

/** Answers whether it had to be made. */
async function ensureSchedule(
  client: Client,
  options: ReturnType<typeof optionsOf>,
): Promise<boolean> {
  try {
    await inTime(client, () => client.schedule.create(options));
    return true;
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
  }
  const handle = client.schedule.getHandle(options.scheduleId);
  if (isAsWritten(await inTime(client, () => handle.describe()), options)) return false;
  const { spec, policies, action } = options;
  await inTime(client, () => handle.update(({ state }) => ({ spec, policies, action, state })));
  return false;
}

/** Whether a schedule is what its options would make of it, as far as the table decides. */
function isAsWritten(
  { spec, policies, action }: ScheduleDescription,
  options: ReturnType<typeof optionsOf>,
): boolean {
  const { workflowType, workflowId, taskQueue, staticSummary } = options.action;
  const found = {
    intervals: spec.intervals?.map(({ every, offset }) => ({ every, offset: offset ?? 0 })),
    policies: [policies.overlap, policies.catchupWindow],
    action: [action.workflowType, action.workflowId, action.taskQueue, action.staticSummary],
  };
  return isDeepStrictEqual(found, {
    intervals: options.spec.intervals,
    policies: [options.policies.overlap, options.policies.catchupWindow],
    action: [workflowType, workflowId, taskQueue, staticSummary],
  });
}
