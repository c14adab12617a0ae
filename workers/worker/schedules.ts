import { isDeepStrictEqual } from "node:util";
import {
  type Client,
  ScheduleAlreadyRunning,
  type ScheduleDescription,
  ScheduleNotFoundError,
  type ScheduleOptions,
} from "@temporalio/client";
import { type ScheduledWorkflow, SCHEDULES } from "./scheduled-workflows.ts";

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
