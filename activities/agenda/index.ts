import { failQuietly } from "../fail-quietly.ts";
import { scanCalendars, type ScannedSlice, type ScanInput } from "./calendar/scan-calendars.ts";
import { type DayScanInput, scanDays, type ScannedDays } from "./closing/scan-days.ts";
import {
  spreadRevisions,
  type SpreadInput,
  type SpreadSlice,
} from "./calendar/spread-revisions.ts";
import {
  rebuildDays,
  type RebuildDaysInput,
  type RebuildDeps,
  type RebuiltDays,
} from "./rebuild-days.ts";

/** The activities of the agenda that a worker registers. */
export interface AgendaActivities {
  lookAtCalendars(input: ScanInput): Promise<ScannedSlice>;
  spreadRevisions(input: SpreadInput): Promise<SpreadSlice>;
  lookAtDays(input: DayScanInput): Promise<ScannedDays>;
  rebuildDays(input: RebuildDaysInput): Promise<RebuiltDays>;
}

/** Creates the activities of the agenda. */
export function createAgendaActivities(deps: RebuildDeps): AgendaActivities {
  const { log } = deps;
  return {
    lookAtCalendars: failQuietly({ log, name: "lookAtCalendars" }, (input: ScanInput) =>
      scanCalendars(deps, input),
    ),
    spreadRevisions: failQuietly({ log, name: "spreadRevisions" }, (input: SpreadInput) =>
      spreadRevisions(deps, input),
    ),
    lookAtDays: failQuietly({ log, name: "lookAtDays" }, (input: DayScanInput) =>
      scanDays(deps, input),
    ),
    rebuildDays: failQuietly({ log, name: "rebuildDays" }, (input: RebuildDaysInput) =>
      rebuildDays(deps, input),
    ),
  };
}
