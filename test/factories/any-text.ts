import fc from "fast-check";

const LAST = 0x10_ff_ff;
const FIRST_SURROGATE = 0xd8_00;
const SURROGATES = 0x8_00;

/** Every character there is, by its number without the surrogates. */
const character = fc.integer({ min: 0, max: LAST - SURROGATES }).map(characterOf, numberOf);

function characterOf(number: number): string {
  return String.fromCodePoint(number < FIRST_SURROGATE ? number : number + SURROGATES);
}

/** By it fast-check tells whether a text of its own, "__proto__" for one, is made of such characters. */
function numberOf(drawn: unknown): number {
  const point = typeof drawn === "string" ? drawn.codePointAt(0) : undefined;
  if (point === undefined) throw new Error("Not a character");
  return point < FIRST_SURROGATE ? point : point - SURROGATES;
}

/**
 * Texts of any characters, as `fc.string({ unit: "binary" })` draws them: that one first makes a table of all
 * characters, seconds in each process that draws by it.
 */
export function anyText(
  lengths: { readonly minLength?: number; readonly maxLength?: number } = {},
): fc.Arbitrary<string> {
  return fc.string({ ...lengths, unit: character });
}
