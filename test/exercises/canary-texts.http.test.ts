import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Client } from "pg";
import { createApiV2Provider } from "../../activities/exercises/provider/create-api-v2-provider.ts";
import {
  exerciseDetailSchema,
  exerciseSearchSchema,
} from "../../contract/exercises/search-schema.ts";
import { mediaSessionSchema } from "../../contract/exercises/media-schema.ts";
import { Exercise } from "../../db/exercises/catalogue/exercise.ts";
import { LicenceSource } from "../../db/exercises/images/licence-source.ts";
import { ThumbnailMapping } from "../../db/exercises/thumbnails/thumbnail-mapping.ts";
import { newId } from "../../db/platform/new-id.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { makeExercises } from "../../tools/exercise-provider/make-exercises.ts";
import { startExerciseProvider } from "../../tools/exercise-provider/start-exercise-provider.ts";
import { openLog } from "../../workers/open-log.ts";
import { openTemporalClient } from "../../workers/outside/open-temporal-client.ts";
import { startWorker } from "../factories/workers/actors.ts";
import { storePicture } from "../factories/api/matrix/pictures.ts";
import { refusalOf, registeredCoach, somebody } from "../factories/accounts/people.ts";
import { putExercises } from "../factories/exercises/put-exercises.ts";
import { settlementDeps } from "../factories/sync/settlement.ts";
import { staffToken } from "../factories/accounts/staff.ts";
import { whereIs } from "../factories/db/where-is.ts";
import { wholeHistory } from "../factories/workers/whole-history.ts";
import { startApi, type TestAnswer, type TestApi } from "../harness/api.ts";
import { openNamespace } from "../harness/namespace.ts";
import { startTestIssuer, type TestIssuer } from "../harness/test-issuer.ts";

/** A word of each text that people write about exercises, and the key of the provider's account. */
const WORDS = {
  searched: "zzsearchedzz",
  ownName: "zzownnamezz",
  instruction: "zzinstructionzz",
  note: "zznotezz",
  reason: "zzreasonzz",
  refused: "zzrefusedzz",
  failed: "zzfailedzz",
  apiKey: "zzapikeyzz",
} as const;
/** Parts that only a signed video address has. */
const SIGNED = /token=|\/clips\//;

const SCHEDULED = [
  "refreshCatalogue",
  "sortCatalogue",
  "refreshDetails",
  "matchThumbnails",
  "reconcileUsage",
] as const;

const fake = await startExerciseProvider({
  port: 0,
  apiKey: WORDS.apiKey,
  exercises: makeExercises(12),
});
/** Whether calls to the provider fail with an error that quotes the request. */
let isCut = false;
const provider = createApiV2Provider(
  {
    record: {
      providerKey: "primary",
      credentialsReference: "EXERCISE_PROVIDER_API_KEY",
      planKey: "test",
      metered: true,
      mediaUniqueLimit: 10,
      videoMinutesLimit: null,
      licensePolicy: "STREAM_ONLY",
      mediaHosts: [fake.host],
      callsPerMinute: 6_000,
    },
    apiUrl: fake.apiUrl,
    apiKey: WORDS.apiKey,
    allowsPlainMedia: true,
  },
  async (url, init) => {
    if (isCut) throw new Error(`no way to ${url.href} with ${JSON.stringify(init.headers)}`);
    return await fetch(url, init);
  },
);
const sourceKey = "canary";
const lines: string[] = [];
/** The answers to requests that were refused or failed. */
const refusals: string[] = [];
const workflowIds: string[] = [];

let issuer: TestIssuer;
let api: TestApi;
let superuser: Client;
let temporal: ReturnType<typeof openTemporalClient>;
let stopWorker: () => Promise<void>;
let coach: { readonly token: string; readonly path: string };
let admin: string;
const taskQueue = `test-${newId()}`;

