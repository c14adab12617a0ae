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

/**
 * Synchronizes the schedules with the table: missing ones are created, differing ones updated, retired ones deleted.
 * Pausing belongs to the operator and stays. Schedules of a newer table are not changed: two versions running at once
 * do not overwrite each other (docs/rooms/actors.md#schedules).
 */
export async function ensureSchedules(
  client: Client,
  taskQueue: string,
  { wakeAll = async () => {}, lowers = false }: ScheduleEnsuring = {},
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
  if (stored === null) await wakeAll();
  // Last: from now on no older version changes any of them.
  await ensure(MARK, mark);
  return { made, newerTable: null };
}

/** An overlapping run is skipped, and one missed interval is made up for. */
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

/** Schedules replaced by others: their workflows no longer exist. */
const RETIRED = ["prune-auth-records", "materialise-day"];

/** Deadline for a hanging call; the next poll comes soon. */
const DEADLINE_MS = 10_000;

/** The schedule created last: if it exists, all actors were woken after the others were created. */
const MARK = "silent-devices";

/** Options for synchronizing the schedules with the table. */
export interface ScheduleEnsuring {
  /**
   * Called before the last schedule is created, if that one is missing: Temporal's data was lost then. If it throws,
   * that schedule stays missing, so the next call repeats it.
   */
  readonly wakeAll?: () => Promise<void>;
  /** An operator rolls back to this version: schedules of a newer one are overwritten. */
  readonly lowers?: boolean;
}

/** The findings and changes. */
export interface EnsuredSchedules {
  /** Ids of missing schedules that were created. */
  readonly made: readonly string[];
  /** Version of the newer table that wrote them; null if this version may change them. */
  readonly newerTable: number | null;
}

async function retire(client: Client, scheduleId: string): Promise<void> {
  try {
    await inTime(client, () => client.schedule.getHandle(scheduleId).delete());
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
  }
}

/** Version of the table that last wrote the schedules, 0 if they carry none; null if there are no schedules. */
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

/** Returns whether it had to be created. */
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

/** Whether a schedule matches its options in all fields that the table sets. */
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
