import { randomUUID } from "node:crypto";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { type Image, type Rows, rowsUnder } from "./scope-images.ts";

/** How a copy differs from the recorded image. */
export interface Differences {
  /** When the copy is created, by the clock of the database. */
  readonly now: Date;
  /** Replacement ids by recorded id: of rows that already exist, and of ids that the test chose. */
  readonly ids: ReadonlyMap<string, string>;
  /** The day to move to; an image has one day. */
  readonly days?: { readonly from: string; readonly to: string };
  /** Any other change of the rows. */
  readonly change?: (rows: Rows, idOf: (recorded: string) => string) => void | Promise<void>;
  /** An existing scope, which counts the rows of the image as one more change. */
  readonly scopeId?: string;
}

/**
 * Inserts the rows of an image again, under new ids and dated now, in one statement. Returns a function that maps a
 * recorded id to the id in the copy.
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

/** Fresh ids in the order of the recorded ones. */
function freshIds(recorded: readonly string[]): [string, string][] {
  return recorded.map((id) => [id, id[VERSION_AT] === "7" ? uuidv7() : randomUUID()]);
}

/** Rows of a scope that already exist: its counter and its open day. */
const IN_PLACE = new Set(["relationship_scope", "agenda_day"]);

const VERSION_AT = 14;
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/;
/** Columns with a time of the image's day, by table. */
const TIMES_OF_DAY: Readonly<Record<string, readonly string[]>> = {
  agenda_task: ["due_at", "starts_at"],
};

/** Moves the instants of rows, and their day if another is given. */
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
