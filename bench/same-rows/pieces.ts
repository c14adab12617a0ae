import { z } from "zod";

/** What stands in a text in place of what was a batch's own. */
const Slot = z.object({
  of: z.enum(["phone", "batch", "op"]),
  name: z.string(),
  /** Of which operation; null of the row's own. */
  ordinal: z.int().nullable(),
});
export type Slot = z.infer<typeof Slot>;

/** A text with slots. */
export const Pieces = z.array(z.union([z.string(), Slot]));
export type Pieces = z.infer<typeof Pieces>;

/** A batch's own texts, ids and hashes above all, and what each of them is. */
export type OwnTexts = ReadonlyMap<string, Slot>;

/** Takes what is a batch's own out of a text; `ordinal` is the operation the text is of, or null. */
export function piecesOf(text: string, own: OwnTexts, ordinal: number | null): Pieces {
  const pieces: Pieces = [];
  for (const [index, part] of text.split(patternOf(own)).entries()) {
    const slot = index % 2 === 1 ? own.get(part) : undefined;
    if (slot === undefined) pieces.push(part);
    else pieces.push(slot.ordinal === ordinal ? { ...slot, ordinal: null } : slot);
  }
  return pieces.filter((piece) => piece !== "");
}

const patterns = new WeakMap<OwnTexts, RegExp>();

function patternOf(own: OwnTexts): RegExp {
  const known = patterns.get(own);
  if (known !== undefined) return known;
  // The longest first: one may be part of another.
  const texts = [...own.keys()].toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp(
    `(${texts.map((text) => text.replaceAll(/[^\w-]/g, String.raw`\$&`)).join("|")})`,
  );
  patterns.set(own, pattern);
  return pattern;
}

/** Whether a text is all the batch's own: one slot, and nothing else. */
export function onlySlot(pieces: Pieces): Slot | null {
  const [first] = pieces;
  return pieces.length === 1 && typeof first === "object" ? first : null;
}
