import { type RawBuilder, sql } from "kysely";
import type { RosterSort } from "../../../../contract/inbox/console/vocabulary.ts";

/** A column of `ranked` that orders the roster; all ascend. */
interface RankColumn {
  readonly name: string;
  readonly type: "int" | "timestamptz" | "uuid";
  /** SQL of it, for a client `r` with their most important task `top` and their last sync `synced`. */
  readonly value: string;
}

const NOBODY = "00000000-0000-0000-0000-000000000000";

/** In the order of the inbox; clients without a task come last. */
const OF_ATTENTION: readonly RankColumn[] = [
  { name: "idle", type: "int", value: "(top.id is null)::int" },
  { name: "calm", type: "int", value: "(not coalesce(top.urgent, false))::int" },
  { name: "low", type: "int", value: "-coalesce(top.priority_score, 0)" },
  { name: "due", type: "timestamptz", value: "coalesce(top.due_order, '-infinity')" },
  // Newest first, as a time that ascends.
  {
    name: "age",
    type: "timestamptz",
    value:
      "'epoch'::timestamptz + ('epoch'::timestamptz - coalesce(top.last_occurrence_at, 'epoch'))",
  },
  { name: "task_id", type: "uuid", value: `coalesce(top.id, '${NOBODY}')` },
];

/** Longest ago first; a client without a phone has never synced. */
const OF_LAST_SYNC: readonly RankColumn[] = [
  { name: "synced", type: "timestamptz", value: "coalesce(synced.at, '-infinity')" },
];

const COLUMNS: Readonly<Record<RosterSort, readonly RankColumn[]>> = {
  ATTENTION: OF_ATTENTION,
  NAME: [],
  LAST_SYNC: OF_LAST_SYNC,
};

/**
 * Where a page starts: the sort keys of the client before it, as texts by name. Never a name: the position stands in
 * an address, so the statement looks the name up by the client's id.
 */
export type RosterPosition = Readonly<Record<string, string>>;

/** SQL of the columns of `ranked` that an order needs. */
export function rankColumns(sort: RosterSort): RawBuilder<unknown> {
  return sql.raw(COLUMNS[sort].map(({ name, value }) => `${value} as ${name}, `).join(""));
}

/** SQL after `order by`, for rows of `ranked`; equal names are ordered by id. */
export function rosterOrder(sort: RosterSort): RawBuilder<unknown> {
  return sql.raw([...COLUMNS[sort].map(({ name }) => `ranked.${name}`), ...LAST].join());
}

const LAST = ["ranked.name", "ranked.id"] as const;

/** SQL of the position of a row of `ranked`, as a JSON object of texts. */
export function rosterPosition(sort: RosterSort): RawBuilder<RosterPosition> {
  const parts = COLUMNS[sort].map(
    ({ name }) => sql`${sql.lit(name)}, ${sql.raw(`ranked.${name}::text`)}`,
  );
  return sql<RosterPosition>`json_build_object(${sql.join([...parts, sql`'id', ranked.id::text`])})`;
}

/** SQL of whether a row of `ranked` comes after a position; its last name is that of the client at the position. */
export function afterPosition(
  sort: RosterSort,
  position: RosterPosition,
  nameOf: (relationshipId: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const id = sql`${position["id"] ?? ""}::uuid`;
  const values = COLUMNS[sort].map(
    ({ name, type }) => sql`${position[name] ?? ""}::${sql.raw(type)}`,
  );
  return sql`(${rosterOrder(sort)}) > (${sql.join([...values, nameOf(id), id])})`;
}
