import { isDeepStrictEqual } from "node:util";
import {
  type Client,
  ScheduleAlreadyRunning,
  type ScheduleDescription,
  ScheduleNotFoundError,
  type ScheduleOptions,
} from "@temporalio/client";
import type { ScheduleMemo } from "../../workflows/scheduled-acts.ts";
import {
  SCHEDULE_TABLE,
  type ScheduledWorkflow,
  SCHEDULES,
  scheduledQueueOf,
} from "./scheduled-workflows.ts";

/** An overlap is skipped, and one missed interval is made up for. */
function optionsOf(scheduleId: string, taskQueue: string, row: ScheduledWorkflow) {
  const { workflow, everyMs, offsetMs, summary } = row;
  const memo: ScheduleMemo = { everyMs, table: SCHEDULE_TABLE };
  return {
    scheduleId,
    spec: { intervals: [{ every: everyMs, offset: offsetMs }] },
    policies: { overlap: "SKIP", catchupWindow: everyMs },
    action: {
      type: "startWorkflow",
      workflowType: workflow,
      workflowId: scheduleId,
      taskQueue: scheduledQueueOf(taskQueue),
      workflowTaskTimeout: "5s",
      memo: { ...memo },
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

/** How schedules are brought to what the table says. */
export interface ScheduleEnsuring {
  /**
   * Called before the last of them is made, when that one is missing: then all that Temporal knew is gone. While
   * it throws, that schedule stays missing, and is found so by the next call.
   */
  readonly tellAll?: () => Promise<void>;
  /** An operator rolls back to this version: what a newer one wrote is overwritten. */
  readonly lowers?: boolean;
}

/** What was found, and done about it. */
export interface EnsuredSchedules {
  /** Ids of those that were missing, and made. */
  readonly made: readonly string[];
  /** Number of the newer table that they were written by; null where they are ours to change. */
  readonly newerTable: number | null;
}

/**
 * Brings the schedules to what the table says: those that are not there are created, those that differ
 * are updated, and retired ones go. Whether one is paused is an operator's, and stays. What a table with a higher
 * number wrote is left as it is: two versions that run at once do not write over each other
 * (docs/rooms/actors.md#schedules).
 */
export async function ensureSchedules(
  client: Client,
  taskQueue: string,
  { tellAll = async () => {}, lowers = false }: ScheduleEnsuring = {},
): Promise<EnsuredSchedules> {
  const stored = await readTable(client);
  if (!lowers && stored !== null && stored > SCHEDULE_TABLE)
    return { made: [], newerTable: stored };
  const made: string[] = [];
  const ensure = async (scheduleId: string, row: ScheduledWorkflow) => {
    const options = optionsOf(scheduleId, taskQueue, row);
    if (await ensureSchedule(client, options)) made.push(scheduleId);
  };
  const { [MARK]: mark, ...others } = SCHEDULES;
  for (const [scheduleId, row] of Object.entries(others)) await ensure(scheduleId, row);
  for (const scheduleId of RETIRED) await retire(client, scheduleId);
  if (mark === undefined) return { made, newerTable: null };
  if (stored === null) await tellAll();
  // Last: from now on no older version changes any of them.
  await ensure(MARK, mark);
  return { made, newerTable: null };
}

async function retire(client: Client, scheduleId: string): Promise<void> {
  try {
    await inTime(client, () => client.schedule.getHandle(scheduleId).delete());
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
  }
}

/** Number of the table that the schedules were written by last, 0 where none had one yet; null where none is there. */
async function readTable(client: Client): Promise<number | null> {
  try {
    const { action } = await inTime(client, () => client.schedule.getHandle(MARK).describe());
    const table = action.memo?.["table"];
    return typeof table === "number" ? table : 0;
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return null;
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
  const { workflowType, workflowId, taskQueue, staticSummary, memo } = options.action;
  const found = {
    intervals: spec.intervals?.map(({ every, offset }) => ({ every, offset: offset ?? 0 })),
    policies: [policies.overlap, policies.catchupWindow],
    action: [action.workflowType, action.workflowId, action.taskQueue, action.staticSummary],
    memo: action.memo,
  };
  return isDeepStrictEqual(found, {
    intervals: options.spec.intervals,
    policies: [options.policies.overlap, options.policies.catchupWindow],
    action: [workflowType, workflowId, taskQueue, staticSummary],
    memo,
  });
}
