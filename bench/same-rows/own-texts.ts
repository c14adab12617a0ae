import { z } from "zod";
import type { LeftRow, LeftTable } from "./left-rows.ts";
import type { OwnTexts, Slot } from "./pieces.ts";

/** Finds the batch's own texts in the rows: ids that it was sent, and new ones. */
export function ownTexts(sent: Sent, left: readonly LeftTable[]): Own {
  const texts = new Map<string, Slot>();
  for (const name of ["relationshipId", "deviceId", "lineageId", "userId"] as const)
    texts.set(sent[name], { of: "phone", name, ordinal: null });
  for (const [
    ordinal,
    { clientOperationId, payloadChecksum, taskId },
  ] of sent.operations.entries()) {
    texts.set(clientOperationId, { of: "op", name: "clientOperationId", ordinal });
    texts.set(payloadChecksum, { of: "op", name: "payloadChecksum", ordinal });
    texts.set(taskId, { of: "op", name: "taskId", ordinal });
  }
  const born = left.flatMap((table) =>
    [...table.types.keys()].flatMap((column) => bornIn({ table, column }, texts, sent.fromMs)),
  );
  return { texts, born };
}

/** How a new text of a batch is made. */
const Kind = z.enum(["TIME_ORDERED_ID", "COUNTED_ID", "ID", "HASH"]);
type Kind = z.infer<typeof Kind>;

/** Texts made for each operation, or once for the batch. */
export const Born = z.object({
  name: z.string(),
  of: z.enum(["batch", "op"]),
  kind: Kind,
  /** One of these texts, as an example. */
  example: z.string(),
});
export type Born = z.infer<typeof Born>;

/** Sender, content and time of a batch. */
export interface Sent {
  readonly relationshipId: string;
  readonly deviceId: string;
  readonly lineageId: string;
  readonly userId: string;
  readonly operations: readonly {
    readonly clientOperationId: string;
    readonly payloadChecksum: string;
    readonly taskId: string;
  }[];
  readonly fromMs: number;
}

/** All texts that belong to a batch, and how its new ones are made. */
export interface Own {
  readonly texts: OwnTexts;
  readonly born: readonly Born[];
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const HASH = /^([0-9a-f]{64}|\\x(?!28b52ffd)[0-9a-f]+)$/;

/** New texts in a column, if any; they count as known from then on. */
function bornIn(
  { table: { table, inserted }, column }: { readonly table: LeftTable; readonly column: string },
  texts: Map<string, Slot>,
  fromMs: number,
): readonly Born[] {
  const found = inserted.flatMap((row, index) => {
    const text = row[column];
    return typeof text === "string" ? [{ text, row, index }] : [];
  });
  const [example] = found;
  const kind = bornKind(inserted, column, fromMs);
  if (kind === null || example === undefined) return [];
  if (found.some(({ text }) => texts.has(text))) return [];
  const name = `${table}.${column}`;
  const of = new Set(found.map(({ text }) => text)).size > 1 ? "op" : "batch";
  for (const { text, row, index } of found)
    texts.set(text, { of, name, ordinal: of === "op" ? (ordinalOf(row, texts) ?? index) : null });
  return [{ name, kind, of, example: example.text }];
}

/** Kind of the column's values if they are new texts of the batch, otherwise null. */
function bornKind(rows: readonly LeftRow[], column: string, fromMs: number): Kind | null {
  const values = new Set(rows.map((row) => row[column]));
  const [value] = values;
  if (typeof value !== "string") return null;
  if (HASH.test(value)) return values.size > 1 ? "HASH" : null;
  if (!ID.test(value)) return null;
  if (value[14] === "7") return timeOf(value) >= fromMs ? timeOrdered(values) : null;
  return values.size > 1 && values.size === rows.length ? "ID" : null;
}

/** Ids of receipts are counted from their batch's. */
function timeOrdered(ids: ReadonlySet<unknown>): Kind {
  const begins = new Set([...ids].map((id) => String(id).slice(0, -PLACE_DIGITS)));
  return ids.size > 1 && begins.size === 1 ? "COUNTED_ID" : "TIME_ORDERED_ID";
}

/** Final digits of an id that count the position within a batch. */
export const PLACE_DIGITS = 4;

const timeOf = (id: string) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

/** The operation of a row, identified by an id in it; null if the row names none. */
export function ordinalOf(row: LeftRow, texts: OwnTexts): number | null {
  for (const value of Object.values(row)) {
    const ordinal = typeof value === "string" ? texts.get(value)?.ordinal : undefined;
    if (ordinal !== null && ordinal !== undefined) return ordinal;
  }
  return null;
}
