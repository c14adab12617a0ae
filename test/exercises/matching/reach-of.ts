import {
  type Candidate,
  findCandidates,
} from "../../../rules/exercises/matching/find-candidates.ts";
import { type LabelledPair, library } from "./labelled.ts";

/** How far matching reaches with labelled names. */
export function reachOf(pairs: readonly LabelledPair[]): Reach {
  const matched = pairs.map((pair) => ({ pair, candidates: findCandidates(library, pair) }));
  const pictured = matched.filter(({ pair }) => pair.accepted.length > 0);
  const count = (accepts: (match: Match) => boolean) => pictured.filter(accepts).length;
  return {
    names: pairs.length,
    pictured: pictured.length,
    alone: count((match) => isRight(match, bestOf(match)) && bestOf(match)?.verdict === "APPROVED"),
    asked: count((match) => bestOf(match)?.verdict === "NEEDS_REVIEW" && isAmongTen(match)),
    amongTen: count(isAmongTen),
    notAlone: pictured.filter((match) => bestOf(match)?.verdict !== "APPROVED").map(summaryOf),
    notAmongTen: pictured.filter((match) => !isAmongTen(match)).map(summaryOf),
    wrong: matched
      .filter((match) => bestOf(match)?.verdict === "APPROVED" && !isRight(match, bestOf(match)))
      .map(summaryOf),
  };
}

export interface Reach {
  readonly names: number;
  /** Names that have a picture in the collection; the next three count among these. */
  readonly pictured: number;
  /** Approved without a reviewer, rightly. */
  readonly alone: number;
  /** Left to a reviewer who finds the right picture. */
  readonly asked: number;
  /** The right picture is a candidate. */
  readonly amongTen: number;
  readonly notAlone: readonly string[];
  readonly notAmongTen: readonly string[];
  /** Approved without a reviewer, wrongly, with or without a picture. */
  readonly wrong: readonly string[];
}

interface Match {
  readonly pair: LabelledPair;
  readonly candidates: readonly Candidate<string>[];
}

const bestOf = ({ candidates }: Match) => candidates[0];
const isRight = ({ pair }: Match, candidate: Candidate<string> | undefined) =>
  candidate !== undefined && pair.accepted.includes(candidate.itemId);
const isAmongTen = (match: Match) => match.candidates.some((one) => isRight(match, one));

function summaryOf(match: Match): string {
  const { name } = match.pair;
  const best = bestOf(match);
  if (best === undefined) return `${name} -> nothing`;
  const { itemId, score, conflicts, verdict } = best;
  return `${name} -> ${itemId} ${score} ${[...conflicts, verdict].join(" ")}`;
}
