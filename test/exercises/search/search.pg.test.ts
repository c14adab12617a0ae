import { beforeAll, describe, expect, test } from "@jest/globals";
import { storeExercises } from "../../../activities/exercises/catalogue/store-exercises.ts";
import { DetailShape, exerciseOf } from "../../../activities/exercises/provider/api-v2-shapes.ts";
import { type LibrarySearch, searchLibrary } from "../../../activities/exercises/search-library.ts";
import { ensureTaxonomy } from "../../../db/exercises/catalogue/catalogue-rows.ts";
import { writeIntegration } from "../../../db/exercises/catalogue/write-integration.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";
import { makeExercises } from "../../../tools/exercise-provider/make-exercises.ts";
import { explainStatement, isStatement, nodesOf } from "../../factories/db/explain.ts";
import { eventually } from "../../factories/eventually.ts";
import { useOwnDatabase } from "../../harness/database.ts";
import { recordStatements } from "../../harness/record-statements.ts";
import { gradeOf, type LabelledQuery, queries } from "./labelled-queries.ts";
import { useOrm } from "../../harness/use-orm.ts";
import { useClient } from "../../harness/use-client.ts";

const { em, superuserUrl } = await useOrm(await useOwnDatabase(), { poolSize: 2 });
const superuser = await useClient(superuserUrl);

const library = makeExercises();
const byTitle = new Map(library.map((exercise) => [exercise.title, exercise]));
const workspaceId = newId();

beforeAll(async () => {
  const integration = {
    providerKey: "primary",
    credentialsReference: "EXERCISE_PROVIDER_API_KEY",
    planKey: "test",
    metered: true,
    mediaUniqueLimit: null,
    videoMinutesLimit: null,
    licensePolicy: "STREAM_ONLY",
    mediaHosts: [],
  };
  const exercises = library.map((exercise) =>
    exerciseOf(DetailShape.parse({ data: exercise }).data),
  );
  await transact(em.fork(), async (tx) => {
    await writeIntegration(tx, integration);
    await ensureTaxonomy(tx, new Date());
    await storeExercises(tx, { providerKey: "primary", exercises, now: new Date() });
  });
  await superuser.query("analyze exercise, exercise_word");
});

const gain = (grade: number, place: number) => (2 ** grade - 1) / Math.log2(place + 2);
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

describe("The labelled queries", () => {
  test.each(["tune", "judge"])(
    "of the half to %s find at least 0.95 of the wanted exercises among the first ten, nearly in order (docs/rooms/exercises.md#search)",
    async (split) => {
      const judged = [];
      for (const wanted of queries.filter((one) => one.split === split))
        judged.push(await judge(wanted));
      expect(judged.filter(({ isLabelled }) => !isLabelled)).toEqual([]);
      expect(judged.filter(({ isEmpty }) => isEmpty)).toEqual([]);
      const worst = judged.toSorted((a, b) => a.ndcg - b.ndcg).slice(0, 12);
      const recall = sum(judged.map((one) => one.recall)) / judged.length;
      const ndcg = sum(judged.map((one) => one.ndcg)) / judged.length;
      expect({ recall, ndcg, worst, good: recall >= 0.95 && ndcg >= 0.85 }).toMatchObject({
        good: true,
      });
    },
  );

  test("are at least 120, each once", () => {
    expect(queries.length).toBeGreaterThanOrEqual(120);
    expect(new Set(queries.map(({ query }) => query)).size).toBe(queries.length);
  });
});

test("A movement's name with one letter missing, doubled or exchanged still finds something", async () => {
  const names = [...new Set(queries.flatMap(({ movements }) => movements))];
  const empty: string[] = [];
  for (const name of names)
    for (const typed of mistakesOf(name))
      if ((await find(typed, { limit: 1 })).items.length === 0) empty.push(typed);
  expect(empty).toEqual([]);
});

/** Three typing errors in the middle of the longest word of a name. */
function mistakesOf(name: string): string[] {
  const [longest = ""] = name.split(/[ -]/).toSorted((a, b) => b.length - a.length);
  if (longest.length < 4) return [];
  const at = Math.floor(longest.length / 2);
  const [before, letter = "", after] = [longest.slice(0, at), longest[at], longest.slice(at + 1)];
  const words = [
    `${before}${after}`,
    `${before}${letter}${letter}${after}`,
    `${before}${after.slice(0, 1)}${letter}${after.slice(1)}`,
  ];
  return words.map((word) => name.replace(longest, word));
}

test("Pages list every exercise once, in one order, and the counts are right", async () => {
  const seen: string[] = [];
  let after: LibrarySearch["after"] = null;
  for (let page = 0; page < 40; page += 1) {
    const { items, counts, way } = await find("press", { after, limit: 25 });
    if (page > 0) expect(counts).toEqual([]);
    seen.push(...items.slice(0, 25).map(({ id }) => id));
    const last = items.length > 25 ? items[24] : undefined;
    after = last === undefined ? null : { way, position: last };
    if (after === null) break;
  }
  const all = await find("press", { limit: 2_000 });
  expect(seen).toEqual(all.items.map(({ id }) => id));
  const videos = all.items.filter(({ hasVideo }) => hasVideo).length;
  expect(all.counts).toContainEqual({ facet: "hasVideo:true", count: videos });
});

