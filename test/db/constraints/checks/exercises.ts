import { type CheckLine, checkLine as line, proofAt as at, drawn, drawnCourse } from "../lines.ts";

export const CHECKS_OF_EXERCISES: readonly CheckLine[] = [
  line(
    "media_allowance_amount_check",
    ["rules/exercises/media/judge-media-quota", "differenceOf"],
    drawn("Usage outside the product satisfies the CHECKs of an allowance"),
  ),
  line(
    "media_access_minutes_check media_access_end_minutes_check",
    ["rules/exercises/media/judge-media-quota", "minutesOf"],
    drawn("A video of any length takes minutes that satisfy the CHECKs of an access"),
  ),
  line(
    "provider_integration_limit_check",
    ["workers/config/fields/exercise-fields", "readExercises"],
    {
      reason: "An operator's setting, read by a schema that accepts no negative number",
    },
  ),

  line(
    "account_export_ready_check",
    ["db/privacy/begin-export", "keepProgress"],
    at(
      "privacy/account-export.pg",
      "that several processes settle at once contains each fact once",
    ),
  ),
  line(
    "catalogue_run_state_check",
    ["activities/exercises/catalogue/read-catalogue-pages", "finishCatalogueRun"],
    at("exercises/read-catalogue.pg", "A mass disappearance is held for an administrator"),
  ),
  line(
    "exercise_owner_check",
    ["db/exercises/catalogue/own-exercises", "insertOwnExercise"],
    at(
      "exercises/search/own-exercises.http",
      "that takes the last place is created for one of two simultaneous requests",
    ),
  ),
  line(
    "exercise_status_check",
    ["db/exercises/catalogue/catalogue-rows", "retireMissing"],
    at(
      "exercises/read-catalogue.pg",
      "An item missing from two complete readings is retired, never deleted, and restored when it returns",
    ),
  ),
  line(
    "licence_source_decided_check",
    ["db/exercises/images/write-verdict", "writeVerdict"],
    at(
      "exercises/images/licences.http",
      "keeps each decision with its reason, and a repeated one once",
    ),
  ),
  line(
    "media_allowance_closed_check",
    ["db/exercises/media/write-access", "closeAllowance"],
    at(
      "exercises/usage-report.pg",
      "is replaced by the next reading, but not by one requested before it",
    ),
  ),
  line(
    "taxonomy_label_decision_check",
    ["contract/exercises/vocabulary", "LABEL_DECISIONS"],
    at(
      "exercises/taxonomy/sort-catalogue.pg",
      "tells one of two conflicting administrators about the other's decision",
    ),
  ),
  line(
    "thumbnail_candidate_verdict_check",
    ["activities/exercises/thumbnails/matched-columns", "candidateColumns"],
    drawnCourse("Candidates with and without a ranker satisfy their CHECKs"),
  ),
  line(
    "thumbnail_mapping_status_check",
    ["activities/exercises/thumbnails/matched-columns", "matchedColumns"],
    drawnCourse("An exercise's picture satisfies its CHECKs after any matching and review"),
  ),
];
