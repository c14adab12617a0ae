import { readLexicon } from "../search/lexicon.ts";
import { KNOWN_WORDS } from "../search/phrase-index.ts";
import { nameWords } from "../search/name-words.ts";
import { plain } from "./terms.ts";

/**
 * A name with its unknown words split into known ones, or else corrected by the only known word that they may stand
 * for. A split is certain ("Kurzhantelbankdrücken"); a correction is a guess.
 *
 * @param vocabulary words of the library's names, as `nameWords` writes them.
 */
export function correctName(name: string, vocabulary: ReadonlySet<string>): CorrectedName {
  let isGuessed = false;
  const words = plain(name)
    .split(" ")
    .map((word) => {
      const [key = ""] = nameWords(word);
      if (key.length < SHORTEST || /\d/.test(key)) return word;
      if (vocabulary.has(key) || KNOWN_WORDS.has(key)) return word;
      const lexicon = readLexicon([...vocabulary].map((known) => ({ typed: key, word: known })));
      const parts = lexicon.split(key);
      if (parts !== null) return parts.join(" ");
      const [corrected, ...others] = lexicon.corrections(key);
      if (corrected === undefined || others.length > 0) return word;
      isGuessed = true;
      return corrected;
    });
  return { name: words.join(" "), isGuessed };
}

/** Shorter words are abbreviations rather than mistakes. */
const SHORTEST = 4;

interface CorrectedName {
  readonly name: string;
  readonly isGuessed: boolean;
}
