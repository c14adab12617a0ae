import type { InboxCounts } from "./views.ts";

/**
 * Decides the text of an empty list. The promise "Nobody needs you" needs the list without a filter, and counts of the
 * same read or a later one. A view or a filter hides other rows, so it names the urgent ones among them.
 */
export function emptyState({ isPart, list, counts, urgent }: EmptyList): EmptyState {
  if (isPart) {
    if (list.isFetching || urgent === null) return { kind: "READING" };
    return urgent.count > 0 ? { kind: "HIDES_URGENT", ...urgent } : { kind: "VIEW_IS_EMPTY" };
  }
  if (list.isFetching || counts.isFetching) return { kind: "READING" };
  // Counts that failed keep their old time. Reading both again would fail again, without end.
  if (counts.data === undefined || counts.isFailed) return { kind: "UNSURE" };
  const { badge, snoozed } = counts.data;
  const areNewer = counts.readAt > list.readAt;
  // Newer counts without a task need no list of their time.
  if (!areOneRead(list, counts) && (badge > 0 || !areNewer)) return { kind: "OF_TWO_READS" };
  if (badge > 0) return { kind: "UNSURE" };
  return { kind: "NOTHING_LEFT", snoozed };
}

/**
 * - READING: list or counts are on their way.
 * - OF_TWO_READS: list and counts are not of the same time, so both are read again.
 * - UNSURE: the counts contradict the list, or could not be read.
 * - HIDES_URGENT: the view has no row, and urgent ones stand elsewhere.
 * - VIEW_IS_EMPTY: the view has no row, and nothing urgent stands elsewhere.
 * - NOTHING_LEFT: nobody needs the coach.
 */
export type EmptyState =
  | { readonly kind: "READING" | "OF_TWO_READS" | "UNSURE" | "VIEW_IS_EMPTY" }
  | ({ readonly kind: "HIDES_URGENT" } & UrgentRows)
  | { readonly kind: "NOTHING_LEFT"; readonly snoozed: number };

/** Urgent rows of the whole inbox; there may be more than one page of them. */
export interface UrgentRows {
  readonly count: number;
  readonly hasMore: boolean;
}

interface EmptyList {
  /** True for a view, or a filter, that hides rows of the inbox. */
  readonly isPart: boolean;
  readonly list: Read;
  readonly counts: Read & { readonly data: InboxCounts | undefined; readonly isFailed: boolean };
  /** Null until they are read. */
  readonly urgent: UrgentRows | null;
}

interface Read {
  readonly isFetching: boolean;
  /** When it arrived, in milliseconds. */
  readonly readAt: number;
}

const areOneRead = (one: Read, other: Read): boolean =>
  Math.abs(one.readAt - other.readAt) <= ONE_READ_MS;

/** List and counts are requested together, so they arrive within this time unless one of them is older. */
const ONE_READ_MS = 10_000;
