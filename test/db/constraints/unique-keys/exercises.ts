import { type KeyLine, met, proofAt as at, sameKey } from "../lines.ts";

export const KEYS_OF_EXERCISES: readonly KeyLine[] = [
  {
    keys: [
      "catalogue_run_running_unique",
      "catalogue_page_pkey",
      "exercise_provider_unique",
      "taxonomy_label_unique",
      "taxonomy_node_pkey",
    ],
    becomes:
      "Catalogue and reading are locked: the other goes on with the reading, or its next page",
    proof: at(
      "exercises/read-catalogue.pg",
      "Only one of three simultaneous readings starts, and each page is applied once",
    ),
  },
  {
    keys: ["exercise_word_pkey"],
    becomes: "Words are sorted: the other waits and finds them known",
    proof: {
      ...at("db/opposite-orders.pg", "%s: two that write the same rows in opposite orders wait"),
      course: "exercise_word",
    },
  },
  {
    keys: ["provider_integration_pkey"],
    becomes: "The later record stands",
    proof: met("provider_integration_pkey"),
  },
  {
    keys: ["media_allowance_pkey"],
    becomes: "The other waits and does nothing",
    proof: met("media_allowance_pkey"),
  },
  {
    keys: ["media_access_end_pkey"],
    becomes: "What ended stays as it did",
    proof: met("media_access_end_pkey"),
  },
  {
    keys: ["media_access_refetch_unique"],
    becomes: "The allowance is locked: the other finds that somebody asked anew",
    proof: at(
      "exercises/media-limits.pg",
      "Of two callers that refetch one session only one succeeds (",
    ),
  },
  {
    keys: [
      "licence_source_pkey",
      "library_item_source_unique",
      "library_asset_path_unique",
      "library_rendition_pkey",
    ],
    becomes: "The other waits and finds the same",
    proof: at(
      "exercises/images/import.pg",
      "imported by three processes at once is one library, each picture once",
    ),
  },
  {
    keys: ["thumbnail_mapping_pkey", "thumbnail_candidate_pair_unique"],
    becomes: "Matching holds a name: the other finds the exercise matched",
    proof: at(
      "exercises/thumbnails/match-thumbnails.pg",
      "matches each exercise once, even in three simultaneous first runs",
    ),
  },
  {
    keys: ["thumbnail_rejection_pkey"],
    becomes: "The mapping is locked: the other is 409 STATE_CONFLICT",
    proof: sameKey("thumbnail_rejection_pkey"),
  },
];
