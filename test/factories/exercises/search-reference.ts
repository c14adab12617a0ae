import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { SearchPage } from "../../../db/exercises/search/search-page.ts";
import type { BuiltQuery } from "../../../rules/exercises/search/build-query.ts";

interface ReferenceRow {
  readonly id: string;
  readonly name: string;
  readonly words: number;
  readonly facets: readonly string[];
  readonly isOwn: boolean;
  /** Whether it matches each tier. */
  readonly ways: readonly boolean[];
}

/**
 * The answer of a search by its rule (docs/rooms/exercises.md#search), computed from every row. It has the ids of the
 * page, with one more than the limit if there are more; the first page has the facet counts too.
 */
export async function searchAsRuled(em: SqlEntityManager, page: SearchPage) {
  const { query, facets, source, after, limit } = page;
  const rows = (await rowsOf(em, page)).filter(
    ({ isOwn }) => source === null || isOwn === (source === "workspace"),
  );
  const tierOf = ({ ways }: ReferenceRow) => (query === null ? 0 : ways.indexOf(true));
  const shown = rows.filter((row) => tierOf(row) >= 0);
  const missed = ({ facets: own }: ReferenceRow) =>
    Object.entries(facets).flatMap(([kind, values]) =>
      values.some((value) => own.includes(value)) ? [] : [kind],
    );
  // The rows are sorted by name and id.
  const ordered = shown
    .filter((row) => missed(row).length === 0)
    .toSorted((a, b) => tierOf(a) - tierOf(b) || (query === null ? 0 : a.words - b.words));
  const from = after === null ? 0 : ordered.findIndex(({ id }) => id === after.id) + 1;
  const counts = new Map<string, number>();
  for (const row of after === null ? shown : [])
    for (const facet of row.facets) {
      const others = missed(row).filter((kind) => !facet.startsWith(`${kind}:`));
      if (others.length === 0) counts.set(facet, (counts.get(facet) ?? 0) + 1);
    }
  return {
    ids: ordered.slice(from, from + limit + 1).map(({ id }) => id),
    counts: Object.fromEntries(counts),
  };
}

async function rowsOf(em: SqlEntityManager, { workspaceId, query }: SearchPage) {
  const { rows } = await sql<ReferenceRow>`
    select id, left(name_key, 100) as name, name_words as words, facets, workspace_id is not null as "isOwn",
      ${waysOf(query)} as ways
    from exercise
    where status = 'ACTIVE' and (workspace_id is null or workspace_id = ${workspaceId})
    order by left(name_key, 100), id
  `.execute(em.getKysely());
  return rows;
}

function waysOf(query: BuiltQuery | null) {
  if (query === null) return sql`array[true]`;
  const { title, name, tiers } = query;
  const finds = tiers.map(({ query: text }) => sql`search @@ ${text}::tsquery`);
  const isNamed = sql`search @@ ${tiers.at(-1)?.query}::tsquery and replace(name_key, ' ', '') = ${name}`;
  return sql`array[${isNamed} and lower(title) = ${title}, ${isNamed}, ${sql.join(finds)}]`;
}
