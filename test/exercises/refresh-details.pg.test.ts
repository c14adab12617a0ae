import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import pino from "pino";
import { Client } from "pg";
import { createApiV2Provider } from "../../activities/exercises/provider/create-api-v2-provider.ts";
import {
  beginCatalogueRun,
  finishCatalogueRun,
  readCataloguePage,
} from "../../activities/exercises/catalogue/read-catalogue-pages.ts";
import {
  askForDetail,
  refreshDetails,
} from "../../activities/exercises/catalogue/refresh-details.ts";
import { findExercise } from "../../db/exercises/catalogue/queries.ts";
import { Exercise } from "../../db/exercises/catalogue/exercise.ts";
import { newId } from "../../db/platform/new-id.ts";
import { openDatabase } from "../../db/open-database.ts";
import { USUAL_SWITCHES } from "../../tools/exercise-provider/account.ts";
import { makeExercises } from "../../tools/exercise-provider/make-exercises.ts";
import { startExerciseProvider } from "../../tools/exercise-provider/start-exercise-provider.ts";
import { useOwnDatabase } from "../harness/database.ts";

const { appUrl, superuserUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 4, applicationName: "details" });
const { em } = database;
const superuser = new Client({ connectionString: superuserUrl });
await superuser.connect();
const apiKey = "ym_details";
const library = makeExercises(20);
const fake = await startExerciseProvider({ port: 0, apiKey, exercises: library });
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
const provider = createApiV2Provider({ record, apiUrl: fake.apiUrl, apiKey });
const deps = { em, provider, log: pino({ enabled: false }) };

const first = () => em.fork().findOneOrFail(Exercise, { providerExerciseId: library[0]?.id ?? "" });

/** The catalogue was read completely, and then not for more than two days. */
beforeEach(async () => {
  fake.set(USUAL_SWITCHES);
  await later(25);
  await readAll();
  await later(49);
});

describe("The old detail of an exercise (docs/rooms/exercises.md#refresh)", () => {
  test("is one that neither a single nor a complete reading confirmed for two days", async () => {
    const exercise = await first();
    expect(await isOld(exercise)).toBe(true);
    await readAll();
    expect(await isOld(exercise)).toBe(false);
  });

  test("is requested once a day after somebody read it, without media; unchanged it is not written", async () => {
    const exercise = await first();
    expect(await calls(() => refreshDetails(deps))).toBe(0);
    await askForDetail(em, exercise.id);
    await askForDetail(em, exercise.id);
    expect(await isOld(exercise)).toBe(false);
    expect(await calls(() => refreshDetails(deps))).toBe(1);
    const { detailReadAt, detailAskedOn: _day, ...after } = await first();
    const { detailReadAt: before, detailAskedOn: _none, ...rest } = exercise;
    expect(after).toEqual(rest);
    expect(detailReadAt?.getTime()).toBeGreaterThan(before?.getTime() ?? Infinity);
    await askForDetail(em, exercise.id);
    expect(await calls(() => refreshDetails(deps))).toBe(0);
    await later(49);
    await askForDetail(em, exercise.id);
    expect(await calls(() => refreshDetails(deps))).toBe(1);
  });

  test("is updated if the provider's differs", async () => {
    const exercise = await first();
    fake.set({ changed: { [exercise.providerExerciseId ?? ""]: { title: "Renamed Lift" } } });
    await askForDetail(em, exercise.id);
    await refreshDetails(deps);
    expect(await first()).toMatchObject({
      title: "Renamed Lift",
      revision: exercise.revision + 1,
    });
  });

  test.each(["failing", "unauthorised"] as const)(
    "of a provider that is %s is requested again by the next run",
    async (fault) => {
      const exercise = await first();
      await askForDetail(em, exercise.id);
      fake.set({ fault });
      expect(await refreshDetails(deps)).toEqual({ readCount: 0 });
      fake.set(USUAL_SWITCHES);
      expect(await refreshDetails(deps)).toEqual({ readCount: 1 });
    },
  );

  test.each([
    ["is gone", () => ({ vanished: library.slice(0, 1).map(({ id }) => id) })],
    ["comes as something else than text", () => ({ fault: "bad-utf-8" as const })],
    ["comes with unrequested media", () => ({ mediaInBrowse: true })],
  ])("that %s stays unchanged and is not requested again that day", async (_what, switches) => {
    const exercise = await first();
    await askForDetail(em, exercise.id);
    fake.set(switches());
    await refreshDetails(deps);
    fake.set(USUAL_SWITCHES);
    expect(await refreshDetails(deps)).toEqual({ readCount: 0 });
    expect(await first()).toMatchObject({ title: exercise.title, revision: exercise.revision });
  });

  test("does not wait for a lock on the exercise", async () => {
    const exercise = await first();
    await superuser.query("begin");
    await superuser.query("select from exercise where id = $1 for update", [exercise.id]);
    await askForDetail(em, exercise.id);
    await superuser.query("rollback");
    expect(await calls(() => refreshDetails(deps))).toBe(0);
  });
});

async function readAll() {
  const begun = await beginCatalogueRun(deps);
  if (begun === null) throw new Error("no reading is due");
  await readCataloguePage(deps, begun.runId);
  await finishCatalogueRun(deps, { runId: begun.runId, failureCode: null });
}

function later(hours: number) {
  return superuser.query("update clock_offset set shift = shift + make_interval(hours => $1)", [
    hours,
  ]);
}

async function isOld({ id: exerciseId }: Exercise) {
  return (await findExercise(em.fork(), { workspaceId: newId(), exerciseId }))?.isOld;
}

async function calls(act: () => Promise<unknown>) {
  const before = fake.counters();
  await act();
  const after = fake.counters();
  expect(after.mediaCalls).toBe(before.mediaCalls);
  return after.calls - before.calls;
}
