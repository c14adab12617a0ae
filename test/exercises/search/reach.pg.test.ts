import { beforeAll, describe, expect, test } from "@jest/globals";
import { listRelatedTerms, searchExercises } from "../../../db/exercises/search/queries.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { buildQuery, typedTerms } from "../../../rules/exercises/search/build-query.ts";
import { remnantsOf } from "../../../rules/exercises/search/remnants.ts";
import {
  providerExercise,
  storeFromProvider,
} from "../../factories/exercises/store-from-provider.ts";
import { useOwnDatabase } from "../../harness/database.ts";
import { useOrm } from "../../harness/use-orm.ts";
import { records } from "../matching/labelled.ts";
import { type CoachQuery, coachQueries, halfOf } from "./coach-queries.ts";

const { em } = await useOrm(await useOwnDatabase());
const workspaceId = newId();

beforeAll(async () => {
  await storeFromProvider(
    em,
    records.map(({ name, equipment, muscles }) =>
      providerExercise(name, {
        equipment: equipment === null ? [] : [equipment],
        muscleGroups: muscles,
      }),
    ),
  );
});

describe("The searches that coaches type", () => {
  test("are at least 300, each once, and name exercises of the collection", () => {
    const names = new Set(records.map(({ name }) => name));
    expect(coachQueries.length).toBeGreaterThanOrEqual(300);
    expect(new Set(coachQueries.map(({ query }) => query.toLowerCase())).size).toBe(
      coachQueries.length,
    );
    const unknown = coachQueries.flatMap(({ accepted }) =>
      accepted.filter((name) => !names.has(name)),
    );
    expect(unknown).toEqual([]);
  });

  test("have a right answer among the first ten (docs/rooms/exercises.md#search)", async () => {
    const places: { asked: CoachQuery; place: number; found: readonly string[] }[] = [];
    for (const asked of coachQueries) places.push({ asked, ...(await placeOf(asked)) });
    const lines = (["tune", "judge"] as const).map((half) => {
      const own = places.filter(({ asked }) => halfOf(asked) === half);
      const share = (count: number) => `${((100 * count) / own.length).toFixed(1)} %`;
      const first = own.filter(({ place }) => place === 0).length;
      const inTen = own.filter(({ place }) => place >= 0).length;
      const nothing = own.filter(({ found }) => found.length === 0).length;
      return `${half}: ${own.length} searches, first ${share(first)}, in ten ${share(inTen)}, nothing ${share(nothing)}`;
    });
    if (process.env["REACH"] !== undefined) process.stdout.write(`${lines.join("\n")}\n`);
    if (process.env["REACH"] === "tune")
      for (const { asked, place, found } of places)
        if (place !== 0 && halfOf(asked) === "tune")
          process.stdout.write(
            `${asked.kind}\t${asked.query}\t${place}\t${found.slice(0, 4).join("; ")}\n`,
          );
  });
});

/** The place of the first right answer among ten, from 0; -1 without one. */
async function placeOf({ query, accepted }: CoachQuery) {
  const found = await find(query);
  return { place: found.findIndex((name) => accepted.includes(name)), found };
}

async function find(text: string): Promise<string[]> {
  const words = typedTerms(text);
  const typed = words.map((word) => ({ word, remnants: remnantsOf(word) }));
  const query = buildQuery(words, await listRelatedTerms(em.fork(), workspaceId, typed));
  if (query === null) return [];
  const { items } = await searchExercises(em.fork(), {
    workspaceId,
    query,
    facets: {},
    source: null,
    after: null,
    limit: 10,
  });
  return items.slice(0, 10).map(({ title }) => title);
}
