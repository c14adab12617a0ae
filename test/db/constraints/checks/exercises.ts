import { type CheckLine, checkLine as line, proofAt as at, drawn, drawnCourse } from "../lines.ts";

/** CHECKs of the catalogue of exercises, their pictures and videos. */
export const CHECKS_OF_EXERCISES: readonly CheckLine[] = [
  line(
    "media_allowance_amount_check",
    ["rules/exercises/media/judge-allowance", "driftOf"],
    drawn("What an account used beside us is an amount that an allowance may have"),
  ),
  line(
    "media_access_minutes_check media_access_end_minutes_check",
    ["rules/exercises/media/judge-allowance", "minutesOf"],
    drawn("A video of any length takes minutes that an access may have"),
  ),
  line("provider_integration_limit_check", ["workers/config/exercise-config", "readExercises"], {
    reason: "An operator's setting, read by a schema that takes no negative number",
  }),

  line(
    "account_export_ready_check",
    ["db/privacy/write-export", "keepProgress"],
    at(
      "privacy/account-export.pg",
      "that several processes settle at once contains each fact once",
    ),
  ),
  line(
    "catalogue_run_state_check",
    ["activities/exercises/catalogue/read-catalogue", "finishCatalogueRun"],
    at(
      "exercises/read-catalogue.pg",
      "Too much that vanishes at once is held for an administrator",
    ),
  ),
  line(
    "exercise_owner_check",
    ["db/exercises/catalogue/own-exercises", "insertOwnExercise"],
    at(
      "exercises/search/own-exercises.http",
      "of two that are made at once for the last place one is",
    ),
  ),
  line(
    "exercise_status_check",
    ["db/exercises/catalogue/catalogue-rows", "retireMissing"],
    at(
      "exercises/read-catalogue.pg",
      "What two whole readings do not have is retired, never deleted, and is back when it is back",
    ),
  ),
  line(
    "licence_source_decided_check",
    ["db/exercises/images/write-licence", "writeVerdict"],
    at(
      "exercises/images/licences.http",
      "notes each verdict with its reason, and a repeated one no second time",
    ),
  ),
  line(
    "media_allowance_closed_check",
    ["db/exercises/media/write-access", "closeAllowance"],
    at(
      "exercises/media-session.pg",
      "is replaced by the next reading, and by none that was asked before it",
    ),
  ),
  line(
    "taxonomy_label_decision_check",
    ["contract/exercises/vocabulary", "LABEL_DECISIONS"],
    at(
      "exercises/taxonomy/sort-catalogue.pg",
      "of two who decide otherwise at once one is told that the other did, twenty times",
    ),
  ),
  line(
    "thumbnail_candidate_verdict_check",
    ["activities/exercises/thumbnails/matched-columns", "candidateColumns"],
    drawnCourse("Candidates with and without a ranker are those that their rows may have"),
  ),
  line(
    "thumbnail_mapping_status_check",
    ["activities/exercises/thumbnails/matched-columns", "matchedColumns"],
    drawnCourse(
      "What matching and reviewers make of a picture is what the row of its exercise may have",
    ),
  ),
];
