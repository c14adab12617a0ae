import type {
  AllowanceClosedBy,
  MediaAccessState,
  MediaOutcome,
} from "../../../contract/exercises/media-vocabulary.ts";

/**
 * What becomes of an access by how its call ended (docs/rooms/exercises.md#allowance): it is released only on an answer
 * that proves that the provider counted nothing. Whatever is silent, torn or broken may have been counted.
 */
const STATE_OF: Readonly<Record<MediaOutcome, MediaAccessState>> = {
  HAS_MEDIA: "COUNTED",
  NO_VIDEO: "COUNTED",
  CAPPED_EXERCISES: "RELEASED",
  CAPPED_MINUTES: "RELEASED",
  RATE_LIMITED: "RELEASED",
  UNAUTHORISED: "RELEASED",
  NOT_FOUND: "RELEASED",
  NOT_REACHED: "RELEASED",
  UNAVAILABLE: "COUNTED",
  MALFORMED: "COUNTED",
  FOREIGN_HOST: "COUNTED",
};

export const stateOf = (outcome: MediaOutcome): MediaAccessState => STATE_OF[outcome];

/** What an outcome closes until the account was read again; null for nothing. */
export function closedBy(outcome: MediaOutcome): AllowanceClosedBy | null {
  if (outcome === "CAPPED_EXERCISES") return "EXERCISES";
  return outcome === "CAPPED_MINUTES" ? "MINUTES" : null;
}