beforeAll(async () => {
  issuer = await startTestIssuer();
  api = await startApi({
    issuer: issuer.issuer,
    exerciseProviders: [provider],
    onLog: (line) => lines.push(JSON.stringify(line)),
  });
  superuser = new Client({ connectionString: api.database.superuserUrl });
  await superuser.connect();
  const { token, workspaceId } = await registeredCoach(api, somebody(issuer));
  coach = { token, path: `/api/v1/workspaces/${workspaceId}/exercise-library` };
  admin = await staffToken(issuer, "admin");
  await storePicture(em(), { sourceKey, assetId: newId(), verdict: "SHOWN" });
  await putExercises(em(), [{ title: "Squat" }]);
  const namespace = await openNamespace();
  temporal = openTemporalClient(namespace);
  const log = openLog("canary", "debug", { write: (line) => void lines.push(line) });
  const settlement = settlementDeps(api.deps.database.em);
  const worker = { ...namespace, taskQueue, settlement, exerciseProvider: provider, log };
  stopWorker = await startWorker(worker);
  await play("refreshCatalogue");
});
afterAll(async () => {
  await stopWorker();
  await temporal.connection.close();
  await superuser.end();
  await api.close();
  await fake.stop();
  await issuer.close();
});

const em = () => api.deps.database.em.fork();

test("Neither a search nor reading an exercise calls a provider (spec 3, exercise content)", async () => {
  const before = fake.counters();
  expect(before.calls).toBeGreaterThan(0);
  const { items } = await search("limit=100");
  expect(items.length).toBeGreaterThan(12 / 2);
  const [first] = items;
  const typed = encodeURIComponent(first?.name ?? "");
  for (const query of [`q=${typed}`, "q=sqaut", "hasVideo=true", "source=provider", "q=zzyzx"])
    await search(query);
  const { nextCursor } = await search("limit=2");
  await search(`limit=2&cursor=${nextCursor ?? ""}`);
  await asCoach("GET", `/exercises/${first?.exerciseId ?? ""}`);
  expect(fake.counters()).toEqual(before);
});

/** A coach writes, edits and searches, plays a video, and is refused. */
async function coachPlays(): Promise<void> {
  const body = { name: WORDS.ownName, instructions: [WORDS.instruction] };
  const made = exerciseDetailSchema.parse((await asCoach("POST", "/exercises", body)).data);
  const again = { name: `${WORDS.ownName} again`, expectedRevision: made.revision };
  expect((await asCoach("PATCH", `/exercises/${made.exerciseId}`, again)).status).toBe(200);
  expect((await search(`q=${WORDS.ownName}`)).items).toHaveLength(1);
  expect((await search(`q=${WORDS.searched}`)).items).toEqual([]);
  expect((await asCoach("GET", `/search?equipment=${WORDS.refused}`)).status).toBe(400);
  const odd = { name: WORDS.refused, muscleGroups: [WORDS.refused] };
  expect((await asCoach("POST", "/exercises", odd)).status).toBe(400);
  const failing = { name: WORDS.failed, instructions: [WORDS.failed] };
  const failed = await withoutTable("exercise", () => asCoach("POST", "/exercises", failing));
  expect(failed.status).toBe(500);
  const [moving] = (await search("hasVideo=true&source=provider")).items;
  const session = `/exercises/${moving?.exerciseId ?? ""}/media-session`;
  const open = async () =>
    mediaSessionSchema.parse((await asCoach("POST", session, { surface: "COACH_MOBILE" })).data);
  expect((await open()).media?.videoUrl).toMatch(SIGNED);
  isCut = true;
  expect(await open()).toMatchObject({ status: "PROVIDER_UNAVAILABLE", media: null });
  isCut = false;
}

/** An administrator decides with words of their own, and is refused. */
async function adminDecides(): Promise<void> {
  const licence = { sourceKey, verdict: "WITHDRAWN", reason: WORDS.reason };
  const stale = await asAdmin("PATCH", "licence-sources", { ...licence, expectedRevision: 9 });
  expect(refusalOf(stale)).toBe("409 STATE_CONFLICT");
  const { revision } = await em().findOneOrFail(LicenceSource, { key: sourceKey });
  const decided = { ...licence, expectedRevision: revision };
  expect((await asAdmin("PATCH", "licence-sources", decided)).status).toBe(200);
  const shown = await em().findOneOrFail(ThumbnailMapping, { status: "APPROVED" });
  const review = { action: "UNMATCH", note: WORDS.note, expectedRevision: shown.revision };
  const path = `thumbnail-matches/${shown.candidateId ?? ""}`;
  expect((await asAdmin("PATCH", path, review)).status).toBe(200);
  expect(refusalOf(await asAdmin("PATCH", path, review))).toBe("409 STATE_CONFLICT");
}

