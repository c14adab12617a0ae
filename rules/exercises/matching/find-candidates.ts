import {
  CANDIDATES_KEPT,
  type MatchConflict,
  type MatchVerdict,
  SCORE_BANDS,
} from "../../../contract/exercises/matching.ts";
import { nameWords } from "../search/name-words.ts";
import { correctName } from "./correct-name.ts";
import { findConflicts } from "./find-conflicts.ts";
import { type NamedExercise, readName, type ReadName } from "./read-name.ts";
import { indexOf, trigramsOf, type TermIndex } from "./term-index.ts";
import { plain } from "./terms.ts";

/**
 * The candidates of an exercise, best first, at most ten. Those most similar by words or by letters are compared slot
 * by slot (docs/rooms/exercises.md#matching). At equal score, a candidate without conflicts comes first, then one
 * with the same name; remaining ties keep the library's order. A name whose spelling had to be guessed is never
 * approved automatically.
 */
export function findCandidates<Id>(
  library: MatchingLibrary<Id>,
  exercise: NamedExercise,
): Candidate<Id>[] {
  const { name, isGuessed } = correctName(exercise.name, library.vocabulary);
  const own = readName({ ...exercise, name });
  const ownName = plain(exercise.name);
  const byWords = library.byWords.likenesses(own.words);
  const byTrigrams = library.byTrigrams.likenesses(trigramsOf(own.words));
  const places = new Set([...most(byWords), ...most(byTrigrams)]);
  return [...places]
    .flatMap((place) => {
      const item = library.items[place];
      if (item === undefined) return [];
      const conflicts = findConflicts(own, item.read);
      const score = blend(byWords.get(place) ?? 0, byTrigrams.get(place) ?? 0, conflicts);
      const isEqual = item.name === ownName;
      return [{ itemId: item.id, place, score, conflicts, isEqual }];
    })
    .toSorted(
      (one, other) =>
        other.score - one.score ||
        one.conflicts.length - other.conflicts.length ||
        Number(other.isEqual) - Number(one.isEqual) ||
        one.place - other.place,
    )
    .slice(0, CANDIDATES_KEPT)
    .map(({ itemId, score: full, conflicts }) => {
      const score = isGuessed ? Math.min(full, BELOW_APPROVED) : full;
      return { itemId, score, conflicts, verdict: judgeCandidate(score, conflicts) };
    });
}

/** An item of an image library that may show the exercise. */
export interface Candidate<Id> {
  readonly itemId: Id;
  /** Similarity, 0 to 1, with three decimals. */
  readonly score: number;
  readonly conflicts: readonly MatchConflict[];
  readonly verdict: MatchVerdict;
}

/** An image library, read once for matching. */
export interface MatchingLibrary<Id> {
  readonly items: readonly { readonly id: Id; readonly name: string; readonly read: ReadName }[];
  /** All words of its names. */
  readonly vocabulary: ReadonlySet<string>;
  readonly byWords: TermIndex;
  readonly byTrigrams: TermIndex;
}

/** The best score of a name with a guessed word. */
const BELOW_APPROVED = SCORE_BANDS.approved - 0.001;

/** Weight of each comparison. None decides alone: comparing word sets alone was right in 57 of 100. */
const SHARES = { words: 0.4, letters: 0.25, slots: 0.35 } as const;
/** Weight of an agreeing slot; the movement weighs as much as three others. */
const SLOT_WEIGHTS: Readonly<Record<MatchConflict, number>> = {
  MOVEMENT: 3,
  EQUIPMENT: 2,
  MUSCLE: 1,
  POSITION: 1,
  INCLINE: 1,
  GRIP: 1,
  SIDE: 1,
  COUNT: 1,
};
const ALL_SLOTS = Object.values(SLOT_WEIGHTS).reduce((sum, weight) => sum + weight, 0);

/** Reads a library for matching. */
export function readLibrary<Id>(
  items: readonly (NamedExercise & { readonly id: Id })[],
): MatchingLibrary<Id> {
  const read = items.map((item) => ({
    id: item.id,
    name: plain(item.name),
    read: readName(item),
  }));
  return {
    items: read,
    vocabulary: new Set(items.flatMap((item) => nameWords(item.name))),
    byWords: indexOf(read.map((item) => item.read.words)),
    byTrigrams: indexOf(read.map((item) => trigramsOf(item.read.words))),
  };
}

/**
 * The verdict for a score and its conflicts (docs/rooms/exercises.md#matching): a conflict is never approved
 * automatically.
 */
export function judgeCandidate(score: number, conflicts: readonly MatchConflict[]): MatchVerdict {
  if (score < SCORE_BANDS.review) return "UNMATCHED";
  return score >= SCORE_BANDS.approved && conflicts.length === 0 ? "APPROVED" : "NEEDS_REVIEW";
}

function blend(words: number, letters: number, conflicts: readonly MatchConflict[]): number {
  const lost = conflicts.reduce((sum, conflict) => sum + SLOT_WEIGHTS[conflict], 0);
  const score =
    SHARES.words * words + SHARES.letters * letters + SHARES.slots * (1 - lost / ALL_SLOTS);
  return Math.round(score * 1_000) / 1_000;
}

/** More than are kept, because the slots reorder them. */
const CONSIDERED = 3 * CANDIDATES_KEPT;

const most = (likenesses: ReadonlyMap<number, number>) =>
  [...likenesses]
    .toSorted((one, other) => other[1] - one[1] || one[0] - other[0])
    .slice(0, CONSIDERED)
    .map(([place]) => place);
