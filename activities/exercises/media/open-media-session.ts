import type {
  MediaLimitOrigin,
  MediaOutcome,
  MediaStatus,
} from "../../../contract/exercises/media-vocabulary.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { findPlayable } from "../../../db/exercises/media/find-playable.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";
import type { SignedMedia } from "../provider/exercise-provider.ts";
import { type CalledMedia, callProvider } from "./call-provider.ts";
import { finishAccess } from "./finish-access.ts";
import type { MediaDesk, MediaProvider } from "./media-desk.ts";
import { type MediaRequest, type PlayableExercise, reserveAccess } from "./reserve-access.ts";

/**
 * Gives a video to a person who may see its exercise (docs/rooms/exercises.md#media-session). One transaction
 * reserves a place, the provider is called without a transaction, and a second one stores the outcome. If the process
 * dies in between, the reservation counts, because the place may have been used.
 *
 * @throws Refusal NOT_FOUND, RATE_LIMITED, MEDIA_SESSION_UNDER_WAY, MEDIA_REFETCH_SPENT.
 */
export async function openMediaSession(
  desk: MediaDesk,
  request: MediaRequest,
): Promise<MediaSession> {
  const { em, sharePercent } = desk;
  const exercise = await findPlayable(em.fork(), request);
  if (exercise === null) throw new Refusal("NOT_FOUND");
  if (exercise === "NO_VIDEO") return { status: "NO_VIDEO", ...NOTHING };
  const provider = desk.providers.find(({ record }) => record.providerKey === exercise.providerKey);
  if (provider === undefined) return { status: "PROVIDER_UNAVAILABLE", ...NOTHING };
  if (provider.media === null) return { status: "NO_VIDEO", ...NOTHING };
  const reserved = await transact(em, (tx) =>
    reserveAccess(tx, { ...request, sharePercent }, exercise),
  );
  if (reserved.outcome === "REFUSED") {
    const { retryAt, fault } = reserved;
    const origin = fault === "CLOSED" ? "PROVIDER_CAP" : "LOCAL_ALLOWANCE";
    return { ...NOTHING, status: "MEDIA_LIMIT_REACHED", origin, retryAt };
  }
  if (reserved.warns) emitNearlyUsed(desk, exercise);
  const { accessId } = reserved;
  const { record, media } = provider;
  const called = await callProvider(media, exercise.providerExerciseId, record.mediaHosts);
  await finish(desk, { ...reserved, ...called, providerKey: exercise.providerKey });
  return { ...verdictOf(called, reserved.at), accessId };
}

/** The answer to a person who asked for a video. */
export interface MediaSession {
  readonly status: MediaStatus;
  /** For this answer only; it is never stored. */
  readonly media: SignedMedia | null;
  readonly accessId: string | null;
  readonly origin: MediaLimitOrigin | null;
  readonly retryAt: Date | null;
}

const NOTHING = { media: null, accessId: null, origin: null, retryAt: null };

/** Logged once, until most of the allowance is free again. */
function emitNearlyUsed({ log }: MediaDesk, { providerKey }: PlayableExercise): void {
  log.warn({ providerKey }, "most of the media quota is used");
}

/** If the outcome of a call cannot be stored, it counts as used; the video is returned nevertheless. */
async function finish(
  { em, log, countOutcome }: MediaDesk,
  call: CalledMedia &
    Pick<MediaProvider["record"], "providerKey"> & {
      readonly accessId: string;
      readonly minutes: number;
    },
): Promise<void> {
  const { outcome, media, providerKey, accessId, minutes, warning } = call;
  countOutcome(providerKey, outcome);
  if (FAULTS.includes(outcome)) log.error({ providerKey, outcome }, "a provider's media failed");
  const videoSeconds = media?.videoSeconds ?? null;
  try {
    const end = { providerKey, accessId, minutes, outcome, videoSeconds, warning };
    await transact(em, (tx) => finishAccess(tx, end));
  } catch (err) {
    log.error({ err, accessId }, "the outcome of a media call was not stored");
  }
}

/** Outcomes that an operator must investigate: a bad key, or invalid answers. */
const FAULTS: readonly MediaOutcome[] = ["UNAUTHORISED", "MALFORMED", "FOREIGN_HOST"];

function verdictOf({ outcome, media, pauseMs }: CalledMedia, at: Date) {
  switch (outcome) {
    case "HAS_MEDIA":
      return { ...NOTHING, status: "MEDIA_READY", media } as const;
    case "NO_VIDEO":
    case "NOT_FOUND":
      return { ...NOTHING, status: "NO_VIDEO" } as const;
    case "CAPPED_EXERCISES":
    case "CAPPED_MINUTES": {
      const retryAt = new Date(at.getTime() + HOUR_MS);
      return {
        ...NOTHING,
        status: "MEDIA_LIMIT_REACHED",
        origin: "PROVIDER_CAP",
        retryAt,
      } as const;
    }
    default: {
      const retryAt = pauseMs === null ? null : new Date(at.getTime() + pauseMs);
      return { ...NOTHING, status: "PROVIDER_UNAVAILABLE", retryAt } as const;
    }
  }
}

/** The provider's account is read again within this time. */
const HOUR_MS = 3_600_000;
