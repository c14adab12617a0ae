import { zstdDecompressSync } from "node:zlib";
import type { z } from "zod";
import { BATCH } from "../phones/phones.ts";
import type { Sent } from "./own-texts.ts";
import { onlySlot, type OwnTexts, piecesOf, type Pieces } from "./pieces.ts";
import type { Given } from "./plan.ts";

/** Values that a batch of the product wrote into one column. */
interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  /** One value per operation, or one for the batch. */
  readonly values: readonly z.infer<ReturnType<typeof z.json>>[];
  readonly isEach: boolean;
}

/** A parameter of a statement. */
interface GivenCell {
  readonly name: string;
  readonly type: string;
  readonly given: Given;
}

/** Writes SQL of columns and collects the parameters they need. */
export interface CellWriter {
  /** SQL of a column's value: the batch's original value, or the sender's own in its place. */
  readonly cell: (column: Column) => string;
  readonly ops: readonly GivenCell[];
  readonly batch: readonly GivenCell[];
}

/** Columns that continue the counter of the row before, whatever the batch's own numbers were. */
const COUNTED = new Map([
  ["chain_first", "phone.chain_seq + 1"],
  ["chain_last", `phone.chain_seq + ${BATCH}`],
  ["seq", "scope.seq + 1"],
]);
/** Values of the sender that the statement has. */
const PHONE = new Map([
  ["deviceId", "$1::uuid"],
  ["relationshipId", "$2::uuid"],
  ["lineageId", "phone.lineage_id"],
  ["userId", "phone.user_id"],
]);
/** Columns that refer to the task's newest row before this one. */
const EARLIER = new Set(["supersedes_id"]);
const FIXED_PARAMETERS = 3;
const SOON_MS = 60_000;
const TASK: Given = { pieces: [{ of: "op", name: "taskId", ordinal: null }], packed: false };

/** Starts writing the columns of one statement. */
export function cellWriter(model: {
  readonly sent: Sent;
  readonly body: string;
  readonly texts: OwnTexts;
}): CellWriter {
  const ops: GivenCell[] = [];
  const batch: GivenCell[] = [];
  const takeEach = (given: Given, type: string): string => {
    const { name } = parameterOf(ops, "given", { type, given });
    return `sent.${name}`;
  };
  const take = (given: Given, { type, isEach }: Column): string => {
    const phones = PHONE.get(onlySlot(given.pieces)?.name ?? "");
    if (phones !== undefined) return phones;
    if (isEach && !isOfBatch(given.pieces)) return takeEach(given, type);
    const { name } = parameterOf(batch, "", { type, given });
    return `$${Number(name) + FIXED_PARAMETERS + 1}::${type}`;
  };
  const cell = (column: Column): string => {
    const { table, type, values, isEach } = column;
    const [value = null] = values;
    if (value === null) return `null::${type}`;
    const counted = COUNTED.get(column.column);
    if (counted !== undefined && isEach === counted.includes("sent.")) return counted;
    const text = textOf(value, type);
    if (type.startsWith("timestamp") && isSoonAfter(text, model.sent.fromMs)) return "now()";
    const given = givenOf(text, model, isEach);
    if (given.pieces.some((piece) => typeof piece === "object")) return take(given, column);
    const isVaried = new Set(values).size > 1;
    if (isVaried && EARLIER.has(column.column))
      return `(select earlier.receipt_id from ${table} earlier where earlier.task_id = ${takeEach(TASK, "uuid")}
        and earlier.status = 'ACCEPTED' and earlier.recorded_at is not null
        order by earlier.receipt_id desc limit 1)`;
    if (isVaried && type === "uuid")
      throw new Error(`${table}.${column.column} refers to rows, and it is unknown which`);
    return `'${text.replaceAll("'", "''")}'::${type}`;
  };
  return { cell, ops, batch };
}

/** An existing equal parameter, or a new one. */
function parameterOf(
  among: GivenCell[],
  prefix: string,
  wanted: Omit<GivenCell, "name">,
): GivenCell {
  const asText = (one: Omit<GivenCell, "name">) => JSON.stringify([one.type, one.given]);
  const known = among.find((one) => asText(one) === asText(wanted));
  if (known !== undefined) return known;
  const added = { name: `${prefix}${among.length}`, ...wanted };
  among.push(added);
  return added;
}

function givenOf(
  text: string,
  { body, texts }: { readonly body: string; readonly texts: OwnTexts },
  isEach: boolean,
): Given {
  const packed = text.startsWith(String.raw`\x28b52ffd`);
  const plain = packed ? zstdDecompressSync(Buffer.from(text.slice(2), "hex")).toString() : text;
  if (plain === body) return { packed, pieces: [{ of: "batch", name: "body", ordinal: null }] };
  return { packed, pieces: piecesOf(plain, texts, isEach ? 0 : null) };
}

const isOfBatch = (pieces: Pieces) =>
  pieces.every((piece) => typeof piece === "string" || piece.of === "batch");

function textOf(value: Column["values"][number], type: string): string {
  if (Array.isArray(value) && type.endsWith("[]"))
    return `{${value.map((one) => JSON.stringify(one)).join(",")}}`;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Whether an instant belongs to the batch itself. */
function isSoonAfter(text: string, fromMs: number): boolean {
  const at = Date.parse(text);
  return at >= fromMs - 1_000 && at < fromMs + SOON_MS;
}
