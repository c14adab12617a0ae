import type { components } from "../../api/routes.d.ts";

/** The parts of an entry that decide how it is shown. */
export type LoggedItem = Pick<
  components["schemas"]["QuickLogHistoryItem"],
  "actionKind" | "clientRecordedAt" | "clock" | "decidedAt" | "status" | "undone" | "value"
>;

/**
 * Whether an entry counts now: neither refused, nor undone, nor replaced by a later value. An undo counts where it
 * restores a former value.
 */
export function isInForce({ status, undone, actionKind, value }: LoggedItem): boolean {
  if (status !== "ACCEPTED" || undone || (value !== null && value.supersededByEntryId !== null))
    return false;
  return actionKind !== "UNDO" || (value !== null && value.value !== null);
}

/** The values of entries by the entry's id, to show beside a value which one it replaced. */
export function valuesByEntry(
  items: readonly LoggedItem[],
): ReadonlyMap<string, NonNullable<LoggedItem["value"]>> {
  return new Map(items.flatMap(({ value }) => (value === null ? [] : [[value.entryId, value]])));
}

/** The instant at which an entry was made, by the server's reckoning if there is one. */
export const madeAt = ({ clock, clientRecordedAt }: LoggedItem): Date =>
  new Date(clock?.correctedAt ?? clientRecordedAt);

/** How long an entry waited on the phone, in milliseconds; null for one that was sent soon. */
export function waitedMs(item: LoggedItem): number | null {
  const waited = Date.parse(item.decidedAt) - madeAt(item).getTime();
  return waited < SOON_MS ? null : waited;
}

/** A phone that is online sends within minutes. */
const SOON_MS = 10 * 60_000;

/**
 * The span of dates before a read one; null once the first day of the client was read. One read has at most so many
 * dates.
 */
export function spanBefore(from: string, firstDate: string, addDays: AddDays): LogSpan | null {
  if (from <= firstDate) return null;
  const to = addDays(from, -1);
  return { from: addDays(to, -SPAN_DAYS + 1), to };
}

/** Four weeks in one read. */
export const SPAN_DAYS = 28;

type AddDays = (date: string, days: number) => string;

/** Local dates, both included. */
export interface LogSpan {
  readonly from: string;
  readonly to: string;
}
