import { beforeAll, describe, expect, test } from "@jest/globals";
import { type LibrarySearch, searchLibrary } from "../../../activities/exercises/search-library.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { useOwnDatabase } from "../../harness/database.ts";
import { useOrm } from "../../harness/use-orm.ts";
import { records } from "../matching/labelled.ts";
import { coachQueries } from "./coach-queries.ts";
import { reachOf, storeCollection } from "./reach-of.ts";

const { em } = await useOrm(await useOwnDatabase());
const workspaceId = newId();

beforeAll(async () => {
  await storeCollection(em);
});

describe("The searches that coaches type", () => {
  test("are at least 300, each once, and name exercises of the collection", () => {
    const names = new Set(records.map(({ name }) => name));
    expect(coachQueries.length).toBeGreaterThanOrEqual(300);
    const distinct = new Set(coachQueries.map(({ query }) => query.toLowerCase()));
    expect(distinct.size).toBe(coachQueries.length);
    const accepted = coachQueries.flatMap((query) => query.accepted);
    expect(accepted.filter((name) => !names.has(name))).toEqual([]);
  });

  test("of the half to judge find a right exercise first for 85 of 100, among ten for 95, and nothing for at most 2 (docs/rooms/exercises.md#search)", async () => {
    const { first, inTen, nothing, missed } = await reachOf(em, workspaceId, "judge");
    const isReached = first >= 85 && inTen >= 95 && nothing <= 2;
    expect({ first, inTen, nothing, isReached, missed }).toMatchObject({ isReached: true });
  });
});

describe("A search over the names of the collection", () => {
  test.each([
    ["dl", "Barbell Deadlift"],
    ["sumo dl", "Sumo Deadlift"],
    ["single arm dumbbell row", "One-Arm Dumbbell Row"],
    ["back squat", "Barbell Squat"],
    ["hanging knee raise", "Hanging Leg Raise"],
    ["sldl", "Stiff-Legged Barbell Deadlift"],
    ["rdl", "Romanian Deadlift"],
    ["reverse pec deck", "Reverse Machine Flyes"],
    ["swiss ball crunch", "Exercise Ball Crunch"],
    ["Push-Up Wide", "Push-Up Wide"],
    ["pushup", "Pushups"],
    ["T-Bar", "Lying T-Bar Row"],
    ["bend press", "Bent Press"],
  ])("finds for %j first %j (docs/rooms/exercises.md#search)", async (text, name) => {
    expect((await find(text)).names[0]).toBe(name);
  });

  test.each([
    ["Eleiko incline bench pull", ["Eleiko"], "Incline Bench Pull"],
    ["Technogym leg press", ["Technogym"], "Leg Press"],
    ["zercher Hackenschmidt lunge", ["zercher", "Hackenschmidt"], "Barbell Lunge"],
  ])(
    "that no name matches leaves out the fewest words, never the movement: %s",
    async (text, leftOut, name) => {
      const found = await find(text);
      expect(found).toMatchObject({ leftOut });
      expect(found.names).toContain(name);
    },
  );

  test.each(["L-sit", "pizza margherita", "burpee kettlebell", "Technogym burpee", "banana"])(
    "finds nothing for what resembles nothing: %s",
    async (text) => {
      expect(await find(text)).toMatchObject({ names: [], leftOut: [] });
    },
  );

  test("that leaves words out keeps them for every page, and counts facets of all results", async () => {
    const search = { text: "flurble bench press", limit: 5 };
    const first = await page(search);
    const after = {
      way: first.way,
      position: first.items[4] ?? { tier: 0, words: 0, name: "", id: "" },
    };
    const second = await page({ ...search, after });
    const all = await page({ ...search, limit: 100 });
    expect([first, second, all].map(({ leftOut }) => leftOut)).toEqual(
      Array.from({ length: 3 }, () => ["flurble"]),
    );
    const ids = [...first.items.slice(0, 5), ...second.items.slice(0, 5)].map(({ id }) => id);
    expect(ids).toEqual(all.items.slice(0, 10).map(({ id }) => id));
    const facets = { equipment: ["equipment:kettlebell"] };
    expect(await page({ ...search, facets })).toMatchObject({ leftOut: ["flurble"], items: [] });
  });
});

async function find(text: string) {
  const { items, leftOut } = await page({ text, limit: 10 });
  return { names: items.slice(0, 10).map(({ title }) => title), leftOut };
}

async function page(search: Pick<LibrarySearch, "text" | "limit"> & Partial<LibrarySearch>) {
  return await searchLibrary(em.fork(), {
    workspaceId,
    facets: {},
    source: null,
    after: null,
    ...search,
  });
}
