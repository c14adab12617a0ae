import { listWithheldOf } from "../../../db/agenda/withheld/queries.ts";
import {
  deleteWithheld,
  giveUpWithheld,
  type OccurrenceKey,
  putWithheld,
} from "../../../db/agenda/withheld/put-withheld.ts";
import { lockCalendars } from "../../../db/agenda/calendar/lock-calendars.ts";
import { distinctDays, type RelationshipDay } from "../../../db/agenda/queries.ts";
import { appendEvents } from "../../../db/outbox/append-events.ts";
import { attempt } from "../../../db/platform/transactions/attempt.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import type { ZonedDay } from "../calendar/planned-task.ts";
import { dayOpened, dayRefreshed } from "../day-refreshed.ts";
import { projectDays } from "../project-days.ts";
import { CODE_VERSION } from "./code-version.ts";
import { type FaultyOccurrence, tryOccurrences } from "./isolate-occurrences.ts";
import { listDayOccurrences } from "./list-day-occurrences.ts";
import { openMissedDays } from "./open-missed-days.ts";
import { unopenedDays } from "./unopened-days.ts";
import { withheldTry } from "./withheld-try.ts";

/**
 * Retries withheld occurrences of open days and opens days that were left unopened
 * (docs/rooms/agenda.md#withheld-occurrences). Those of a closed day are given up. Safe to repeat. The caller locks
 * the scope and has brought the calendar up to now.
 *
 * @param isForced also retries occurrences that this version of the code has tried before.
 */
export async function repairDays(
  tx: Tx,
  relationshipId: string,
  { now, isForced }: { readonly now: Date; readonly isForced: boolean },
): Promise<Repaired> {
  const stored = await listWithheldOf(tx, relationshipId);
  if (stored.length === 0) return { openedLate: [], shown: [], withheld: [], givenUp: [] };
  const [calendar] = await lockCalendars(tx, [relationshipId]);
  const isOver = ({ closedAt, sourceType, localDate }: Stored) =>
    closedAt !== null ||
    // A form applies to the present day only.
    (sourceType === "FORM_ASSIGNMENT" && localDate < (calendar?.localDate ?? ""));
  const givenUp = stored.filter((row) => isOver(row) && row.sourceType !== "DAY");
  await giveUpWithheld(tx, givenUp);
  const due = stored.filter(({ codeVersion }) => isForced || codeVersion !== CODE_VERSION);
  const shown = await retry(tx, {
    rows: due.filter((row) => !isOver(row) && row.sourceType !== "DAY" && row.timezone !== null),
    presentDate: calendar?.localDate ?? null,
    now,
  });
  const noted = stored.filter(({ sourceType }) => sourceType === "DAY");
  const unopened = noted.filter((row) => row.timezone === null && due.includes(row));
  const late = await openLate(tx, unopened, now);
  await deleteWithheld(tx, [...noted.filter(({ timezone }) => timezone !== null), ...late.done]);
  const changed = distinctDays([...shown.changed, ...late.days]);
  await projectDays(tx, changed, now);
  const events = [...shown.changed.map(dayRefreshed), ...late.days.map(dayOpened)];
  await appendEvents(tx, events, { now, requestId: null });
  const withheld = [...shown.withheld, ...late.withheld];
  return { openedLate: late.days, shown: shown.keys, withheld, givenUp };
}

/** The result of repairing a relationship. */
export interface Repaired {
  /** Days that had been left unopened and are open now, not offered. */
  readonly openedLate: readonly RelationshipDay[];
  /** Occurrences that their days show now, or that no source asks for any more. */
  readonly shown: readonly OccurrenceKey[];
  /** Occurrences that failed again. */
  readonly withheld: readonly FaultyOccurrence[];
  /** Occurrences whose days have closed since; they are not tried any more. */
  readonly givenUp: readonly OccurrenceKey[];
}

type Stored = Awaited<ReturnType<typeof listWithheldOf>>[number];

/** A day that still cannot be opened keeps its note. */
async function openLate(tx: Tx, unopened: readonly Stored[], now: Date) {
  const [first] = unopened;
  if (first === undefined) return { days: [], withheld: [], done: [] };
  const { relationshipId } = first;
  const localDates = unopened.map(({ localDate }) => localDate);
  const attempted = await attempt(tx, () =>
    openMissedDays(tx, relationshipId, { localDates, now }),
  );
  if (attempted.kind === "DONE") return { ...attempted.result, done: unopened };
  const { fault } = attempted;
  const withheld = unopenedDays(relationshipId, localDates, fault);
  await putWithheld(tx, withheld, withheldTry(now));
  return { days: [], withheld, done: [] };
}

interface Retrying {
  readonly rows: readonly Stored[];
  readonly presentDate: string | null;
  readonly now: Date;
}

async function retry(tx: Tx, { rows, presentDate, now }: Retrying) {
  const days = distinctDays(rows).map(zonedDay(rows));
  if (days.length === 0) return { changed: [], withheld: [], keys: [] };
  const behind: ReadonlySet<string> = new Set();
  const keys = new Set(rows.map(keyText));
  const toReconcile = { days, behind };
  const all = await listDayOccurrences(tx, toReconcile, now);
  const occurrences = all.filter((occurrence) => keys.has(keyText(occurrence)));
  const newestDays = days.filter(({ localDate }) => localDate === presentDate);
  const tried = await tryOccurrences(
    tx,
    { ...toReconcile, newestDays },
    { occurrences, now, codeVersion: null },
  );
  const failed = new Set(tried.withheld.map(keyText));
  const shown = rows.filter((row) => !failed.has(keyText(row)));
  await deleteWithheld(tx, shown);
  const changed = distinctDays([...tried.made, ...tried.changed, ...tried.cards]);
  return { changed, withheld: tried.withheld, keys: shown };
}

function zonedDay(rows: readonly Stored[]): (day: RelationshipDay) => ZonedDay {
  return ({ relationshipId, localDate }) => {
    const timezone = rows.find((row) => row.localDate === localDate)?.timezone ?? "UTC";
    return { relationshipId, localDate, timezone };
  };
}

const keyText = ({ relationshipId, localDate, sourceId }: Omit<OccurrenceKey, "sourceType">) =>
  `${relationshipId}/${localDate}/${sourceId}`;
