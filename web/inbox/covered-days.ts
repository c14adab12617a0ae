import type { TaskDetail } from "./inbox-query.ts";

/** Days that a task covers, oldest first. Occurrences of the same day in the same state share a line. */
export function coveredDays(occurrences: TaskDetail["occurrences"]): readonly CoveredDay[] {
  const days = new Map<string, CoveredDay>();
  for (const { acceptedAt, localDate, reviewedAt } of occurrences) {
    const key = `${localDate ?? acceptedAt} ${reviewedAt ?? ""}`;
    const count = (days.get(key)?.count ?? 0) + 1;
    days.set(key, { key, localDate, acceptedAt, reviewedAt, count });
  }
  return [...days.values()];
}

export interface CoveredDay {
  readonly key: string;
  /** The client's date; null for an occurrence that has only an instant. */
  readonly localDate: string | null;
  readonly acceptedAt: string;
  readonly reviewedAt: string | null;
  readonly count: number;
}
