import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { NORMALISATION_VERSION } from "../../../contract/exercises/matching.ts";
import { findCandidates } from "../../../rules/exercises/matching/find-candidates.ts";
import { readName } from "../../../rules/exercises/matching/read-name.ts";
import { SPELLINGS, spellOut } from "../../../rules/exercises/matching/spell-out.ts";
import { PHRASES, termsOf } from "../../../rules/exercises/matching/terms.ts";
import { library } from "./labelled.ts";

const silent = (name: string) => ({ name, equipment: null, muscles: [] });

const PIECE = /^(?:barbell|dumbbell|kettlebell|cable|machine|smith|ez|tbar|trapbar)$/;
/** Words that state a slot, and the terms that keep it. */
const STATED: Readonly<Record<string, RegExp>> = {
  standing: /^standing$/,
  seated: /^seated$/,
  lying: /^(?:side)?lying$/,
  prone: /^prone$/,
  kneeling: /^(?:half)?kneeling$/,
  hanging: /^hanging$/,
  incline: /^incline$/,
  decline: /^decline$/,
  alternating: /^alternating$/,
  barbell: PIECE,
  dumbbell: PIECE,
  kettlebell: PIECE,
  cable: PIECE,
  machine: PIECE,
  smith: PIECE,
  "single arm": /^onearm$/,
  "single leg": /^oneleg$/,
};

/** Every phrase that a rewrite replaces, in all its spellings. */
const phrases = [...SPELLINGS.keys(), ...PHRASES.flatMap(([pattern]) => spellingsOf(pattern))];
const MOVEMENT =
  /\b(?:press|curl|row|raise|squat|deadlift|lunge|fly|extension|pulldown|pushdown|crunch|dip|shrug|kickback|clean|snatch|swing|plank|bridge|thrust|rollout)s?\b/;

describe("A rewrite of a name (docs/rooms/exercises.md#matching)", () => {
  test("loses no position, slope, limb or equipment that its phrase states", () => {
    const lost = phrases.flatMap((phrase) =>
      Object.entries(STATED)
        .filter(([word]) => ` ${phrase} `.includes(` ${word} `))
        .filter(([, kept]) => !termsOf(phrase).some((term) => kept.test(term)))
        .map(([word]) => `${phrase} lost ${word}: ${termsOf(phrase).join(" ")}`),
    );
    expect(lost).toEqual([]);
  });

  test("loses no movement", () => {
    const lost = phrases
      .filter((phrase) => MOVEMENT.test(phrase) && !phrase.endsWith("curl bar"))
      .filter((phrase) => readName(silent(phrase)).movement.length === 0);
    expect(lost).toEqual([]);
  });

  test("loses no slot that stands before or after its phrase", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...phrases),
        fc.constantFrom(...Object.keys(STATED)),
        fc.boolean(),
        (phrase, word, isBefore) => {
          const name = isBefore ? `${word} ${phrase}` : `${phrase} ${word}`;
          const terms = termsOf(name);
          expect(terms.some((term) => STATED[word]?.test(term))).toBe(true);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  test("changes nothing that was spelt out before", () => {
    for (const spelling of SPELLINGS.values()) expect(spellOut(spelling)).toBe(spelling);
  });

  test("keeps a seated machine seated", () => {
    const [best] = findCandidates(library, silent("Calf raises, seated machine"));
    expect(best).toMatchObject({ itemId: "Seated_Calf_Raise", verdict: "APPROVED" });
  });
});

describe("A name", () => {
  test("that equals a record's wins a tie", () => {
    const bestOf = (name: string) => findCandidates(library, silent(name))[0]?.itemId;
    expect(bestOf("Barbell Full Squat")).toBe("Barbell_Full_Squat");
    expect(bestOf("Barbell Squat")).toBe("Barbell_Squat");
  });

  test("with a guessed word is left to a reviewer, and one that only joins two words is not", () => {
    const [guessed] = findCandidates(library, silent("Goblet sqaut"));
    expect(guessed).toMatchObject({ itemId: "Goblet_Squat", verdict: "NEEDS_REVIEW" });
    const [joined] = findCandidates(library, silent("Kurzhantelbankdrücken"));
    expect(joined).toMatchObject({ itemId: "Dumbbell_Bench_Press", verdict: "APPROVED" });
  });

  test("is read by the version of the normalisation that has these rewrites", () => {
    expect(NORMALISATION_VERSION).toBe(3);
  });
});

/** The texts that a pattern of this file's rewrites matches: alternatives, options, groups. */
function spellingsOf(pattern: string): string[] {
  const group = /\((?:\?:)?([^()]*)\)(\??)/.exec(pattern);
  if (group !== null) {
    const [whole, inner = "", option] = group;
    const choices = option === "?" ? [...inner.split("|"), ""] : inner.split("|");
    const [before, after] = [
      pattern.slice(0, group.index),
      pattern.slice(group.index + whole.length),
    ];
    return choices.flatMap((choice) => spellingsOf(`${before}${choice}${after}`));
  }
  return pattern.split("|").flatMap(withOptions);
}

function withOptions(text: string): string[] {
  const option = /(.)\?/.exec(text.replace("$", ""));
  const plain = text.replace("$", "");
  if (option === null) return [plain.trim().replaceAll(/ +/g, " ")].filter((one) => one !== "");
  const [whole, letter = ""] = option;
  return ["", letter].flatMap((one) => withOptions(plain.replace(whole, one)));
}
