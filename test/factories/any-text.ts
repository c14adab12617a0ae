import fc from "fast-check";

const LAST = 0x10_ff_ff;
const FIRST_SURROGATE = 0xd8_00;
const SURROGATES = 0x8_00;

/** Every character by its number, without the surrogates. */
const character = fc.integer({ min: 0, max: LAST - SURROGATES }).map(characterOf, numberOf);

function characterOf(number: number): string {
  return String.fromCodePoint(number < FIRST_SURROGATE ? number : number + SURROGATES);
}

/** Lets fast-check decide whether one of its own texts, "__proto__" for one, consists of such characters. */
function numberOf(drawn: unknown): number {
  const point = typeof drawn === "string" ? drawn.codePointAt(0) : undefined;
  if (point === undefined) throw new Error("Not a character");
  return point < FIRST_SURROGATE ? point : point - SURROGATES;
}

/**
 * Texts of any characters, like `fc.string({ unit: "binary" })`, which first builds a table of all characters and
 * takes seconds per process.
 */
export function anyText(
  lengths: { readonly minLength?: number; readonly maxLength?: number } = {},
): fc.Arbitrary<string> {
  return fc.string({ ...lengths, unit: character });
}
