import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@temporalio/client";
import { accountDeletionActor } from "../../activities/privacy/account-deletion-actor.ts";
import { accountExportActor } from "../../activities/privacy/export/account-export-actor.ts";
import { deviceActor } from "../../activities/sync/settlement/device-actor.ts";
import type { DeviceAgenda } from "../../activities/sync/settlement/device-agenda.ts";
import { accountExportActor as accountExportDefinition } from "../../contract/privacy/account-export-actor.ts";
import type { WakeReason } from "../../contract/outbox/vocabulary.ts";
import { accountDeletionActorId } from "../../rules/privacy/judge-deletion.ts";
import {
  NOTHING_WAITS,
  type ActorAgenda,
  type ActorReport,
} from "../../rules/outbox/actor-agenda.ts";
import type { DeviceDueReason } from "../../rules/sync/next-device-deadline.ts";
import { deviceActorId } from "../../rules/sync/device-actor-id.ts";
import type { ActorBounds } from "../../workflows/run-actor.ts";

/** One course that an actor can take, with the results of its acts on the way. */
export interface Course {
  readonly room:
    | "sync"
    | "agenda"
    | "inbox"
    | "providers"
    | "privacy"
    | "media"
    | "onboarding"
    | "workouts"
    | "exercises"
    | "invitations";
  readonly name: string;
  readonly workflowId: string;
  /** The reports of an act, or the class of its failure. */
  readonly answers: readonly (ActorReport | string)[];
  readonly lastAnswer: ActorReport;
  /** Plays the course and returns the ids of the runs it took. */
  readonly play: (client: Client) => Promise<readonly string[]>;
}

/** A course that leads through releases, each with a worker of its own. */
export interface ReleaseCourse extends Omit<Course, "play"> {
  readonly releases: readonly string[];
  /** Plays the course; `promote` makes a release the current one. */
  readonly play: (
    client: Client,
    promote: (buildId: string) => Promise<void>,
  ) => Promise<readonly string[]>;
}

const ids = {
  relationshipId: "019a0000-0000-7000-8000-000000000001",
  workspaceId: "019a0000-0000-7000-8000-000000000002",
};

const idle: DeviceAgenda = {
  ...NOTHING_WAITS,
  did: ["settled by lanes 1"],
  settledBatches: 1,
  status: "ACTIVE",
  ...ids,
};
const waiting = (dueReason: DeviceDueReason, dueInMs: number): DeviceAgenda => ({
  ...idle,
  open: true,
  dueAt: "2026-11-22T12:15:00.000Z",
  dueReason,
  dueInMs,
  waiting: { ...idle.waiting, [dueReason]: 1 },
});

const deviceOf = (name: string) => deviceActorId(`recorded-${name}`);

/** The wake reason of a device's actor, by the prefix of the course name. */
const REASONS: Readonly<Partial<Record<string, WakeReason>>> = {
  "fails-and-goes-on": "OperationDeferred",
  "tells-of-a-stuck-outbox-and-of-an-order": "PurgeOrdered",
};

async function wake(client: Client, name: string, bounds?: ActorBounds): Promise<string> {
  const handle = await client.workflow.signalWithStart("deviceActor", {
    workflowId: deviceOf(name),
    taskQueue: name,
    args: bounds === undefined ? [] : [{ bounds }],
    signal: REASONS[name] ?? "DeviceDueSooner",
    signalArgs: [name, 0],
    workflowTaskTimeout: "5s",
    staticSummary: `Device ${name}`,
  });
  return handle.signaledRunId;
}

/** Ends a course whose workflow still waits; the history continues past the code under test. */
async function end(client: Client, name: string): Promise<void> {
  await sleep(500);
  await client.workflow.getHandle(deviceOf(name)).terminate("recorded");
}

