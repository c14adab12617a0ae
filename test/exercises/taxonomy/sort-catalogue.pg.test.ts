import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import {
  beginSorting,
  type SortingPlace,
  sortSlice,
} from "../../../activities/exercises/catalogue/sort-catalogue.ts";
import { decideLabel } from "../../../activities/exercises/catalogue/decide-label.ts";
import { Exercise } from "../../../db/exercises/catalogue/exercise.ts";
import { TaxonomyLabel } from "../../../db/exercises/catalogue/taxonomy-label.ts";
import { openDatabase } from "../../../db/open-database.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";
import { codeOf } from "../../factories/code-of.ts";
import {
  storeFromProvider,
  providerExercise,
} from "../../factories/exercises/store-from-provider.ts";
import { campaignSize } from "../../harness/campaign.ts";
import { useOwnDatabase } from "../../harness/database.ts";

const { appUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 4, applicationName: "sorting" });
const { em } = database;
afterAll(async () => {
  await database.close();
});

/** More than two slices; every third exercise has an unknown type. */
const COUNT = 402;
const UNKNOWN = COUNT / 3;
const exercises = Array.from({ length: COUNT }, (_, place) =>
  providerExercise(`Move ${place}`, { exerciseTypes: [place % 3 === 0 ? "aqua" : "strength"] }),
);

beforeEach(async () => {
  await em.fork().nativeDelete(Exercise, {});
  await em.fork().nativeDelete(TaxonomyLabel, {});
  await storeFromProvider(em, exercises);
});

const aqua = () => em.fork().findOneOrFail(TaxonomyLabel, { label: "aqua" });
const countBy = (status: "ACTIVE" | "HELD" | "RETIRED") => em.fork().count(Exercise, { status });

describe("Sorting the exercises (docs/rooms/exercises.md#taxonomy)", () => {
  test("restores exercises held by a type once that is mapped, and writes no others", async () => {
    expect([await countBy("HELD"), await countBy("ACTIVE")]).toEqual([UNKNOWN, COUNT - UNKNOWN]);
    await decide("MAPPED", "cardio");
    expect(await sortAll()).toBe(3);
    expect([await countBy("HELD"), await countBy("ACTIVE")]).toEqual([0, COUNT]);
    const [moved, stayed] = await em
      .fork()
      .find(Exercise, {}, { orderBy: { providerExerciseId: "asc" }, limit: 2 });
    expect(moved).toMatchObject({ title: "Move 0", exerciseTypes: ["cardio"], revision: 2 });
    expect(moved?.facets).toContain("type:cardio");
    expect(moved?.search).toContain("'ausdauer'");
    expect(stayed).toMatchObject({ title: "Move 1", exerciseTypes: ["strength"], revision: 1 });
  });

  test("holds nothing for an ignored type, which has no facet; after a reset it holds again", async () => {
    await decide("IGNORED");
    await sortAll();
    expect(await countBy("HELD")).toBe(0);
    await decide("UNMAPPED");
    await sortAll();
    expect(await countBy("HELD")).toBe(UNKNOWN);
  });

  test("starts no pass without a decision, and a pass without a change writes no exercise", async () => {
    expect(await beginSorting(em)).toBeNull();
    await decide("IGNORED");
    await decide("UNMAPPED");
    const before = await revisions();
    expect(await sortAll()).toBe(3);
    expect(await revisions()).toEqual(before);
    expect(await beginSorting(em)).toBeNull();
  });

  test.each([0, 1, 2])("starts again after it was killed after %i slices", async (slices) => {
    await decide("MAPPED", "cardio");
    await sortAll(slices);
    expect(await beginSorting(em)).not.toBeNull();
    await sortAll();
    expect(await countBy("HELD")).toBe(0);
    expect((await revisions()).filter(([, revision]) => revision === 2)).toHaveLength(UNKNOWN);
  });

  test("applies a decision made during a pass in the next pass", async () => {
    await decide("IGNORED");
    const place = await beginSorting(em);
    await decide("MAPPED", "yoga");
    for (let next = place; next !== null;) next = await sortSlice(em, next);
    expect(await aqua()).toMatchObject({ revision: 3, sortedRevision: 1 });
    await sortAll();
    expect(await aqua()).toMatchObject({ revision: 3, sortedRevision: 3 });
    const rows = await em.fork().findAll(Exercise);
    expect(rows.filter(({ exerciseTypes: [type] }) => type === "yoga")).toHaveLength(UNKNOWN);
  });

  test("tells one of two conflicting administrators about the other's decision", async () => {
    const { id: labelId } = await aqua();
    for (let round = 0; round < campaignSize("RACE_ROUNDS", 20); round += 1) {
      const { revision: expectedRevision, decision: before } = await aqua();
      const others = (["MAPPED", "IGNORED", "UNMAPPED"] as const).filter((one) => one !== before);
      const codes = await Promise.all(
        others.map((decision) => {
          const nodeKey = decision === "MAPPED" ? "yoga" : null;
          const deed = { labelId, decision, nodeKey, expectedRevision, decidedBy: "somebody" };
          return codeOf(transact(em, (tx) => decideLabel(tx, deed)));
        }),
      );
      expect(new Set(codes)).toEqual(new Set([null, "STATE_CONFLICT"]));
      expect(await aqua()).toMatchObject({ revision: expectedRevision + 1 });
    }
  });

  test("keeps exercises retired that left the provider, and sorts them when they return", async () => {
    const retired = { status: "RETIRED", retiredAt: new Date() } as const;
    await em.fork().nativeUpdate(Exercise, { title: "Move 0" }, retired);
    await decide("MAPPED", "cardio");
    await sortAll();
    const gone = await em.fork().findOneOrFail(Exercise, { title: "Move 0" });
    expect(gone).toMatchObject({ status: "RETIRED", exerciseTypes: ["cardio"] });
  });

  test("reaches exercises that were added under the old decisions during a pass", async () => {
    for (let round = 0; round < campaignSize("RACE_ROUNDS", 6); round += 1) {
      const fresh = Array.from({ length: 20 }, (_, place) =>
        providerExercise(`New ${round} ${place}`, { exerciseTypes: ["aqua"] }),
      );
      const decision = round % 2 === 0 ? "IGNORED" : "UNMAPPED";
      await Promise.all([storeFromProvider(em, fresh), decide(decision).then(() => sortAll())]);
      await sortAll();
      const withheld = decision === "IGNORED" ? 0 : UNKNOWN + 20 * (round + 1);
      expect(await countBy("HELD")).toBe(withheld);
    }
  }, 60_000);
});

async function decide(decision: "MAPPED" | "IGNORED" | "UNMAPPED", nodeKey: string | null = null) {
  const { id: labelId, revision: expectedRevision } = await aqua();
  const deed = { labelId, decision, nodeKey, expectedRevision, decidedBy: "somebody" };
  await transact(em, (tx) => decideLabel(tx, deed));
}

/** Sorts as the workflow does; killed after the given number of slices. */
async function sortAll(mostSlices = Infinity): Promise<number> {
  let place: SortingPlace | null = await beginSorting(em);
  let slices = 0;
  for (; place !== null && slices < mostSlices; slices += 1) place = await sortSlice(em, place);
  return slices;
}

/** Each exercise with the number of its writes. */
async function revisions() {
  const rows = await em.fork().find(Exercise, {}, { orderBy: { id: "asc" } });
  return rows.map(({ id, revision }) => [id, revision]);
}
