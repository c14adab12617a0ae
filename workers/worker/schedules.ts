import { type Client, ScheduleAlreadyRunning, type ScheduleOptions } from "@temporalio/client";

/** Schedules of the product; each overlap is skipped, and one missed interval is made up for. */
function schedules(taskQueue: string): readonly ScheduleOptions[] {
  return [
    {
      scheduleId: "materialise-day",
      spec: { intervals: [{ every: "5m" }] },
      policies: { overlap: "SKIP", catchupWindow: "5m" },
      action: {
        type: "startWorkflow",
        workflowType: "materialiseDay",
        workflowId: "materialise-day",
        taskQueue,
        workflowTaskTimeout: "5s",
        staticSummary: "Tasks of local days that have begun",
      },
    },
    {
      scheduleId: "provider-health",
      spec: { intervals: [{ every: "5m" }] },
      policies: { overlap: "SKIP", catchupWindow: "5m" },
      action: {
        type: "startWorkflow",
        workflowType: "providerHealth",
        workflowId: "provider-health",
        taskQueue,
        workflowTaskTimeout: "5s",
        staticSummary: "How the identity provider stands",
      },
    },
    {
      scheduleId: "provider-retention",
      spec: { intervals: [{ every: "1d", offset: "3h" }] },
      policies: { overlap: "SKIP", catchupWindow: "1d" },
      action: {
        type: "startWorkflow",
        workflowType: "providerRetention",
        workflowId: "provider-retention",
        taskQueue,
        workflowTaskTimeout: "5s",
        staticSummary: "Details of providers older than 30 days",
      },
    },
    {
      scheduleId: "prune-auth-records",
      spec: { intervals: [{ every: "1d", offset: "4h" }] },
      policies: { overlap: "SKIP", catchupWindow: "1d" },
      action: {
        type: "startWorkflow",
        workflowType: "pruneAuthRecords",
        workflowId: "prune-auth-records",
        taskQueue,
        workflowTaskTimeout: "5s",
        staticSummary: "Auth audit older than 30 days",
      },
    },
  ];
}

/** Creates the schedules that are not there yet; those that are stay as an operator left them. */
export async function ensureSchedules({ schedule }: Client, taskQueue: string): Promise<void> {
  for (const options of schedules(taskQueue)) {
    try {
      await schedule.create(options);
    } catch (error) {
      if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    }
  }
}