/** Wakes a device this many times, each time after it settled, then ends it; returns the ids of the runs. */
async function wakeTimes(
  times: number,
  client: Client,
  { name, bounds }: { readonly name: string; readonly bounds: ActorBounds },
): Promise<readonly string[]> {
  const runs = new Set<string>();
  for (let index = 0; index < times; index += 1) {
    runs.add(await wake(client, name, bounds));
    await sleep(200);
  }
  await end(client, name);
  return [...runs];
}

function course(
  name: string,
  answers: readonly (DeviceAgenda | string)[],
  play: (client: Client, name: string) => Promise<readonly string[]>,
): Course {
  return {
    room: "sync",
    name,
    workflowId: deviceOf(name),
    answers: answers.map((answer) =>
      typeof answer === "string" ? answer : deviceActor.report(answer, deviceOf(name)),
    ),
    lastAnswer: deviceActor.report(idle, deviceOf(name)),
    play: (client) => play(client, name),
  };
}

const nothingToDo: ActorReport = { ...NOTHING_WAITS, attributes: {}, details: [] };

function grace(dueInMs: number): ActorAgenda<"DELETION"> {
  return {
    open: true,
    dueAt: "2026-12-05T12:00:00.000Z",
    dueReason: "DELETION",
    dueInMs,
    waiting: { DELETION: 1 },
    did: [],
  };
}

/** A requested deletion that is woken for other events and ends. */
function deletionCourse(
  name: string,
  answers: readonly ActorAgenda<"DELETION">[],
  laterReasons: readonly WakeReason[],
): Course {
  const workflowId = accountDeletionActorId(`recorded-${name}`);
  const signal = (client: Client, reason: WakeReason) =>
    client.workflow.signalWithStart("accountDeletionActor", {
      workflowId,
      taskQueue: name,
      args: [{ bounds: { lingerMs: 300, events: 700 } }],
      signal: reason,
      signalArgs: [name, 0],
      workflowTaskTimeout: "5s",
      staticSummary: `Account deletion ${name}`,
    });
  return {
    room: "privacy",
    name,
    workflowId,
    answers: answers.map((agenda) => accountDeletionActor.report(agenda, workflowId)),
    lastAnswer: nothingToDo,
    play: async (client) => {
      const { signaledRunId } = await signal(client, "AccountDeletionRequested");
      for (const reason of laterReasons) {
        await sleep(500);
        await signal(client, reason);
      }
      await client.workflow.getHandle(workflowId).result();
      return [signaledRunId];
    },
  };
}

/** An export that is written in two slices and removed when it expires. */
function exportCourse(name: string): Course {
  const workflowId = accountExportDefinition.idOf({ exportId: `recorded-${name}` });
  const due = { open: true, dueAt: "2026-11-22T12:00:00.000Z", waiting: {} } as const;
  const answers: readonly ActorAgenda<"SLICE" | "EXPIRY">[] = [
    { ...due, dueReason: "SLICE", dueInMs: 0, did: ["WRITTEN 200"], more: true },
    { ...due, dueReason: "EXPIRY", dueInMs: 1_200, did: ["WRITTEN 12"] },
    { ...NOTHING_WAITS, did: ["REMOVED"], over: true },
  ];
  return {
    room: "privacy",
    name,
    workflowId,
    answers: answers.map((agenda) => accountExportActor.report(agenda, workflowId)),
    lastAnswer: nothingToDo,
    play: async (client) => {
      const { signaledRunId } = await client.workflow.signalWithStart("accountExportActor", {
        workflowId,
        taskQueue: name,
        args: [{ bounds: { lingerMs: 300, events: 700 } }],
        signal: "AccountExportRequested",
        signalArgs: [name, 0],
        workflowTaskTimeout: "5s",
        staticSummary: `Account export ${name}`,
      });
      await client.workflow.getHandle(workflowId).result();
      return [signaledRunId];
    },
  };
}

/** One run of a scheduled workflow. */
function scheduledCourse(room: Course["room"], name: string, workflowType: string): Course {
  return {
    room,
    name,
    workflowId: name,
    answers: [],
    lastAnswer: nothingToDo,
    play: async (client) => {
      const start = { workflowId: name, taskQueue: name, workflowTaskTimeout: "5s" } as const;
      const handle = await client.workflow.start(workflowType, start);
      await handle.result();
      return [handle.firstExecutionRunId];
    },
  };
}

