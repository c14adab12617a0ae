import { randomUUID } from "node:crypto";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { type Image, type Rows, rowsUnder } from "./scope-images.ts";

/** How a copy differs from what was recorded. */
export interface Differences {
  /** When the copy comes into being, by the clock of the database. */
  readonly now: Date;
  /** Ids by those in the image: of what is there already, and of what somebody chose. */
  readonly ids: ReadonlyMap<string, string>;
  /** Days, of which the image has one. */
  readonly days?: { readonly from: string; readonly to: string };
  /** Any other difference, made in the rows. */
  readonly change?: (rows: Rows, idOf: (recorded: string) => string) => void | Promise<void>;
  /** The scope that is there already and counts what comes with the image as one more change. */
  readonly scopeId?: string;
}

/**
 * Writes what an image recorded once more, under ids of its own and as of now, in one statement.
 * Returns how to find the id of something in the copy.
 */
export async function putImage(
  em: SqlEntityManager,
  image: Image,
  { now, ids, days, change, scopeId }: Differences,
): Promise<(recorded: string) => string> {
  const all = new Map([...freshIds(image.ownIds), ...ids]);
  const idOf = (recorded: string) => all.get(recorded) ?? recorded;
  const rows = rowsUnder(image, all);
  const lateMs = now.getTime() - new Date(image.at).getTime();
  bringForward(rows, lateMs, days);
  await change?.(rows, idOf);
  const tables = image.tables.filter((table) => scopeId === undefined || !IN_PLACE.has(table));
  const inserts = tables.map((table, index) => insertInto(table, index, scopeId !== undefined));
  await sql`
    with given as materialized (select ${JSON.stringify(rows)}::jsonb as rows),
    scope as (
      update relationship_scope set seq = seq + 1
      where relationship_id = ${scopeId ?? null}::uuid returning seq
    ), ${sql.join(inserts)}
    select 1
  `.execute(em.fork().getKysely());
  return idOf;
}

/** Ids that keep the order in which they were made. */
function freshIds(recorded: readonly string[]): [string, string][] {
  return recorded.map((id) => [id, id[VERSION_AT] === "7" ? uuidv7() : randomUUID()]);
}

/** What is there already of a scope: its counter, and the day that is open. */
const IN_PLACE = new Set(["relationship_scope", "agenda_day"]);

const VERSION_AT = 14;
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/;
/** What falls on the day of the image at some time of that day, by table. */
const TIMES_OF_DAY: Readonly<Record<string, readonly string[]>> = {
  agenda_task: ["due_at", "starts_at"],
};

/** Moves the instants of rows, and their day where another is told. */
export function bringForward(rows: Rows, lateMs: number, days?: Differences["days"]): void {
  for (const [table, ofTable] of Object.entries(rows))
    for (const row of ofTable)
      for (const [column, value] of Object.entries(row)) {
        if (typeof value !== "string") continue;
        if (value === days?.from) row[column] = days.to;
        if (!INSTANT.test(value)) continue;
        row[column] =
          TIMES_OF_DAY[table]?.includes(column) === true
            ? value.replace(days?.from ?? "", days?.to ?? "")
            : new Date(Date.parse(value) + lateMs).toISOString().replace("Z", "+00:00");
      }
}

function insertInto(table: string, index: number, counted: boolean) {
  const [name, target, key] = [sql.ref(`put_${index}`), sql.table(table), sql.lit(table)];
  const rows =
    counted && table === "scope_change"
      ? sql`(select jsonb_agg(row || jsonb_build_object('seq', scope.seq))
          from scope, jsonb_array_elements(given.rows -> ${key}) as row)`
      : sql`(given.rows -> ${key})`;
  return sql`${name} as (
    insert into ${target} select copy.* from given,
      lateral jsonb_populate_recordset(null::${target}, ${rows}) as copy)`;
}
