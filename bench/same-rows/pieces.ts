import { z } from "zod";

/** Placeholder for one of a batch's own texts. */
const Slot = z.object({
  of: z.enum(["phone", "batch", "op"]),
  name: z.string(),
  /** Number of the operation; null for the row's own. */
  ordinal: z.int().nullable(),
});
export type Slot = z.infer<typeof Slot>;

/** A text with slots. */
export const Pieces = z.array(z.union([z.string(), Slot]));
export type Pieces = z.infer<typeof Pieces>;

/** A batch's own texts, mainly ids and hashes, each with its slot. */
export type OwnTexts = ReadonlyMap<string, Slot>;

/** Replaces a batch's own texts in a text by slots; `ordinal` is the operation of the text, or null. */
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
  // Longest first, because one may be part of another.
  const texts = [...own.keys()].toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp(
    `(${texts.map((text) => text.replaceAll(/[^\w-]/g, String.raw`\$&`)).join("|")})`,
  );
  patterns.set(own, pattern);
  return pattern;
}

/** The slot if a text consists of exactly one, otherwise null. */
export function onlySlot(pieces: Pieces): Slot | null {
  const [first] = pieces;
  return pieces.length === 1 && typeof first === "object" ? first : null;
}
