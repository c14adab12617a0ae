import { nameWords } from "../search/name-words.ts";
import { type Phrase, SAME } from "../search/synonyms.ts";

/**
 * Abbreviations, German and other spellings as one English phrase, by the synonyms of search. The longest phrase wins.
 * A phrase that states more than its replacement keeps those words: "seated calf raise machine" stays a machine.
 *
 * @param text lower-case words with single spaces.
 */
export function spellOut(text: string): string {
  const tokens = text.split(" ").map((word) => ({ word, key: nameWords(word).join(" ") }));
  const spelt: string[] = [];
  for (let place = 0; place < tokens.length;) {
    const found = phraseAt(tokens, place);
    spelt.push(found?.spelling ?? tokens[place]?.word ?? "");
    place = found?.end ?? place + 1;
  }
  return spelt.join(" ");
}

/** Phrases that search treats alike, but that a picture must not: they differ in movement or mean several. */
const LOOSE = new Set(
  `iso lateral,strap,hang,bi,tb,sm,fs,incline bench,decline bench,block pull,step mill,stepmill,cross over,crossover,cable fly,
  shoulder press,military press,strict press,overhead press,ohp,hanging knee raise,hlr,hkr,knieheben hangend,close grip bench press,
  close grip bench,walking treadmill,tricep press,lying tricep press,bodyweight row,underhand pull up,palm up,palm down,palm in,palm facing in,tricep extension overhead,
  overhead tricep extension,stiff arm,hyper,butterfly,machine fly,prowler,stepper,walk,cable cross,get up,rear fly,bent over fly,
  cambered bar,curl bar,lat pull,hyperextension,pec,pectoral`
    .split(",")
    .map((phrase) => phrase.trim()),
);

interface Token {
  readonly word: string;
  /** The word as synonyms write it; empty for a filler. */
  readonly key: string;
}

function phraseAt(tokens: readonly Token[], place: number) {
  const words: string[] = [];
  let found: { readonly spelling: string; readonly end: number } | null = null;
  for (let end = place; end < tokens.length && words.length < LONGEST; end += 1) {
    const key = tokens[end]?.key ?? "";
    if (key === "") {
      if (end === place) return null;
      continue;
    }
    words.push(key);
    const spelling = SPELLINGS.get(words.join(" "));
    if (spelling !== undefined) found = { spelling, end: end + 1 };
  }
  return found;
}

const LONGEST = 5;

function readSpellings(): Map<string, string> {
  // A phrase in its own spelling stays whole, so that no shorter one inside it is replaced.
  const spellings = new Map(SAME.map(([head = []]) => [head.join(" "), head.join(" ")]));
  for (const [head = [], ...others] of SAME)
    for (const other of others) {
      const phrase = other.join(" ");
      if (LOOSE.has(phrase) || spellings.has(phrase)) continue;
      spellings.set(phrase, [...lostWords(other, head), ...head].join(" "));
    }
  return spellings;
}

/** Words of position, slope or equipment that a replacement would drop. One piece of equipment may name another. */
function lostWords(phrase: Phrase, head: Phrase): string[] {
  const isNamed = head.some((word) => EQUIPMENT.has(word));
  return phrase.filter(
    (word) => !head.includes(word) && (SLOTS.has(word) || (EQUIPMENT.has(word) && !isNamed)),
  );
}

const SLOTS = new Set("standing seated lying prone kneeling hanging incline decline".split(" "));
const EQUIPMENT = new Set(
  "barbell dumbbell kettlebell cable machine smith ez band exercise medicine sled suspended".split(
    " ",
  ),
);

/** Phrases and their spellings, each as one text. */
export const SPELLINGS: ReadonlyMap<string, string> = readSpellings();
