import { BATCH } from "../phones/phones.ts";
import type { LeftRow, LeftTable } from "./left-rows.ts";
import { ordinalOf, type Own, type Sent } from "./own-texts.ts";
import { cellWriter, type CellWriter } from "./cells.ts";
import { type OwnTexts, piecesOf } from "./pieces.ts";
import type { SameRowsPlan } from "./plan.ts";

/** Writes the statement that produces the same rows as a batch of the product, and lists its parameters. */
export function planStatement(model: Model): SameRowsPlan {
  const cells = cellWriter(model);
  const writes = model.left.flatMap((table) => [
    ...(table.inserted.length > 0 ? [insertInto(table, model.texts, cells)] : []),
    ...(table.updated.length > 0 ? [updateOf(table, model.texts, cells)] : []),
  ]);
  const types = cells.ops.map(({ name, type }) => `, ${name} ${type}`).join("");
  const sql = `with phone as materialized (select * from device where id = $1::uuid),
    scope as materialized (select * from relationship_scope where relationship_id = $2::uuid),
    sent as materialized (select * from json_to_recordset($3::json) as op (ordinal int${types})),
    ${writes.map((write, index) => `write${index} as (${write})`).join(",\n")}
    select 1`;
  return {
    sql,
    ops: cells.ops.map(({ name, given }) => ({ name, given })),
    batch: cells.batch.map(({ given }) => given),
    born: [...model.born],
    answer: piecesOf(model.answer, model.texts, null),
  };
}

/** A batch of the product, and the rows it wrote. */
export interface Model extends Own {
  readonly sent: Sent;
  readonly body: string;
  readonly answer: string;
  readonly left: readonly LeftTable[];
}

function insertInto(
  { table, types, inserted }: LeftTable,
  texts: OwnTexts,
  { cell }: CellWriter,
): string {
  const rows = byOrdinal(table, inserted, texts);
  const isEach = rows.length > 1;
  const cells = [...types].map(([column, type]) =>
    cell({ table, column, type, isEach, values: rows.map((row) => row[column] ?? null) }),
  );
  const from = isEach ? "sent, phone, scope order by sent.ordinal" : "phone, scope";
  return `insert into ${table} (${[...types.keys()].join(", ")}) select ${cells.join(", ")} from ${from}`;
}

function updateOf(
  { table, types, key, updated }: LeftTable,
  texts: OwnTexts,
  cells: CellWriter,
): string {
  const afters = updated.map(({ after }) => after);
  const rows = byOrdinal(table, afters, texts);
  const isEach = rows.length > 1;
  const before = new Map(updated.map((pair) => [pair.after, pair.before]));
  const cell = (column: string, type: string) => {
    const values = rows.map((row) => row[column] ?? null);
    return cells.cell({ table, column, type, isEach, values });
  };
  const changed = [...types].flatMap(([column, type]) => {
    const pairs = rows.map((row) => [before.get(row)?.[column] ?? null, row[column] ?? null]);
    if (pairs.every(([was, is]) => JSON.stringify(was) === JSON.stringify(is))) return [];
    const [[was, is] = []] = pairs;
    if (typeof was === "number" && typeof is === "number" && type !== "numeric")
      return [`${column} = it.${column} + ${is - was}`];
    return [`${column} = ${cell(column, type)}`];
  });
  const same = key.map((column) => `it.${column} = ${cell(column, types.get(column) ?? "")}`);
  const from = isEach ? "sent, phone, scope" : "phone, scope";
  return `update ${table} it set ${changed.join(", ")} from ${from} where ${same.join(" and ")}`;
}

/** Rows in the order of the batch's operations; a single row is unchanged. */
function byOrdinal(table: string, rows: readonly LeftRow[], texts: OwnTexts): readonly LeftRow[] {
  if (rows.length === 1) return rows;
  if (rows.length !== BATCH)
    throw new Error(
      `${table}: ${rows.length} rows belong neither to the batch nor to each operation`,
    );
  const placed = rows.map((row, index) => ({ row, at: ordinalOf(row, texts) ?? index }));
  return placed.toSorted((a, b) => a.at - b.at).map(({ row }) => row);
}
