import { failQuietly } from "../fail-quietly.ts";
import { lookAtCalendars, type LookedSlice, type LookInput } from "./calendar/look-at-calendars.ts";
import { type DayLookInput, lookAtDays, type LookedDays } from "./closing/look-at-days.ts";
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

/** The acts of the agenda as a worker registers them. */
export interface AgendaActivities {
  lookAtCalendars(input: LookInput): Promise<LookedSlice>;
  spreadRevisions(input: SpreadInput): Promise<SpreadSlice>;
  lookAtDays(input: DayLookInput): Promise<LookedDays>;
  rebuildDays(input: RebuildDaysInput): Promise<RebuiltDays>;
}

/** Makes the activities of the agenda. */
export function createAgendaActivities(deps: RebuildDeps): AgendaActivities {
  const { log } = deps;
  return {
    lookAtCalendars: failQuietly({ log, name: "lookAtCalendars" }, (input: LookInput) =>
      lookAtCalendars(deps, input),
    ),
    spreadRevisions: failQuietly({ log, name: "spreadRevisions" }, (input: SpreadInput) =>
      spreadRevisions(deps, input),
    ),
    lookAtDays: failQuietly({ log, name: "lookAtDays" }, (input: DayLookInput) =>
      lookAtDays(deps, input),
    ),
    rebuildDays: failQuietly({ log, name: "rebuildDays" }, (input: RebuildDaysInput) =>
      rebuildDays(deps, input),
    ),
  };
}
