import { type MediaOutcome, MEDIA_SESSION } from "../../../contract/exercises/media-vocabulary.ts";
import { isMediaUrl } from "../../../rules/exercises/media/is-media-url.ts";
import type {
  ExerciseMediaProvider,
  MediaOutcome as ProviderAnswer,
  SignedMedia,
} from "../provider/exercise-provider.ts";

/**
 * Asks the provider for the video of an exercise, within three seconds and without an open transaction. Every failure
 * is an outcome without details of the fault, because those may quote an address.
 */
export async function callProvider(
  media: ExerciseMediaProvider,
  providerExerciseId: string,
  hosts: readonly string[],
): Promise<CalledMedia> {
  try {
    return read(await media.media(providerExerciseId, MEDIA_SESSION.callMs), hosts);
  } catch {
    return nothing("UNAVAILABLE");
  }
}

/** The result of a call to the provider. */
export interface CalledMedia {
  readonly outcome: MediaOutcome;
  /** For this answer only. */
  readonly media: SignedMedia | null;
  readonly warning: string | null;
  /** The pause that the provider asks for; null if none. */
  readonly pauseMs: number | null;
}

function read(answer: ProviderAnswer, hosts: readonly string[]): CalledMedia {
  switch (answer.outcome) {
    case "HAS_MEDIA": {
      const { media, warning } = answer;
      const urls = [media.videoUrl, media.hlsUrl, media.thumbnailUrl].filter((url) => url !== null);
      const isOurs = urls.every((url) => isMediaUrl(url, hosts));
      return isOurs
        ? { outcome: "HAS_MEDIA", media, warning, pauseMs: null }
        : nothing("FOREIGN_HOST");
    }
    case "CAPPED":
      return { ...nothing(`CAPPED_${answer.cap}`), warning: answer.warning };
    case "RATE_LIMITED":
      return { ...nothing("RATE_LIMITED"), pauseMs: answer.pauseMs };
    case "UNAVAILABLE":
      return nothing(answer.sent ? "UNAVAILABLE" : "NOT_REACHED");
    default:
      return nothing(answer.outcome);
  }
}

function nothing(outcome: MediaOutcome): CalledMedia {
  return { outcome, media: null, warning: null, pauseMs: null };
}
