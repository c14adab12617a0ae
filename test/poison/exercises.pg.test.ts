import { afterAll, beforeEach, expect, test } from "@jest/globals";
import { decideLabel } from "../../activities/exercises/catalogue/decide-label.ts";
import {
  beginCatalogueRun,
  finishCatalogueRun,
  readCataloguePage,
} from "../../activities/exercises/catalogue/read-catalogue-pages.ts";
import { beginSorting, sortSlice } from "../../activities/exercises/catalogue/sort-catalogue.ts";
import { matchThumbnails } from "../../activities/exercises/thumbnails/match-thumbnails.ts";
import { createApiV2Provider } from "../../activities/exercises/provider/create-api-v2-provider.ts";
import { Exercise } from "../../db/exercises/catalogue/exercise.ts";
import { TaxonomyLabel } from "../../db/exercises/catalogue/taxonomy-label.ts";
import { ThumbnailMapping } from "../../db/exercises/thumbnails/thumbnail-mapping.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { createPoisonedRows } from "../factories/db/poisoned-rows.ts";
import { storeFromProvider, providerExercise } from "../factories/exercises/store-from-provider.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const poison = await createPoisonedRows(ownerUrl);
afterAll(() => poison.close());
const faults: unknown[] = [];
const log = { error: (fields: unknown) => void faults.push(fields) };
beforeEach(async () => {
  faults.length = 0;
  await em.fork().nativeDelete(ThumbnailMapping, {});
  await em.fork().nativeDelete(Exercise, {});
  await em.fork().nativeDelete(TaxonomyLabel, {});
});

test("an exercise that cannot be sorted does not delay the others, is logged, and is sorted once it is repaired", async () => {
  await storeFromProvider(em, ["A", "B", "C", "D", "E"].map(of("aqua")));
  const label = await em.fork().findOneOrFail(TaxonomyLabel, { label: "aqua" });
  const deed = { labelId: label.id, decision: "MAPPED", nodeKey: "cardio" } as const;
  const decidedBy = "somebody";
  await transact(em, (tx) =>
    decideLabel(tx, { ...deed, expectedRevision: label.revision, decidedBy }),
  );
  const countWithheld = () => em.fork().count(Exercise, { status: "HELD" });
  const sort = async () => {
    const place = await beginSorting(em);
    if (place === null) throw new Error("Nothing waits to be sorted");
    return await sortSlice(em, place, log);
  };
  await poison.plant("exercise");
  await expect(sort()).rejects.toMatchObject({ name: "PASSED_OVER" });
  expect(await countWithheld()).toBe(1);
  expect(faults).toMatchObject([
    { exerciseId: expect.any(String), failureClass: "SQLSTATE_23000" },
  ]);
  await poison.remove();
  expect(await sort()).toBeNull();
  expect(await countWithheld()).toBe(0);
  expect(await beginSorting(em)).toBeNull();
});

test("an exercise that cannot be matched does not delay the others, is logged, and is matched once it is repaired", async () => {
  await storeFromProvider(em, ["A", "B", "C", "D", "E"].map(of("strength")));
  const match = () => matchThumbnails({ em, log }, null, { after: null });
  expect(await match()).toEqual({ matchedCount: 5, failedCount: 0, after: null });
  await em.fork().nativeUpdate(ThumbnailMapping, {}, { exerciseHash: "another" });
  await poison.plant("thumbnail_mapping");
  expect(await match()).toEqual({ matchedCount: 4, failedCount: 1, after: null });
  expect(faults).toMatchObject([
    { exerciseId: expect.any(String), failureClass: "SQLSTATE_23000" },
  ]);
  await poison.remove();
  expect(await match()).toEqual({ matchedCount: 1, failedCount: 0, after: null });
});

test("an exercise whose text no column accepts does not delay the others of its page, is logged, and is imported once it is repaired", async () => {
  const page = ["A", "B", "C\0", "D", "E"].map((title) => of("strength")(title));
  let exercises = page.map((one) =>
    one.title === "C\0" ? { ...one, providerExerciseId: "C" } : one,
  );
  const record = {
    providerKey: "poisoned",
    credentialsReference: "none",
    planKey: "none",
    metered: false,
    mediaUniqueLimit: null,
    videoMinutesLimit: null,
    licensePolicy: "none",
    mediaHosts: [],
    callsPerMinute: 600,
  };
  const real = createApiV2Provider({ record, apiUrl: "http://127.0.0.1:1", apiKey: "none" });
  const browse = () =>
    Promise.resolve({ outcome: "PAGE", exercises, leftOut: [], pages: 1, total: 5 } as const);
  const deps = { em, log, provider: { ...real, catalogue: { ...real.catalogue, browse } } };
  const read = async () => {
    const run = await beginCatalogueRun(deps);
    if (run === null) throw new Error("No reading is due");
    const { runId } = run;
    const turn = await readCataloguePage(deps, runId);
    await finishCatalogueRun(deps, { runId, failureCode: null });
    return turn;
  };
  const stored = { turn: "TAKEN", more: false };
  const titles = async () =>
    (await em.fork().find(Exercise, { providerKey: "poisoned" })).map(({ title }) => title);
  expect(await read()).toEqual({ ...stored, failedCount: 1 });
  expect((await titles()).toSorted()).toEqual(["A", "B", "D", "E"]);
  expect(faults).toMatchObject([
    { providerExerciseId: "C", failureClass: expect.stringMatching(/^SQLSTATE_22/) },
  ]);
  exercises = exercises.map((one) => ({ ...one, title: one.title.replace("\0", "") }));
  await em.fork().execute("delete from catalogue_run");
  expect(await read()).toEqual(stored);
  expect((await titles()).toSorted()).toEqual(["A", "B", "C", "D", "E"]);
});

function of(exerciseType: string) {
  return (title: string) => providerExercise(title, { exerciseTypes: [exerciseType] });
}
