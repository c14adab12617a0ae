/* oxlint-disable house/floors -- Both sides make their ids alike: it is not the ids that are compared. */
import { createHash, randomBytes } from "node:crypto";
import { zstdCompressSync } from "node:zlib";
import { newId } from "../../db/platform/new-id.ts";
import { type Born, PLACE_DIGITS } from "./own-texts.ts";
import type { Pieces, Slot } from "./pieces.ts";
import type { Given } from "./plan.ts";

/** The text with all slots filled; `ordinal` is that of the row's own operation. */
export function fill(pieces: Pieces, filling: Filling, ordinal: number | null): string {
  let text = "";
  for (const piece of pieces)
    text += typeof piece === "string" ? piece : textAt(piece, filling, ordinal);
  return text;
}

/** The batch's own texts, by slot name. */
type Texts = ReadonlyMap<string, string>;

/** Values of all slots of one batch. */
export interface Filling {
  readonly phone: Texts;
  readonly batch: Texts;
  readonly ops: readonly Texts[];
}

/** An operation as sent, with its known texts. */
export interface SentOperation {
  readonly known: Texts;
  readonly text: string;
}

/** Makes the new texts of a batch: ids, and hashes that each cover the one before. */
export function bear(
  born: readonly Born[],
  operations: readonly SentOperation[],
  { deviceId, body }: { readonly deviceId: string; readonly body: string },
): Pick<Filling, "batch" | "ops"> {
  const device = createHash("sha256").update(deviceId).digest("hex");
  const batch = new Map([["body", body]]);
  for (const one of born) if (one.of === "batch") batch.set(one.name, made(one, device, body));
  const before = new Map<string, string>();
  const ops = operations.map(({ known, text }, ordinal) => {
    const own = new Map(known);
    for (const one of born) {
      if (one.of === "batch") continue;
      const value =
        one.kind === "COUNTED_ID"
          ? counted(batchIdOf(one, born, batch), ordinal + 1)
          : made(one, device, `${before.get(one.name) ?? ""}${text}`);
      before.set(one.name, value);
      own.set(one.name, value);
    }
    return own;
  });
  return { batch, ops };
}

const counted = (batchId: string, place: number) =>
  batchId.slice(0, -PLACE_DIGITS) + place.toString(16).padStart(PLACE_DIGITS, "0");

/** The batch id from which the ids of its receipts are counted. */
function batchIdOf({ example }: Born, born: readonly Born[], batch: Texts): string {
  const own = born.find((one) => one.of === "batch" && one.example === counted(example, 0));
  const id = batch.get(own?.name ?? "");
  if (id === undefined) throw new Error("A receipt id is not counted from any batch");
  return id;
}

function made({ kind, example }: Born, device: string, hashed: string): string {
  if (kind === "TIME_ORDERED_ID") return example.endsWith("0000") ? counted(newId(), 0) : newId();
  if (kind === "HASH") {
    const hash = createHash("sha256").update(hashed).digest("hex");
    return (example.startsWith("\\x") ? `\\x${hash}` : hash).slice(0, example.length);
  }
  // Ids of one device are next to each other, because keys begin with a hash of the owner.
  const [begin, end] = [device.slice(0, 16), randomBytes(8).toString("hex")];
  const digits = begin + end;
  return [0, 8, 12, 16, 20]
    .map((from, index) => digits.slice(from, [8, 12, 16, 20, 32][index]))
    .join("-");
}

function textAt(slot: Slot, { phone, batch, ops }: Filling, ordinal: number | null): string {
  const texts = slot.of === "op" ? ops[slot.ordinal ?? ordinal ?? 0] : { phone, batch }[slot.of];
  const text = texts?.get(slot.name);
  if (text === undefined) throw new Error(`The slot ${slot.name} has no value`);
  return text;
}

/** Value of a parameter. */
export function parameter(
  { pieces, packed }: Given,
  filling: Filling,
  ordinal: number | null,
): string {
  const text = fill(pieces, filling, ordinal);
  return packed ? `\\x${zstdCompressSync(text).toString("hex")}` : text;
}
