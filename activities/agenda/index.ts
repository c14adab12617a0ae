import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Logger } from "pino";
import { failQuietly } from "../fail-quietly.ts";
import { rebuildDays, type RebuildDaysInput, type RebuiltDays } from "./rebuild-days.ts";
import { materialiseDueDays, type MaterialisedSlice } from "./materialise-due-days.ts";

/** The acts of the agenda as a worker registers them. */
export interface AgendaActivities {
  materialiseDueDays(): Promise<MaterialisedSlice>;
  rebuildDays(input: RebuildDaysInput): Promise<RebuiltDays>;
}

/** Makes the activities of the agenda. */
export function createAgendaActivities({
  em,
  log,
}: {
  readonly em: SqlEntityManager;
  readonly log: Logger;
}): AgendaActivities {
  return {
    materialiseDueDays: failQuietly({ log, name: "materialiseDueDays" }, () =>
      materialiseDueDays(em),
    ),
    rebuildDays: failQuietly({ log, name: "rebuildDays" }, (input: RebuildDaysInput) =>
      rebuildDays(em, input),
    ),
  };
}
