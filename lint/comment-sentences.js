/** The rules of CONTRIBUTING.md for the sentences of a comment: how they open, and how long they are. */

/** Words that open no sentence here, because the subject comes later. */
const OPENINGS = /^(?:Of|What|Who|Whoever|Whatever|Which|Beside|Besides|So)\b/;
const MOST_WORDS = 25;

/**
 * The first sentence of a comment that opens with such a word or is too long; null if all are plain.
 *
 * @param value the comment without its delimiters.
 */
export function puzzlingSentence(value) {
  const text = value.replaceAll(/^\s*\* ?/gm, "").trim();
  const prose = text.replaceAll(/\(docs\/[^)]*\)|`[^`]*`/g, "");
  const sentences = prose.split(/(?<=[.!?:])\s+(?=[A-Z@])|\n\s*[-@]|\n\s*\n/);
  return sentences.find((sentence) => opensLate(sentence) || isLong(sentence)) ?? null;
}

const opensLate = (sentence) => OPENINGS.test(sentence.trim());

function isLong(sentence) {
  return sentence.split(/\s+/).filter((word) => /\w/.test(word)).length > MOST_WORDS;
}
