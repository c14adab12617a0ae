import type {
  QuotaClosedBy,
  MediaAccessState,
  MediaOutcome,
} from "../../../contract/exercises/media-vocabulary.ts";

/**
 * The state of an access after its call (docs/rooms/exercises.md#allowance). It is released only if the answer proves
 * that the provider counted nothing. A timeout, a broken connection or a malformed answer may have been counted.
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

export const accessStateOf = (outcome: MediaOutcome): MediaAccessState => STATE_OF[outcome];

/** The block that an outcome sets until the account is read again; null for none. */
export function closedBy(outcome: MediaOutcome): QuotaClosedBy | null {
  if (outcome === "CAPPED_EXERCISES") return "EXERCISES";
  return outcome === "CAPPED_MINUTES" ? "MINUTES" : null;
}