/** Everything that is scheduled, when it succeeds and when it fails. */
async function serverTurns(): Promise<void> {
  const detailReadAt = new Date(Date.now() - 49 * 3_600_000);
  await em().nativeUpdate(Exercise, { providerKey: "primary" }, { detailReadAt });
  const [read] = (await search("source=provider&hasVideo=true")).items;
  await asCoach("GET", `/exercises/${read?.exerciseId ?? ""}`);
  for (const workflow of SCHEDULED) expect(await play(workflow)).toBe("ENDED");
  await em().nativeUpdate(ThumbnailMapping, {}, { libraryHash: "another" });
  const unmatched = () => play("matchThumbnails");
  expect(await withoutTable("thumbnail_mapping", unmatched)).toBe("FAILED");
  isCut = true;
  expect(await play("reconcileUsage")).toBe("ENDED");
  isCut = false;
}

/** The columns meant for each word. Words of searches, refusals and failures are stored in none. */
const PLACES: Readonly<Record<keyof typeof WORDS, readonly string[]>> = {
  searched: [],
  ownName: [
    "exercise.name_key",
    "exercise.title",
    "exercise_word.remnants",
    "exercise_word.word",
    "idempotency_key.answer",
  ],
  instruction: ["exercise.instructions", "idempotency_key.answer"],
  note: ["thumbnail_decision.note"],
  reason: ["licence_decision.reason"],
  refused: [],
  failed: [],
  apiKey: [],
};

test("A word of each text about exercises is stored only where it was written; a signed address and the provider's key are in no table, event, history, log, metric or refusal (spec 3, exercise content)", async () => {
  await play("matchThumbnails");
  await coachPlays();
  await adminDecides();
  await serverTurns();
  const events = await em().find(OutboxRow, { type: "ExerciseMediaUpdated" });
  expect(events.length).toBeGreaterThan(2);
  const places = await Promise.all(
    Object.entries(WORDS).map(async ([name, word]) => [name, await whereIs(em(), word)] as const),
  );
  expect(Object.fromEntries(places)).toEqual(PLACES);
  for (const signed of ["token=", "/clips/"]) expect(await whereIs(em(), signed)).toEqual([]);
  const histories = await Promise.all(workflowIds.map((id) => wholeHistory(temporal, id)));
  for (const workflow of SCHEDULED)
    expect(histories.filter((text) => text.includes(`"${workflow}"`)).length).toBeGreaterThan(0);
  expect(lines.length).toBeGreaterThan(10);
  expect(refusals.length).toBeGreaterThan(4);
  const left = [...histories, ...lines, ...refusals, await api.deps.metrics.metrics()];
  const reveals = (text: string) =>
    SIGNED.test(text) || Object.values(WORDS).some((word) => text.includes(word));
  expect(left.filter(reveals)).toEqual([]);
});

/** Runs a scheduled workflow of exercises to its end, whatever the outcome. */
async function play(workflow: (typeof SCHEDULED)[number]): Promise<"ENDED" | "FAILED"> {
  const workflowId = `${workflow}-${newId()}`;
  workflowIds.push(workflowId);
  const ended = temporal.workflow.execute(workflow, { workflowId, taskQueue });
  return await ended.then(
    () => "ENDED",
    () => "FAILED",
  );
}

async function call(method: string, path: string, token: string, body?: object) {
  const headers = { "Idempotency-Key": randomUUID() };
  const sent = { token, headers, ...(body !== undefined && { body }) };
  const answer: TestAnswer = await api.call(method, path, sent);
  if (answer.status >= 400) refusals.push(answer.text);
  return answer;
}

function asCoach(method: string, path: string, body?: object) {
  return call(method, `${coach.path}${path}`, coach.token, body);
}

function asAdmin(method: string, path: string, body?: object) {
  return call(method, `/api/v1/admin/exercise-library/${path}`, admin, body);
}

async function search(query: string) {
  return exerciseSearchSchema.parse((await asCoach("GET", `/search?${query}`)).data);
}

/** Runs an act while a table accepts no row, so that the database's error quotes the row. */
async function withoutTable<Result>(table: string, act: () => Promise<Result>): Promise<Result> {
  await superuser.query(`alter table ${table} add constraint away check (false) not valid`);
  try {
    return await act();
  } finally {
    await superuser.query(`alter table ${table} drop constraint away`);
  }
}
