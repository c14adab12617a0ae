import { api } from "./api.ts";
import { backups } from "./backups.ts";
import { days } from "./days.ts";
import { exercises } from "./exercises.ts";
import { processes } from "./processes.ts";
import type { Scenario } from "./scenario.ts";
import { schedules } from "./schedules.ts";
import { settlement } from "./settlement.ts";
import { slo } from "./slo.ts";
import { temporal } from "./temporal.ts";

/** The scenarios of each file in `deploy/prometheus/rules/`, by its name. */
export const scenarios: Readonly<Record<string, readonly Scenario[]>> = {
  api,
  backups,
  days,
  exercises,
  processes,
  schedules,
  settlement,
  slo,
  temporal,
};