test("Values of one facet are alternatives, facets combine, and counts ignore their own facet's filter", async () => {
  const facets = { equipment: ["equipment:barbell"], muscle: ["muscle:chest"] };
  const { items, counts } = await find(null, { facets, limit: 2_000 });
  const wanted = library.filter(
    ({ equipment, muscleGroup }) => equipment === "barbell" && muscleGroup === "chest",
  );
  expect(items.map(({ title }) => title).toSorted()).toEqual(
    wanted.map(({ title }) => title).toSorted(),
  );
  const chest = library.filter(({ muscleGroup }) => muscleGroup === "chest");
  const cables = chest.filter(({ equipment }) => equipment === "cable").length;
  expect(counts).toContainEqual({ facet: "equipment:cable", count: cables });
});

test.each(["%%", "__", "жим лёжа", "卧推", "-- ;'\"\\", "&|!():*", "zzzzqqqqxxxx"])(
  "A text without meaning here finds nothing: %s",
  async (text) => {
    expect(await find(text)).toMatchObject({ items: [], counts: [] });
  },
);

test("Searches and their terms use their indexes", async () => {
  await superuser.query("set enable_seqscan = off");
  const plans = await Promise.all(
    [
      "explain select 1 from exercise where search @@ '''bench'':*AB'::tsquery",
      "explain select 1 from exercise_word where remnants && '{benc}' or word like 'benc%' or word % 'benc'",
    ].map((text) => superuser.query<{ "QUERY PLAN": string }>(text)),
  );
  const [search = "", words = ""] = plans.map(({ rows }) => JSON.stringify(rows));
  expect(search).toContain("exercise_search_idx");
  expect(words).toContain("exercise_word_remnants_idx");
  expect(words).toContain("exercise_word_pieces_idx");
});

/** Copies the library under other names until there are some ten thousand exercises. */
async function multiplyLibrary(): Promise<void> {
  const { rows } = await superuser.query<{ column: string }>(
    `select attname as column from pg_attribute
      where attrelid = 'exercise'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
  );
  const columns = rows.map(({ column }) => column);
  const changed: Readonly<Record<string, string>> = {
    id: "gen_random_uuid()",
    provider_exercise_id: "provider_exercise_id || '-' || n",
    name_key: "name_key || ' ' || n",
  };
  // A row whose commit is not flushed is not all-visible, so an index-only scan would visit the table.
  await superuser.query("set synchronous_commit = on");
  await superuser.query(
    `insert into exercise (${columns.join()}) select ${columns.map((column) => changed[column] ?? column).join()}
     from exercise, generate_series(1, $1) n`,
    [Math.ceil(10_000 / library.length)],
  );
  // A reader with an older snapshot keeps pages from being all-visible; an index-only scan is then no cheaper.
  await eventually(async () => {
    await superuser.query("vacuum analyze exercise");
    const { rows: pages } = await superuser.query<{ seen: boolean }>(
      "select relallvisible = relpages as seen from pg_class where oid = 'exercise'::regclass",
    );
    return pages[0]?.seen;
  }, Boolean);
}

test("With ten thousand exercises a search uses its indexes: those of pages and counts, and the terms' for typed text (docs/rooms/exercises.md#search)", async () => {
  await multiplyLibrary();
  const used = async (...asked: Parameters<typeof find>) => {
    const { sent } = await recordStatements(() => find(...asked));
    const statement = sent.filter(isStatement).at(-1);
    if (statement === undefined) throw new Error("Nothing was sent");
    const nodes = nodesOf(await explainStatement(superuser, statement));
    expect(nodes.filter((node) => node["Relation Name"] === "exercise").length).toBeGreaterThan(1);
    const scans = nodes.filter((node) => node["Node Type"] === "Seq Scan");
    expect(scans.map((node) => node["Relation Name"])).not.toContain("exercise");
    return new Set(nodes.flatMap((node) => node["Index Name"] ?? []));
  };
  const facets = { hasVideo: ["hasVideo:true"] };
  const [page, line] = ["exercise_library_idx", "exercise_facet_line_idx"];
  for (const asked of [{}, { facets }]) {
    const indexes = await used(null, asked);
    expect([indexes.has(page), indexes.has(line)]).toEqual([true, true]);
  }
  for (const typed of ["be", "benc", "bench press", "sqaut"])
    expect((await used(typed, { facets })).has("exercise_search_idx")).toBe(true);
});

async function find(
  text: string | null,
  more: {
    facets?: Record<string, string[]>;
    after?: LibrarySearch["after"];
    limit?: number;
  } = {},
) {
  const { facets = {}, after = null, limit = 10 } = more;
  const search = { workspaceId, text, facets, source: null, after, limit };
  const { items, counts, way } = await searchLibrary(em.fork(), search);
  return { items, counts, way };
}

/** Recall and nDCG of the first ten results, 0 to 1. */
async function judge(wanted: LabelledQuery) {
  const ideal = library
    .map((exercise) => gradeOf(wanted, exercise))
    .filter((grade) => grade > 0)
    .toSorted((a, b) => b - a)
    .slice(0, 10);
  const { items } = await find(wanted.query);
  const grades = items.slice(0, 10).map(({ title }) => {
    const exercise = byTitle.get(title);
    return exercise === undefined ? 0 : gradeOf(wanted, exercise);
  });
  const found = grades.filter((grade) => grade > 0).length;
  return {
    query: wanted.query,
    isLabelled: ideal.length > 0,
    isEmpty: items.length === 0,
    recall: found / ideal.length,
    ndcg: sum(grades.map(gain)) / sum(ideal.map(gain)),
  };
}
