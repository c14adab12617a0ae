// Records a history of each course an actor can take, for the replay tests. Run it once per released version (npm run
// histories:record, for all, or the named rooms and courses), and commit the result. Histories of earlier versions stay
// unchanged.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client, Connection } from "@temporalio/client";
import { historyToJSON } from "@temporalio/common/lib/proto-utils.js";
import { NativeConnection, Worker, type WorkerDeploymentOptions } from "@temporalio/worker";
import { pino } from "pino";
import * as z from "zod";
import type { PageOutcome } from "../../activities/exercises/catalogue/store-page.ts";
import type { CleanUpMediaInput } from "../../activities/media/clean-up-media.ts";
import { failQuietly } from "../../activities/fail-quietly.ts";
import type { ActorReport } from "../../rules/outbox/actor-agenda.ts";
import { findFreePorts } from "../../tools/processes/ports.ts";
import { findTemporalBinary } from "../../tools/temporal/temporal-binary.ts";
import { startTemporalServer } from "../../tools/temporal/temporal-server.ts";
import { type DeploymentPlace, readDeployment } from "../../workers/deployment/read-deployment.ts";
import { setCurrent } from "../../workers/deployment/set-target.ts";
import { ensureBundle } from "../../workers/worker/ensure-bundle.ts";
import { installRuntime } from "../../workers/worker/install-runtime.ts";
import { CONFLICT_COURSES } from "./conflict-courses.ts";
import { COURSES, type Course, type ReleaseCourse } from "./history-courses.ts";
import { INBOX_COURSES } from "./inbox-courses.ts";
import { INVITATION_COURSES } from "./invitation-courses.ts";
import { LANE_COURSES } from "./lane-courses.ts";
import { ONBOARDING_COURSES } from "./onboarding-courses.ts";
import { RELEASE_COURSES } from "./release-courses.ts";
import { TRACED_COURSES } from "./traced-courses.ts";

const ROOT = join(import.meta.dirname, "../..");
const NAMESPACE = "sideline";
/** The cursor of a slice that is not the last. */
const SOMEWHERE = "019a0000-0000-7000-8000-000000000003";
const SORTING = {
  providerKey: "made-up",
  after: null,
  decided: [{ labelId: SOMEWHERE, revision: 2 }],
};
/** A pause, a page that has to be requested again, a page. */
const PAGE_OUTCOMES: readonly PageOutcome[] = [
  { turn: "PAUSE", pauseMs: 10 },
  { turn: "AGAIN", failureCode: "UNAVAILABLE" },
  { turn: "TAKEN", more: true },
];
const say = (line: string) => void process.stdout.write(`${line}\n`);
const RECORDER = "recorder";
const PROMOTE_AGAIN_MS = 200;
type RecordedCourse = Pick<Course, "room" | "name" | "workflowId">;
const log = pino({ level: "silent" });
installRuntime(log);

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")));

const home = mkdtempSync(join(tmpdir(), "sideline-histories-"));
const { path } = await findTemporalBinary({ env: process.env, say });
const [port = 0] = await findFreePorts(1);
const server = await startTemporalServer({
  program: path,
  file: null,
  namespace: NAMESPACE,
  port,
  uiPort: null,
  home,
  onLine: () => {},
});
const connection = await Connection.connect({ address: server.address });
const native = await NativeConnection.connect({ address: server.address });
const client = new Client({ connection, namespace: NAMESPACE, identity: RECORDER });
const bundlePath = await ensureBundle(join(ROOT, "node_modules/.cache/sideline"));
try {
  const wanted = process.argv.slice(2);
  const actors = [LANE_COURSES, ONBOARDING_COURSES, CONFLICT_COURSES, INBOX_COURSES];
  const rooms = [...actors, INVITATION_COURSES, TRACED_COURSES];
  const all = [...COURSES, ...rooms.flat()];
  const isWanted = ({ room, name }: RecordedCourse) =>
    wanted.length === 0 || wanted.includes(room) || wanted.includes(name);
  for (const course of all.filter(isWanted)) await record(course);
  for (const course of RELEASE_COURSES.filter(isWanted)) await recordReleases(course);
} finally {
  await connection.close();
  await native.close();
  await server.child.stop();
  rmSync(home, { recursive: true, force: true });
}
process.exit(0);

async function record(course: Course): Promise<void> {
  const worker = await openWorker(course, activitiesOf(course));
  await writeRuns(course, await worker.runUntil(() => course.play(client)));
}

/** Records a course whose runs move between workers of several releases. */
async function recordReleases(course: ReleaseCourse): Promise<void> {
  const { name, releases } = course;
  const activities = activitiesOf(course);
  const place = { namespace: NAMESPACE, taskQueue: name, deploymentName: name };
  const workers = await Promise.all(
    releases.map((buildId) =>
      openWorker(course, activities, {
        version: { deploymentName: name, buildId },
        useWorkerVersioning: true,
        defaultVersioningBehavior: "PINNED",
      }),
    ),
  );
  const ended = Promise.all(workers.map((worker) => worker.run()));
  try {
    const runIds = await course.play(client, (buildId) => promote(place, buildId));
    await writeRuns(course, runIds);
  } finally {
    for (const worker of workers) worker.shutdown();
    await ended;
  }
}

/** Tries again until the worker of the release has polled. */
async function promote(place: DeploymentPlace, buildId: string): Promise<void> {
  for (;;) {
    const found = await readDeployment(client, place);
    if (found?.releases.some((release) => release.buildId === buildId) === true) {
      const { conflictToken } = found;
      return await setCurrent(client, place, { buildId, conflictToken });
    }
    await sleep(PROMOTE_AGAIN_MS);
  }
}

