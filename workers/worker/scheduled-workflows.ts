import type * as workflows from "../../workflows/index.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The workflow that a schedule starts, and when. */
export interface ScheduledWorkflow {
  readonly workflow: keyof typeof workflows;
  readonly everyMs: number;
  /** After the full hour or day. */
  readonly offsetMs: number;
  /** For the web UI. */
  readonly summary: string;
}

/**
 * Version of the table below and of how schedules are derived from it: increase it with each change of either. A
 * worker with a lower version than the stored one leaves the schedules unchanged.
 */
export const SCHEDULE_TABLE = 2;

/**
 * Queue of the scheduled workflows, separate from that of the actors: they share no slots
 * (docs/rooms/actors.md#schedules).
 */
export const scheduledQueueOf = (taskQueue: string): string => `${taskQueue}-scheduled`;

/** Schedules of the product by id, which is also the workflow's id. */
export const SCHEDULES: Readonly<Record<string, ScheduledWorkflow>> = {
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
  "keep-partitions": {
    workflow: "keepPartitions",
    everyMs: DAY,
    offsetMs: 5 * HOUR,
    summary: "Partitions ahead, and those that nobody needs any more",
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
