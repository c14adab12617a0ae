import type { CoveredOccurrence } from "../../db/inbox/inbox-rows.ts";
import {
  type CaseOutcome,
  type CaseTask,
  type DayReview,
  highest,
  isUnresolved,
  type Occurrence,
  settleCase,
} from "../../rules/inbox/settle-case.ts";
import { uncoveredOccurrences } from "../../rules/inbox/source-case.ts";
import type { CaseState, SettledCase } from "./case-state.ts";

/** Judges a case by its present occurrences, the tasks that cover them, and the reviewed days. */
export function judgeCase<At extends JudgedCase>(
  at: At,
  { reviews, from, now }: Judging,
): Omit<SettledCase, "at"> & { readonly at: At } {
  const { found, task, covered } = at;
  const changedAt = new Map(found?.occurrences.map(({ key, acceptedAt }) => [key, acceptedAt]));
  const seen = new Map(covered.map(({ occurrenceKey, acceptedAt }) => [occurrenceKey, acceptedAt]));
  const reviewedKeys = new Set(
    covered.flatMap(({ occurrenceKey, reviewedAt }) => (reviewedAt === null ? [] : occurrenceKey)),
  );
  const present =
    found === null
      ? []
      : uncoveredOccurrences(
          found,
          reviews.get(at.relationship.id) ?? [],
          (key) => seen.get(key) ?? now,
        );
  const uncovered = present.filter(({ key }) => !reviewedKeys.has(key));
  // A change of an occurrence is news to an unresolved task, which then covers its newest version.
  const isOutdated = ({ taskId, occurrenceKey, acceptedAt }: CoveredOccurrence) =>
    taskId === task?.id &&
    isUnresolved(task.status) &&
    (changedAt.get(occurrenceKey) ?? acceptedAt) > acceptedAt;
  const current = covered.filter((one) => !isOutdated(one));
  const outcome: CaseOutcome = settleCase(
    {
      task,
      coveredBy: new Map(current.map(({ occurrenceKey, taskId }) => [occurrenceKey, taskId])),
      uncovered: uncovered.filter((one) => isLoaded(one, from) || seen.has(one.key)),
    },
    found?.severityOf ?? highestOf,
  );
  const wasLoaded = ({ taskId, localDate, acceptedAt }: CoveredOccurrence) =>
    localDate === null
      ? (taskId === task?.id && isUnresolved(task.status)) ||
        now.getTime() - acceptedAt.getTime() < UNDATED_MS
      : localDate >= from;
  // An occurrence that was not loaded is not gone: closed tasks go on to show what they covered.
  const isGone = (one: CoveredOccurrence) =>
    isOutdated(one) || (!changedAt.has(one.occurrenceKey) && wasLoaded(one));
  return { at, outcome, uncovered, gone: covered.filter(isGone) };
}

/**
 * Undated occurrences that no unresolved task covers are loaded for 30 days. One day less, because an occurrence is
 * accepted a moment after its source.
 */
const UNDATED_MS = 29 * 86_400_000;

/** The data that a case is judged by. */
interface Judging {
  readonly reviews: ReadonlyMap<string, readonly DayReview[]>;
  /** The first local day from which all occurrences were loaded. */
  readonly from: string;
  readonly now: Date;
}

/** The part of a case that decides its outcome. */
type JudgedCase = Pick<CaseState, "found" | "covered" | "relationship"> & {
  readonly task: CaseTask | null;
};

/** Occurrences before the first day were loaded only to count others. */
function isLoaded({ localDate }: Occurrence, from: string): boolean {
  return localDate === null || localDate >= from;
}

const highestOf = (occurrences: readonly Occurrence[]) =>
  highest(occurrences.map(({ severity }) => severity));
