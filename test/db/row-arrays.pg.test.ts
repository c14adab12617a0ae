import { afterAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import { sql } from "kysely";
import { z } from "zod";
import { executorOf } from "../../db/platform/pipeline/pipeline.ts";
import { openDatabase } from "../../db/open-database.ts";
import { prepareQuery, type Slots } from "../../db/platform/pipeline/prepare-query.ts";
import {
  type RowArrays,
  rowArrays,
  rowTable,
  type RowTypes,
} from "../../db/platform/statements/row-arrays.ts";
import { useOwnDatabase } from "../harness/database.ts";

const { appUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 1, applicationName: "test" });
afterAll(() => database.close());
const executor = executorOf(database.em.fork());

interface Row {
  readonly id: string;
  readonly count: number | null;
  readonly size: number | null;
  readonly isLast: boolean | null;
  readonly text: string | null;
  readonly json: unknown;
  readonly words: readonly string[] | null;
  readonly at: Date | null;
}

const ROW: RowTypes<Row> = {
  id: "uuid",
  count: "int",
  size: "numeric",
  isLast: "boolean",
  text: "text",
  json: "jsonb",
  words: "text[]",
  at: "timestamptz",
};

const query = prepareQuery(
  "told-rows",
  (_from, slot: Slots<RowArrays>) => sql<{ rows: string }>`
    select coalesce(jsonb_agg(to_jsonb(row)), '[]')::text as rows from ${rowTable(ROW, slot)} as row`,
);

const foundSchema = z.array(z.looseObject({ at: z.string().nullable() }));

/** Text that a column may hold: the API refuses NUL and lone surrogates. */
const text = fc.string({ unit: "grapheme" }).map((drawn) => drawn.replaceAll("\u0000", ""));
const json = fc.jsonValue({ stringUnit: "grapheme-ascii" });
const row: fc.Arbitrary<Row> = fc.record({
  id: fc.uuid(),
  count: fc.option(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
  size: fc.option(fc.integer().map((thousandths) => thousandths / 1_000)),
  isLast: fc.option(fc.boolean()),
  text: fc.option(fc.oneof(text, fc.constantFrom("", "NULL", "{}", '"', "\\", "a,b", "\n"))),
  json: fc.option(json),
  words: fc.option(fc.array(fc.oneof(text, fc.constantFrom("", "null", '{"', "\\\\"))), {}),
  at: fc.option(fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true })),
});

test("Rows passed to a statement as an array arrive unchanged, whatever they contain", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 20 }), async (rows) => {
      const [answer] = await query(executor, rowArrays(rows, ROW));
      const found = foundSchema.parse(JSON.parse(answer?.rows ?? ""));
      const read = found.map(({ at, ...others }) => ({
        ...others,
        at: at === null ? null : new Date(at),
      }));
      expect(asJson(read)).toEqual(asJson(rows));
    }),
    { numRuns: 200 },
  );
});

/** The value as PostgreSQL returns it. */
function asJson(rows: readonly { readonly at: Date | null }[]): unknown {
  return JSON.parse(
    JSON.stringify(
      rows.map(({ at, ...others }) => ({ ...others, at: at === null ? null : at.getTime() })),
    ),
  );
}
