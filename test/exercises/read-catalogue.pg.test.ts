import { afterAll, expect, test } from "@jest/globals";
import { Client } from "pg";
import { createApiV2Provider } from "../../activities/exercises/provider/create-api-v2-provider.ts";
import {
  beginCatalogueRun,
  finishCatalogueRun,
  readCataloguePage,
  readCataloguePages,
} from "../../activities/exercises/catalogue/read-catalogue-pages.ts";
import type { PageOutcome } from "../../activities/exercises/catalogue/store-page.ts";
import { CatalogueRun } from "../../db/exercises/catalogue/catalogue-run.ts";
import { Exercise } from "../../db/exercises/catalogue/exercise.ts";
import { openDatabase } from "../../db/open-database.ts";
import { USUAL_SWITCHES } from "../../tools/exercise-provider/account.ts";
import { makeExercises } from "../../tools/exercise-provider/make-exercises.ts";
import { startExerciseProvider } from "../../tools/exercise-provider/start-exercise-provider.ts";
import { gather } from "../factories/db/meet.ts";
import { useOwnDatabase } from "../harness/database.ts";

const { appUrl, superuserUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 4, applicationName: "catalogue" });
const { em } = database;
const superuser = new Client({ connectionString: superuserUrl });
await superuser.connect();
const library = makeExercises(210);
const fake = await startExerciseProvider({ port: 0, apiKey: "ym_catalogue", exercises: library });
afterAll(async () => {
  await superuser.end();
  await fake.stop();
  await database.close();
});

const record = {
  providerKey: "primary",
  credentialsReference: "EXERCISE_PROVIDER_API_KEY",
  planKey: "test",
  metered: true,
  mediaUniqueLimit: null,
  videoMinutesLimit: null,
  licensePolicy: "STREAM_ONLY",
  mediaHosts: [fake.host],
  callsPerMinute: 600,
};
const provider = createApiV2Provider({ record, apiUrl: fake.apiUrl, apiKey: "ym_catalogue" });
const deps = { em, provider };

test("A reading of the catalogue that is killed after each page continues there and requests no media (docs/rooms/exercises.md#refresh)", async () => {
  expect(await readAll({ killed: true })).toMatchObject({
    kind: "BOOTSTRAP",
    state: "DONE",
    pages: 5,
    seen: 210,
    announced: 210,
    added: 210,
  });
  expect(await countBy("ACTIVE")).toBe(210);
  expect(fake.counters()).toMatchObject({ browseCalls: 5, mediaCalls: 0, uniques: 0, minutes: 0 });
});

test("A second reading without changes writes no row, and within a day none starts", async () => {
  expect(await beginCatalogueRun(deps)).toBeNull();
  await nextDay();
  const before = await versions();
  expect(await readAll()).toMatchObject({
    kind: "REFRESH",
    state: "DONE",
    added: 0,
    changed: 0,
    retired: 0,
  });
  expect(await versions()).toEqual(before);
});

test("With several calls a second allowed, pages are read in sequence, at half that pace, within the given time", async () => {
  await nextDay();
  const begun = await beginCatalogueRun(deps);
  if (begun === null) throw new Error("no reading is due");
  const { runId } = begun;
  expect(await readCataloguePages(deps, runId, 0)).toEqual({ turn: "TAKEN", more: true });
  expect(await em.fork().findOneOrFail(CatalogueRun, runId)).toMatchObject({ pages: 1 });
  const slow = { ...provider, record: { ...record, callsPerMinute: 60 } };
  const one = await readCataloguePages({ em, provider: slow }, runId);
  expect(one).toEqual({ turn: "TAKEN", more: true });
  expect(await em.fork().findOneOrFail(CatalogueRun, runId)).toMatchObject({ pages: 2 });
  const from = performance.now();
  expect(await readCataloguePages(deps, runId)).toEqual({ turn: "TAKEN", more: false });
  // Three pages with a pause of 200 ms between them; timers may be slightly early.
  expect(performance.now() - from).toBeGreaterThan(390);
  expect(await em.fork().findOneOrFail(CatalogueRun, runId)).toMatchObject({ pages: 5 });
  await finishCatalogueRun(deps, { runId, failureCode: null });
});

test("A changed item is updated, and one of an unknown type is held (docs/rooms/exercises.md#taxonomy)", async () => {
  const [first, second] = library;
  fake.set({
    changed: {
      [first?.id ?? ""]: { title: "Another Name" },
      [second?.id ?? ""]: { exerciseType: ["aqua"] },
    },
  });
  await nextDay();
  expect(await readAll()).toMatchObject({ added: 0, changed: 2, held: 1 });
  const providerExerciseId = second?.id ?? "";
  const withheld = await em.fork().findOneOrFail(Exercise, { providerExerciseId });
  expect(withheld).toMatchObject({ status: "HELD", providerLabels: { exerciseTypes: ["aqua"] } });
});