function openWorker(
  { name }: Pick<Course, "name">,
  activities: ReturnType<typeof activitiesOf>,
  workerDeploymentOptions?: WorkerDeploymentOptions,
): Promise<Worker> {
  return Worker.create({
    connection: native,
    identity: RECORDER,
    namespace: NAMESPACE,
    taskQueue: name,
    workflowBundle: { codePath: bundlePath },
    activities,
    ...(workerDeploymentOptions !== undefined && { workerDeploymentOptions }),
  });
}

/** Activities that give the answers of a course, one after the other. */
function activitiesOf(course: Pick<Course, "answers" | "lastAnswer">) {
  const answers = course.answers.values();
  let slices = 0;
  const settle = async () => answerOf(answers.next().value ?? course.lastAnswer);
  return {
    settleSettlement: failQuietly({ log, name: "settleSettlement" }, settle),
    settleDevice: failQuietly({ log, name: "settleDevice" }, settle),
    settleOnboarding: failQuietly({ log, name: "settleOnboarding" }, settle),
    settleWorkoutConflict: failQuietly({ log, name: "settleWorkoutConflict" }, settle),
    settleInboxTask: failQuietly({ log, name: "settleInboxTask" }, settle),
    settleAccountDeletion: failQuietly({ log, name: "settleAccountDeletion" }, settle),
    settleAccountExport: failQuietly({ log, name: "settleAccountExport" }, settle),
    settleInvitation: failQuietly({ log, name: "settleInvitation" }, settle),
    settleInvitationImport: failQuietly({ log, name: "settleInvitationImport" }, settle),
    // The first kind of record takes two slices. The first pass does not reach the last device.
    pruneReceipts: async () => ({ prunedCount: 9, after: null, done: slices++ > 0 }),
    pruneRawPayloads: async () => ({ prunedCount: 9, full: slices++ === 2 }),
    pruneRecords: async () => ({ deletedCount: 1_000, full: slices++ === 0 }),
    cleanUpMedia: async ({ step }: CleanUpMediaInput) => {
      const more = step === "REMOVE_UNKNOWN_FILES" && slices++ === 0;
      return { count: 1, more, after: more ? SOMEWHERE : null };
    },
    checkProviders: async () => ({ checkedCount: 3, changedCount: 1 }),
    emitSilentDevices: async () => ({ wokenCount: 500, full: slices++ === 0 }),
    // The first slice is full, so there is a second.
    retainProviderRecords: async () => ({ full: slices++ === 0 }),
    healLostEvents: async () => ({ askedCount: 9, failed: [], full: slices++ === 0 }),
    healRelationships: async () => {
      const after = slices++ === 0 ? SOMEWHERE : null;
      return { askedCount: 50, failedCount: 0, after };
    },
    rescoreTasks: async () => ({ rescoredCount: 1_000, failed: [], full: slices++ === 0 }),
    // The first slice is full.
    lookAtCalendars: async () => {
      const place = { lookAt: "2026-11-22T12:00:00.000Z", relationshipId: SOMEWHERE };
      return { openedCount: 50, failedCount: 0, after: slices++ === 0 ? place : null };
    },
    beginCatalogueRun: async () => ({ runId: SOMEWHERE, pauseMs: 10 }),
    readCataloguePage: async () => PAGE_OUTCOMES[slices++] ?? { turn: "TAKEN", more: false },
    finishCatalogueRun: async () => {},
    beginSorting: async () => SORTING,
    // Two slices.
    sortSlice: async () => (slices++ === 0 ? { ...SORTING, after: SOMEWHERE } : null),
    refreshDetails: async () => ({ readCount: 2 }),
    matchThumbnails: async () => ({ matchedCount: 9, after: slices++ === 0 ? SOMEWHERE : null }),
    reconcileUsage: async () => ({ readCount: 1, failedCount: 0 }),
    spreadRevisions: async () => ({ takenCount: 0, failedCount: 0, after: null }),
    rebuildDays: async () => {
      const done = slices++ > 0;
      const failed = [{ relationshipId: SOMEWHERE, failureClass: "SQLSTATE_P0001" }];
      return { after: SOMEWHERE, dayCount: 60, relationshipCount: 1, failed, done };
    },
    // Two slices again.
    lookAtDays: async () => {
      const lookAt = "2026-11-22T12:00:00.000Z";
      const place = { lookAt, relationshipId: SOMEWHERE, localDate: "2026-11-20" };
      return { closedCount: 50, failedCount: 0, after: slices++ === 2 ? place : null };
    },
  };
}

async function writeRuns(course: RecordedCourse, runIds: readonly string[]): Promise<void> {
  for (const [index, runId] of runIds.entries()) {
    const history = await client.workflow.getHandle(course.workflowId, runId).fetchHistory();
    write(course, index, historyToJSON(history));
  }
}

function answerOf(answer: ActorReport | string): ActorReport {
  if (typeof answer !== "string") return answer;
  throw Object.assign(new Error(answer), { code: answer });
}

function write({ room, name, workflowId }: RecordedCourse, index: number, history: string): void {
  const directory = join(ROOT, "test/histories", room, version);
  mkdirSync(directory, { recursive: true });
  const file = join(directory, `${name}-${index + 1}.json`);
  writeFileSync(file, `{"workflowId":${JSON.stringify(workflowId)},"history":${history}}\n`);
  say(file);
}
