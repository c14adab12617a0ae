import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { storeExercises } from "../../../activities/exercises/catalogue/store-exercises.ts";
import { DetailShape, exerciseOf } from "../../../activities/exercises/provider/api-v2-shapes.ts";
import {
  exerciseDetailSchema,
  exerciseSearchSchema,
} from "../../../contract/exercises/search-schema.ts";
import { ensureTaxonomy } from "../../../db/exercises/catalogue/catalogue-rows.ts";
import { Exercise } from "../../../db/exercises/catalogue/exercise.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";
import { makeExercises } from "../../../tools/exercise-provider/make-exercises.ts";
import { refusalOf, registeredCoach, somebody } from "../../factories/accounts/people.ts";
import { putExercises } from "../../factories/exercises/put-exercises.ts";
import { useOwnDatabase } from "../../harness/database.ts";
import { useApi } from "../../harness/use-api.ts";

const { api, issuer } = await useApi({ database: await useOwnDatabase() });
let coach: { token: string; path: string };
let foreign: { token: string; path: string };

beforeAll(async () => {
  coach = await coachWithLibrary();
  foreign = await coachWithLibrary();
  // One provider, and exercises that are not found.
  await putExercises(em(), [
    { title: "Zottman Retired", status: "RETIRED" },
    { title: "Zottman Held", status: "HELD" },
  ]);
  const exercises = makeExercises(60).map((exercise) =>
    exerciseOf(DetailShape.parse({ data: exercise }).data),
  );
  await transact(em(), async (tx) => {
    await ensureTaxonomy(tx, new Date());
    await storeExercises(tx, { providerKey: "made-up", exercises, now: new Date() });
  });
});

const em = () => api.deps.database.em.fork();

const found = async (query: string) => exerciseSearchSchema.parse((await asked(query)).data);
const detail = async (id: string) => await api.call("GET", `${coach.path}/exercises/${id}`, coach);

describe("A search", () => {
  test("finds exercises, shows how, and repeats exactly (docs/rooms/exercises.md#search)", async () => {
    const first = await found("q=bnech&limit=100");
    expect(first.items.length).toBeGreaterThan(0);
    expect(new Set(first.items.map(({ matched }) => matched))).toEqual(new Set(["MISTYPED"]));
    expect(first.items[0]).toMatchObject({
      source: "provider",
      thumbnailAssetUrl: null,
      placeholder: "chest",
    });
    expect(await found("q=bnech&limit=100")).toEqual(first);
  });

  test("without a query lists all by name, page by page, except held and retired ones", async () => {
    const seen: string[] = [];
    let cursor = "";
    for (let page = 0; page < 10; page += 1) {
      const { items, nextCursor, facets } = await found(`source=provider&limit=25${cursor}`);
      expect(facets === null).toBe(page > 0);
      seen.push(...items.map(({ name }) => name));
      if (nextCursor === null) break;
      cursor = `&cursor=${nextCursor}`;
    }
    expect(seen).toHaveLength(60);
    expect(new Set(seen).size).toBe(60);
    expect((await found("q=zottman")).items).toEqual([]);
    expect((await found("source=workspace")).items).toEqual([]);
  });

  test("continues only with a cursor of its own query", async () => {
    const { nextCursor } = await found("limit=5&equipment=barbell,dumbbell");
    expect(nextCursor).not.toBeNull();
    const other = await asked(`limit=5&equipment=barbell&cursor=${nextCursor}`);
    expect(refusalOf(other)).toBe("400 CURSOR_INVALID");
    expect(refusalOf(await asked(`limit=5&cursor=${nextCursor}`))).toBe("400 CURSOR_INVALID");
  });

  test("that no exercise matches names the words it left out, on every page and for every facet (docs/rooms/exercises.md#search)", async () => {
    const q = "q=Technogym%20squat&limit=2";
    const first = await found(q);
    expect(first).toMatchObject({ leftOut: ["Technogym"], facets: expect.anything() });
    expect(new Set(first.items.map(({ matched }) => matched))).toEqual(new Set(["SOME_WORDS"]));
    expect(await found(`${q}&cursor=${first.nextCursor ?? ""}`)).toMatchObject({
      leftOut: ["Technogym"],
      facets: null,
    });
    expect(await found(`${q}&equipment=foam_roller`)).toMatchObject({
      leftOut: ["Technogym"],
      items: [],
    });
    expect(await found("q=squat")).toMatchObject({ leftOut: [] });
  });

  test.each([
    "q=a",
    `q=${"a".repeat(1_000)}`,
    "q=be%00nch",
    "equipment=spoon",
    "muscleGroup=chest,spleen",
    "difficulty=",
    "hasVideo=maybe",
    "source=wger",
    "limit=0",
  ])("that is malformed is refused: %s", async (query) => {
    expect((await asked(query)).status).toBe(400);
  });

  test.each(["%%%", "___", "жим", "'; -- \\ /* */", "卧推", "&|!:*"])(
    "for a meaningless text finds nothing: %s",
    async (text) => {
      const { items, nextCursor } = await found(`q=${encodeURIComponent(text)}`);
      expect({ items, nextCursor }).toEqual({ items: [], nextCursor: null });
    },
  );

  test("is for coaches of the workspace", async () => {
    const { path } = coach;
    expect((await api.call("GET", `${path}/search?q=bench`)).status).toBe(401);
    expect((await asked("q=bench", { token: foreign.token, path })).status).toBe(404);
  });
});