export const COURSES: readonly Course[] = [
  course(
    "settles-and-waits",
    [waiting("PURGE", 86_000_000), waiting("PURGE", 80_000_000)],
    async (client, name) => {
      const run = await wake(client, name);
      await sleep(500);
      await wake(client, name);
      await sleep(500);
      await wake(client, name);
      await end(client, name);
      return [run];
    },
  ),
  course(
    "keeps-its-timer",
    Array.from({ length: 12 }, () => waiting("PURGE", 86_000_000)),
    (client, name) => wakeTimes(8, client, { name, bounds: { lingerMs: 300, events: 25 } }),
  ),
  course(
    "waits-out-a-deadline-and-ends",
    [waiting("PURGE", 1_200), waiting("PURGE", 0)],
    async (client, name) => {
      const run = await wake(client, name, { lingerMs: 300, events: 700 });
      await client.workflow.getHandle(deviceOf(name)).result();
      return [run];
    },
  ),
  course(
    "fails-and-goes-on",
    ["SQLSTATE_57P01", "UNAVAILABLE", "UNAVAILABLE", waiting("RETRY", 60_000)],
    async (client, name) => {
      const handle = client.workflow.getHandle(deviceOf(name));
      const run = await wake(client, name);
      await sleep(1_800);
      await wake(client, name);
      await handle.executeUpdate("settleNow");
      await sleep(500);
      await handle.executeUpdate("settleNow");
      await sleep(500);
      await handle.executeUpdate("retryNow");
      await end(client, name);
      return [run];
    },
  ),
  course(
    "tells-of-a-stuck-outbox-and-of-an-order",
    [waiting("STUCK_OUTBOX", 1_200), waiting("PURGE", 1_200), waiting("PURGE", 86_000_000)],
    async (client, name) => {
      const run = await wake(client, name, { lingerMs: 300, events: 700 });
      await sleep(3_000);
      const handle = client.workflow.getHandle(deviceOf(name));
      await handle.signal("PurgeAcknowledged", name, 0);
      await handle.result();
      return [run];
    },
  ),
  course("continues-as-new", [], (client, name) =>
    wakeTimes(14, client, { name, bounds: { lingerMs: 60_000, events: 40 } }),
  ),
  deletionCourse("waits-out-the-grace", [grace(1_200), NOTHING_WAITS], []),
  deletionCourse("is-called-off", [grace(86_000_000), NOTHING_WAITS], ["AccountDeletionCancelled"]),
  exportCourse("is-written-and-taken-away"),
  scheduledCourse("providers", "provider-health", "providerHealth"),
  scheduledCourse("providers", "provider-retention", "providerRetention"),
  scheduledCourse("inbox", "inbox-sweep", "inboxSweep"),
  scheduledCourse("inbox", "inbox-lost", "inboxLost"),
  scheduledCourse("inbox", "inbox-heal", "inboxHeal"),
  scheduledCourse("exercises", "catalogue-refresh", "refreshCatalogue"),
  scheduledCourse("exercises", "catalogue-sorting", "sortCatalogue"),
  scheduledCourse("exercises", "detail-refresh", "refreshDetails"),
  scheduledCourse("exercises", "thumbnail-matching", "matchThumbnails"),
  scheduledCourse("exercises", "usage-reconcile", "reconcileUsage"),
  scheduledCourse("agenda", "turn-days", "turnDays"),
  scheduledCourse("agenda", "rebuild-days", "rebuildDays"),
  scheduledCourse("sync", "prune-receipts", "pruneReceipts"),
  scheduledCourse("privacy", "prune-records", "pruneRecords"),
  scheduledCourse("media", "media-upkeep", "mediaUpkeep"),
  scheduledCourse("sync", "silent-devices", "silentDevices"),
];
