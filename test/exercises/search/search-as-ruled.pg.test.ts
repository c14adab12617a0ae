import { beforeAll, expect, test } from "@jest/globals";
import {
  createOwnExercise,
  retireOwnExercise,
} from "../../../activities/exercises/own/own-exercises.ts";
import { DetailShape, exerciseOf } from "../../../activities/exercises/provider/api-v2-shapes.ts";
import { createExerciseSchema } from "../../../contract/exercises/own-schema.ts";
import { Exercise } from "../../../db/exercises/catalogue/exercise.ts";
import { listRelatedTerms, searchExercises } from "../../../db/exercises/search/queries.ts";
import type { SearchPage, SearchPosition } from "../../../db/exercises/search/search-page.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";
import { makeExercises } from "../../../tools/exercise-provider/make-exercises.ts";
import {
  buildCorrectedQuery,
  buildQuery,
  type BuiltQuery,
} from "../../../rules/exercises/search/build-query.ts";
import { lookupOf, readLexicon } from "../../../rules/exercises/search/lexicon.ts";
import { typedTerms } from "../../../rules/exercises/search/typed-terms.ts";
import { buildAgendaOwner } from "../../factories/agenda/agenda-owner.ts";
import { type Draw, drawFrom } from "../../factories/draw.ts";
import { isStatement } from "../../factories/db/explain.ts";
import { searchAsRuled } from "../../factories/exercises/search-reference.ts";
import { storeFromProvider } from "../../factories/exercises/store-from-provider.ts";
import { campaignSeed, campaignSize } from "../../harness/campaign.ts";
import { useOwnDatabase } from "../../harness/database.ts";
import { recordStatements } from "../../harness/record-statements.ts";
import { queries } from "./labelled-queries.ts";
import { useOrm } from "../../harness/use-orm.ts";

const CASES = campaignSize("DRAWN_CASES", 60);
const { em } = await useOrm(await useOwnDatabase());

let workspaceIds: readonly string[];
/** Every facet of an exercise, by kind. */
let facets: ReadonlyMap<string, readonly string[]>;

beforeAll(async () => {
  await storeFromProvider(
    em,
    makeExercises(400).map((exercise) => exerciseOf(DetailShape.parse({ data: exercise }).data)),
  );
  workspaceIds = [await workspaceWithOwn(), await workspaceWithOwn()];
  const [withheld, retired] = await em.fork().find(Exercise, { workspaceId: null }, { limit: 2 });
  await em.fork().nativeUpdate(Exercise, { id: withheld?.id ?? "" }, { status: "HELD" });
  const away = { status: "RETIRED", retiredAt: new Date() } as const;
  await em.fork().nativeUpdate(Exercise, { id: retired?.id ?? "" }, away);
  const all = await em.fork().find(Exercise, {});
  const distinct = new Set(all.flatMap((exercise) => exercise.facets));
  facets = Map.groupBy(distinct, (facet) => facet.split(":")[0] ?? "");
});

const TEXTS = [
  null,
  null,
  null,
  "be",
  "bench press",
  "sqaut",
  "press",
  "rdl",
  "curl",
  "bench pres",
];

test(`Any search returns what its rule says, page by page (${CASES} cases; docs/rooms/exercises.md#search)`, async () => {
  const draw = drawFrom(campaignSeed());
  for (let drawn = 0; drawn < CASES; drawn += 1) {
    const asked = await drawSearch(draw);
    let after: SearchPosition | null = null;
    for (let page = 0; page < 3; page += 1) {
      const { items, counts } = await searchExercises(em.fork(), { ...asked, after });
      const countByFacet = Object.fromEntries(counts.map(({ facet, count }) => [facet, count]));
      const ids = items.map(({ id }) => id);
      const ruled = await searchAsRuled(em.fork(), { ...asked, after });
      expect({ asked, page, ids, counts: countByFacet }).toEqual({ asked, page, ...ruled });
      const numbers = counts.map(({ count }) => count);
      expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
      after = items.length > asked.limit ? (items[asked.limit - 1] ?? null) : null;
      if (after === null) break;
    }
  }
});

test("Any search is one statement", async () => {
  const draw = drawFrom(campaignSeed());
  for (let drawn = 0; drawn < 10; drawn += 1) {
    const asked = await drawSearch(draw);
    const { sent } = await recordStatements(() => searchExercises(em.fork(), asked));
    expect(sent.filter(isStatement)).toHaveLength(1);
  }
});

/** A workspace with exercises of its own, the last of them archived. */
async function workspaceWithOwn(): Promise<string> {
  const { workspaceId, coachUserId: createdByUserId } = await buildAgendaOwner(em);
  const names = ["Bench Press Own", "Bench Press", "Squat of ours", "Bench Press", "Gone Press"];
  const keys = names.map(() => ({ workspaceId, exerciseId: newId() }));
  await transact(em, async (tx) => {
    for (const [nth, key] of keys.entries()) {
      const sorted = { muscleGroups: ["chest"], equipment: nth % 2 === 0 ? ["barbell"] : [] };
      const body = createExerciseSchema.parse({ name: names[nth], ...sorted });
      await createOwnExercise(tx, key, { fields: body, createdByUserId });
    }
    const last = keys.at(-1);
    if (last !== undefined) await retireOwnExercise(tx, last);
  });
  return workspaceId;
}

/** A random valid search without its pages. */
async function drawSearch(draw: Draw): Promise<SearchPage> {
  const text = draw.below(3) === 0 ? draw.pick(queries).query : draw.pick(TEXTS);
  const workspaceId = draw.pick(workspaceIds);
  const chosen = [...facets].flatMap(([kind, values]) =>
    draw.below(4) === 0 ? [[kind, [draw.pick(values), draw.pick(values)]] as const] : [],
  );
  return {
    workspaceId,
    query: await queryOf(workspaceId, text),
    facets: Object.fromEntries(chosen),
    source: draw.pick([null, null, "provider", "workspace"] as const),
    after: null,
    limit: draw.pick([1, 7, 50]),
  };
}

async function queryOf(workspaceId: string, text: string | null): Promise<BuiltQuery | null> {
  if (text === null) return null;
  const terms = typedTerms(text);
  const lexicon = readLexicon(await listRelatedTerms(em.fork(), workspaceId, lookupOf(terms)));
  return buildQuery(terms, lexicon) ?? buildCorrectedQuery(terms, lexicon);
}
