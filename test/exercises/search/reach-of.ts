import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { searchLibrary } from "../../../activities/exercises/search-library.ts";
import {
  providerExercise,
  storeFromProvider,
} from "../../factories/exercises/store-from-provider.ts";
import { records } from "../matching/labelled.ts";
import { type CoachQuery, coachQueries, halfOf } from "./coach-queries.ts";

/** Percentages of a half's queries by the place of a right exercise among the results. */
export interface Reach {
  readonly queries: number;
  /** A right exercise comes first. */
  readonly first: number;
  /** A right exercise is among the first ten. */
  readonly inTen: number;
  /** Nothing is found. */
  readonly nothing: number;
  /** Queries without a right exercise in the first place, each with the names that came. */
  readonly missed: readonly string[];
}

/** Stores the 873 exercises of free-exercise-db as a provider's. */
export async function storeCollection(em: SqlEntityManager): Promise<void> {
  const exercises = records.map(({ name, equipment, muscles }) =>
    providerExercise(name, {
      equipment: equipment === null ? [] : [equipment],
      muscleGroups: muscles,
    }),
  );
  await storeFromProvider(em, exercises);
}

/** Searches the stored collection with every query of a half. */
export async function reachOf(
  em: SqlEntityManager,
  workspaceId: string,
  half: "tune" | "judge",
): Promise<Reach> {
  const own = coachQueries.filter((query) => halfOf(query) === half);
  const found: Awaited<ReturnType<typeof answerTo>>[] = [];
  for (const query of own) found.push(await answerTo(em, workspaceId, query));
  const share = (isCounted: (answer: (typeof found)[number]) => boolean) =>
    Math.round((1_000 * found.filter(isCounted).length) / own.length) / 10;
  return {
    queries: own.length,
    first: share(({ place }) => place === 0),
    inTen: share(({ place }) => place >= 0),
    nothing: share(({ names }) => names.length === 0),
    missed: found
      .filter(({ place }) => place !== 0)
      .map(({ query, names }) => `${query} -> ${names.slice(0, 4).join("; ")}`),
  };
}

async function answerTo(
  em: SqlEntityManager,
  workspaceId: string,
  { query: text, accepted }: CoachQuery,
) {
  const search = { workspaceId, text, facets: {}, source: null, after: null, limit: 10 };
  const { items } = await searchLibrary(em.fork(), search);
  const names = items.slice(0, 10).map(({ title }) => title);
  return { query: text, names, place: names.findIndex((name) => accepted.includes(name)) };
}
