import type { AdmissionsUnderWay } from "../../activities/sync/admission/in-process/admissions-under-way.ts";
import type { DependencyCheck } from "../../api/http/health.ts";
import { END_AFTER_MS, NOT_READY_AFTER_MS, type Watched } from "./watch-progress.ts";

/** The admissions of an API, for the watch of its process. */
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

/** Admissions get on: one that is under way for longer than any transaction may take fails readiness. */
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
