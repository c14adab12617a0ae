import { readFileSync } from "node:fs";
import { z } from "zod";
import type { LibraryReading } from "./library-reading.ts";

/** Texts of free-exercise-db, which are in the public domain; the repository contains none of its pictures. */
const RECORDS = new URL("../../test/exercises/matching/free-exercise-db.jsonl", import.meta.url);
const SOURCE = "bench";
const matchedSchema = z.object({ count: z.int(), seconds: z.number() });

/** Matches all exercises with 873 records, and again with nothing changed. */
export async function matchAll({ stack, database }: LibraryReading): Promise<readonly string[]> {
  await database.query("update licence_source set verdict = 'WITHDRAWN'");
  const count = await putRecords(database);
  const pass = async () =>
    matchedSchema.parse(
      JSON.parse(await stack.run("tools/match-exercises.ts", [stack.database.url])),
    );
  const measure = async (what: string) => {
    const { count: matched, seconds } = await pass();
    return `${what}: ${matched} exercises against ${count} items in ${seconds.toFixed(1)} s`;
  };
  return [await measure("first pass"), await measure("unchanged")];
}

/** Stores each record with a picture of one pixel that may be shown. */
async function putRecords(database: LibraryReading["database"]): Promise<number> {
  const records = readFileSync(RECORDS, "utf8").trim().split("\n");
  await database.query(
    `insert into licence_source (key, name, licence, evidence, attribution, verdict, revision, decided_by,
       decided_at, created_at, updated_at)
     values ($1, 'Bench', 'Unlicense', 'Texts alone', 'Bench', 'SHOWN', 1, 'bench', now(), now(), now())`,
    [SOURCE],
  );
  await database.query(
    `with record as (
       select gen_random_uuid() as id, said from unnest($2::jsonb[]) said
     ), item as (
       insert into library_item (id, source_key, source_id, name, equipment, primary_muscles,
         secondary_muscles, category, payload, item_hash, import_version, imported_at)
       select id, $1, said ->> 'id', said ->> 'name', said ->> 'equipment',
         array(select jsonb_array_elements_text(said -> 'primaryMuscles')),
         array(select jsonb_array_elements_text(said -> 'secondaryMuscles')), said ->> 'category', said,
         md5(said::text), '1', now()
       from record returning id, source_id
     )
     insert into library_asset (id, item_id, source_path, position, sha256, size_bytes, width, height,
       licence_source_key, imported_at)
     select gen_random_uuid(), id, source_id, 0, md5(source_id), 1, 1, 1, $1, now() from item`,
    [SOURCE, records],
  );
  return records.length;
}