test("Only one of three simultaneous readings starts, and each page is applied once", async () => {
  await nextDay();
  const four = <T>(act: () => Promise<T>) => Promise.all([act(), act(), act(), act()]);
  const begin = () => beginCatalogueRun(deps);
  const begun = await gather(superuserUrl, "catalogue_run", [begin, begin, begin]);
  const runs = new Set(begun.map((run) => run?.runId));
  const [runId = ""] = runs;
  expect(runs.size).toBe(1);
  let more = true;
  while (more) {
    const outcomes = await four(() => readCataloguePage(deps, runId));
    more = outcomes.every((outcome) => outcome.turn === "TAKEN" && outcome.more);
  }
  expect(await em.fork().findOneOrFail(CatalogueRun, runId)).toMatchObject({ pages: 5 });
  await finishCatalogueRun(deps, { runId, failureCode: null });
});

test("An item missing from two complete readings is retired, never deleted, and restored when it returns", async () => {
  const vanished = library.slice(10, 14).map(({ id }) => id);
  fake.set({ ...USUAL_SWITCHES, vanished });
  await nextDay();
  expect(await readAll()).toMatchObject({ state: "DONE", retired: 0 });
  await nextDay();
  expect(await readAll()).toMatchObject({ state: "DONE", retired: 4 });
  expect(await countBy("RETIRED")).toBe(4);
  fake.set(USUAL_SWITCHES);
  await nextDay();
  await readAll();
  expect([await countBy("RETIRED"), await countBy("ACTIVE")]).toEqual([0, 210]);
});

test("An exercise of an unexpected shape is left out, named and never retired; a page with many of them is malformed", async () => {
  const odd = library.slice(20, 22).map(({ id }) => id);
  const change = (ids: readonly string[]) =>
    Object.fromEntries(ids.map((id) => [id, { title: "" }]));
  for (const changed of [change(odd), change(odd), change(odd)]) {
    fake.set({ ...USUAL_SWITCHES, changed });
    await nextDay();
    expect(await readAll()).toMatchObject({
      state: "DONE",
      seen: 210,
      leftOut: 2,
      leftOutItems: odd.map((providerExerciseId) => ({ providerExerciseId, field: "title" })),
      retired: 0,
    });
  }
  expect(await countBy("ACTIVE")).toBe(210);
  fake.set({ ...USUAL_SWITCHES, changed: change(library.slice(20, 23).map(({ id }) => id)) });
  await nextDay();
  const begun = await beginCatalogueRun(deps);
  if (begun === null) throw new Error("no reading is due");
  const outcome = await readCataloguePage(deps, begun.runId);
  expect(outcome).toEqual({ turn: "AGAIN", failureCode: "MALFORMED" });
  await finishCatalogueRun(deps, { runId: begun.runId, failureCode: "MALFORMED" });
});

test("A mass disappearance is held for an administrator", async () => {
  fake.set({ ...USUAL_SWITCHES, vanished: library.slice(0, 30).map(({ id }) => id) });
  await nextDay();
  await readAll();
  await nextDay();
  expect(await readAll()).toMatchObject({ state: "RETIRE_HELD", retired: 0, retireHeld: 30 });
  expect(await countBy("RETIRED")).toBe(0);
});

test.each([
  ["that repeats its page", { fault: "repeating-pages" }, "ENDLESS"],
  ["that never ends", { fault: "endless" }, "ENDLESS"],
  ["that brings unrequested media", { mediaInBrowse: true }, "MEDIA_IN_BROWSE"],
  ["that no longer accepts the key", { fault: "unauthorised" }, "UNAUTHORISED"],
] as const)(
  "A reading of a catalogue %s is abandoned and retires nothing",
  async (_what, switches, failureCode) => {
    fake.set({ ...USUAL_SWITCHES, ...switches });
    await nextDay();
    expect(await readAll()).toMatchObject({ state: "FAILED", failureCode, retired: 0 });
  },
);

/** A day later, so that the next reading is due. */
function nextDay() {
  return superuser.query("update clock_offset set shift = shift + interval '25 hours'");
}

/** Reads the whole catalogue as the workflow does; optionally it is killed after each page. */
async function readAll({ killed = false } = {}) {
  let begun = await beginCatalogueRun(deps);
  for (let page = 0; page < 20 && begun !== null; page += 1) {
    const read: PageOutcome = await readCataloguePage(deps, begun.runId);
    if (read.turn === "GIVEN_UP") {
      await finishCatalogueRun(deps, { runId: begun.runId, failureCode: read.failureCode });
      break;
    }
    if (killed) begun = await beginCatalogueRun(deps);
    if (read.turn === "TAKEN" && !read.more && begun !== null) {
      await finishCatalogueRun(deps, { runId: begun.runId, failureCode: null });
      break;
    }
  }
  const [last] = await em
    .fork()
    .find(CatalogueRun, {}, { orderBy: { startedAt: "desc" }, limit: 1 });
  return last;
}

async function countBy(status: "ACTIVE" | "HELD" | "RETIRED") {
  return await em.fork().count(Exercise, { status });
}

/** The version of each row of the catalogue. */
async function versions() {
  const { rows } = await superuser.query<{ row: string; xmin: string }>(
    `select 'e' || id as row, xmin::text from exercise union all select 'w' || scope_id || word, xmin::text from exercise_word
     union all select 'l' || id, xmin::text from taxonomy_label union all select 'n' || taxonomy_type || key, xmin::text from taxonomy_node order by 1`,
  );
  return rows;
}
