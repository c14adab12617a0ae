import type { AdmissionsUnderWay } from "../../activities/sync/admission/in-process/admissions-under-way.ts";
import type { DependencyCheck } from "../../api/http/open-readiness.ts";
import { END_AFTER_MS, NOT_READY_AFTER_MS, type Watched } from "./watch-progress.ts";

/** An API's admissions, for its process's watchdog. */
export function watchedAdmissions(
  underWay: AdmissionsUnderWay,
  wouldGetOn: Watched["wouldGetOn"],
): Watched {
  return {
    name: "the oldest admission",
    stalledMs: () => underWay.oldestMs(),
    limitMs: END_AFTER_MS,
    wouldGetOn,
  };
}

/** Checks admissions: one that takes longer than any transaction may take fails readiness. */
export function admissionsCheck(underWay: AdmissionsUnderWay): DependencyCheck {
  return {
    name: "admissions",
    required: true,
    check: () =>
      underWay.oldestMs() <= NOT_READY_AFTER_MS
        ? { state: "up", reason: null }
        : { state: "down", reason: "one has been under way for too long" },
  };
}
