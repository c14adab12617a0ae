import { continueAsNew } from "@temporalio/workflow";
import type { PlaceText } from "../../activities/agenda/calendar/scan-calendars.ts";
import type { DayPlaceText } from "../../activities/agenda/closing/scan-days.ts";
import { scheduledLocalActs } from "../scheduled-acts.ts";

const agenda = scheduledLocalActs({
  tryMs: 15_000,
  summary: "open days that have begun, adopt plan revisions, close days that are due",
});

/** Slices of one run; with a longer history, a new run continues. */
const MOST_SLICES = 200;

/** Result of a scan. */
export interface DayRollover {
  readonly openedCount: number;
  readonly closedCount: number;
}

/**
 * Progress of a scan. It first opens days, then brings published revisions to followers, then closes the days that
 * are due.
 */
export interface TurnDaysRun extends DayRollover {
  readonly phase: "OPENING" | "SPREADING" | "CLOSING" | "DONE";
  readonly afterCalendar: PlaceText | null;
  readonly afterAssignment: string | null;
  readonly afterDay: DayPlaceText | null;
}

const BEGIN: TurnDaysRun = {
  phase: "OPENING",
  afterCalendar: null,
  afterAssignment: null,
  afterDay: null,
  openedCount: 0,
  closedCount: 0,
};

/**
 * The scheduled workflow `turn-days` (docs/rooms/agenda.md#scan). It scans calendars that are due, then assignments
 * behind their plans, then days that are due, slice by slice. It ends with a slice of days that is not full. It
 * relies on the tables, not on the time it was scheduled for.
 */
export async function turnDays(begun: TurnDaysRun = BEGIN): Promise<DayRollover> {
  let run = begun;
  for (let slice = 0; slice < MOST_SLICES && run.phase !== "DONE"; slice += 1) {
    run = await nextSlice(run);
  }
  if (run.phase !== "DONE") return await continueAsNew<typeof turnDays>(run);
  return { openedCount: run.openedCount, closedCount: run.closedCount };
}

async function nextSlice(run: TurnDaysRun): Promise<TurnDaysRun> {
  if (run.phase === "OPENING") return await openSlice(run);
  return run.phase === "SPREADING" ? await spreadSlice(run) : await closeSlice(run);
}

async function spreadSlice(run: TurnDaysRun): Promise<TurnDaysRun> {
  const { after } = await agenda().spreadRevisions({ after: run.afterAssignment });
  return { ...run, phase: after === null ? "CLOSING" : "SPREADING", afterAssignment: after };
}

async function openSlice(run: TurnDaysRun): Promise<TurnDaysRun> {
  const { openedCount, after } = await agenda().lookAtCalendars({ after: run.afterCalendar });
  return {
    ...run,
    phase: after === null ? "SPREADING" : "OPENING",
    afterCalendar: after,
    openedCount: run.openedCount + openedCount,
  };
}

async function closeSlice(run: TurnDaysRun): Promise<TurnDaysRun> {
  const { closedCount, after } = await agenda().lookAtDays({ after: run.afterDay });
  return {
    ...run,
    phase: after === null ? "DONE" : "CLOSING",
    afterDay: after,
    closedCount: run.closedCount + closedCount,
  };
}
