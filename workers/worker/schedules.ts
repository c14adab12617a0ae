import {
  type Client,
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  type ScheduleOptions,
} from "@temporalio/client";

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
      scheduleId: "media-upkeep",
      spec: { intervals: [{ every: "1h", offset: "40m" }] },
      policies: { overlap: "SKIP", catchupWindow: "1h" },
      action: {
        type: "startWorkflow",
        workflowType: "mediaUpkeep",
        workflowId: "media-upkeep",
        taskQueue,
        workflowTaskTimeout: "5s",
        staticSummary: "Uploads and media that nobody wants any more",
      },
    },
    {
      scheduleId: "prune-receipts",
      spec: { intervals: [{ every: "1d", offset: "4h" }] },
      policies: { overlap: "SKIP", catchupWindow: "1d" },
      action: {
        type: "startWorkflow",
        workflowType: "pruneReceipts",
        workflowId: "prune-receipts",
        taskQueue,
        workflowTaskTimeout: "5s",
        staticSummary: "Receipts and raw payloads that are kept no longer",
      },
    },
    {
      scheduleId: "prune-records",
      spec: { intervals: [{ every: "1h", offset: "20m" }] },
      policies: { overlap: "SKIP", catchupWindow: "1h" },
      action: {
        type: "startWorkflow",
        workflowType: "pruneRecords",
        workflowId: "prune-records",
        taskQueue,
        workflowTaskTimeout: "5s",
        staticSummary: "Records that are kept no longer",
      },
    },
    {
      scheduleId: "silent-devices",
      spec: { intervals: [{ every: "1h", offset: "35m" }] },
      policies: { overlap: "SKIP", catchupWindow: "1h" },
      action: {
        type: "startWorkflow",
        workflowType: "silentDevices",
        workflowId: "silent-devices",
        taskQueue,
        workflowTaskTimeout: "5s",
        staticSummary: "Devices that went away with something to send",
      },
    },
  ];
}

/** Schedules whose work another one does: what they would start is no longer there. */
const RETIRED = ["prune-auth-records"];

/**
 * Creates the schedules that are not there yet; those that are stay as an operator left them. Retired
 * ones go.
 */
export async function ensureSchedules({ schedule }: Client, taskQueue: string): Promise<void> {
  for (const options of schedules(taskQueue)) {
    try {
      await schedule.create(options);
    } catch (error) {
      if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    }
  }
  for (const scheduleId of RETIRED) {
    try {
      await schedule.getHandle(scheduleId).delete();
    } catch (error) {
      if (!(error instanceof ScheduleNotFoundError)) throw error;
    }
  }
}
