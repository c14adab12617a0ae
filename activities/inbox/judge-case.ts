import type { TakenOccurrence } from "../../db/inbox/inbox-rows.ts";
import {
  type CaseOutcome,
  type CaseTask,
  type DayReview,
  highest,
  type Occurrence,
  settleCase,
} from "../../rules/inbox/settle-case.ts";
import { wantingOf } from "../../rules/inbox/source-cases.ts";
import { severityOfMisses } from "../../rules/inbox/sources.ts";
import type { CaseAtHand, SettledCase } from "./case-at-hand.ts";

/** What a case is judged by. */
interface Judging {
  readonly reviews: ReadonlyMap<string, readonly DayReview[]>;
  /** The first day from which everything was loaded that is of a day. */
  readonly from: string;
  readonly now: Date;
}

/** A case as far as it decides what becomes of it. */
type JudgedCase = Pick<CaseAtHand, "found" | "taken" | "relationship"> & {
  readonly task: CaseTask | null;
};

/** What becomes of a case, by what stands of it, who has it, and which days were reviewed. */
export function judgeCase<At extends JudgedCase>(
  at: At,
  { reviews, from, now }: Judging,
): Omit<SettledCase, "at"> & { readonly at: At } {
  const { found, task, taken } = at;
  const standing = new Set(found?.occurrences.map(({ key }) => key));
  const seen = new Map(taken.map(({ occurrenceKey, acceptedAt }) => [occurrenceKey, acceptedAt]));
  const wanting =
    found === null
      ? []
      : wantingOf(found, reviews.get(at.relationship.id) ?? [], (key) => seen.get(key) ?? now);
  const outcome: CaseOutcome = settleCase(
    {
      task,
      takenBy: new Map(taken.map(({ occurrenceKey, taskId }) => [occurrenceKey, taskId])),
      wanting: wanting.filter((one) => isLoaded(one, from) || seen.has(one.key)),
    },
    found?.kind === "CHECK_IN" ? severityOfCount : severityOfAll,
  );
  const isGone = (one: TakenOccurrence) =>
    !standing.has(one.occurrenceKey) && (one.localDate === null || one.localDate >= from);
  return { at, outcome, wanting, gone: taken.filter(isGone) };
}

/** What lies before the first day was loaded only to count others. */
function isLoaded({ localDate }: Occurrence, from: string): boolean {
  return localDate === null || localDate >= from;
}

const severityOfCount = (occurrences: readonly Occurrence[]) =>
  severityOfMisses(occurrences.length);

const severityOfAll = (occurrences: readonly Occurrence[]) =>
  highest(occurrences.map(({ severity }) => severity));