describe("The detail of an exercise", () => {
  test("shows everything known of it, and no media", async () => {
    const { items } = await found("q=bench+press");
    const answer = await detail(items[0]?.exerciseId ?? "");
    expect(exerciseDetailSchema.parse(answer.data)).toMatchObject({
      name: items[0]?.name,
      status: "ACTIVE",
      muscleGroups: ["chest"],
      thumbnail: null,
      placeholder: "chest",
    });
    expect(JSON.stringify(answer.data)).not.toMatch(/videoUrl|https?:/);
  });

  test("that its provider has not confirmed for two days is answered as it is, and requested once (docs/rooms/exercises.md#refresh)", async () => {
    const { items } = await found("q=bench+press");
    const id = items[0]?.exerciseId ?? "";
    const fresh = await detail(id);
    const noted = async () => (await em().findOneOrFail(Exercise, { id })).detailAskedOn;
    expect(await noted()).toBeNull();
    const detailReadAt = new Date(Date.now() - 49 * 3_600_000);
    await em().nativeUpdate(Exercise, { id }, { detailReadAt });
    expect((await detail(id)).data).toEqual(fresh.data);
    expect(await noted()).toBe(new Date().toISOString().slice(0, 10));
    expect((await detail(id)).data).toEqual(fresh.data);
    expect(await em().findOneOrFail(Exercise, { id })).toMatchObject({ revision: 1, detailReadAt });
  });

  test("shows since when it is retired; it is refused if held, unknown or malformed", async () => {
    const retired = exerciseDetailSchema.parse((await detail(await idOf("RETIRED"))).data);
    expect(retired).toMatchObject({ status: "RETIRED" });
    expect(retired.retiredAt).not.toBeNull();
    expect(refusalOf(await detail(await idOf("HELD")))).toBe("404 NOT_FOUND");
    expect(refusalOf(await detail(randomUUID()))).toBe("404 NOT_FOUND");
    expect((await detail("1")).status).toBe(400);
    expect((await api.call("GET", `${coach.path}/exercises/${randomUUID()}`)).status).toBe(401);
  });
});

async function coachWithLibrary() {
  const { token, workspaceId } = await registeredCoach(api, somebody(issuer));
  return { token, path: `/api/v1/workspaces/${workspaceId}/exercise-library` };
}

async function asked(query: string, { token, path } = coach) {
  return await api.call("GET", `${path}/search?${query}`, { token });
}

async function idOf(status: "HELD" | "RETIRED") {
  const { id } = await em().findOneOrFail(Exercise, { status });
  return id;
}
