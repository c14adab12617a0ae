import { MEDIA_SESSION } from "../../../contract/exercises/media-vocabulary.ts";

/** The session that is to be asked for anew. */
export interface RefetchedAccess {
  readonly actorUserId: string;
  readonly exerciseId: string;
  readonly reservedAt: Date;
  /** It took the place of another one itself. */
  readonly isRefetch: boolean;
  /** Another one took its place. */
  readonly isRefetched: boolean;
}

/** Who asks for what anew. */
export interface Refetch {
  readonly actorUserId: string;
  readonly exerciseId: string;
  readonly now: Date;
}

/**
 * Whether a session may be asked for anew, since its addresses failed: by the same person, of the same exercise, once,
 * within two days (docs/rooms/exercises.md#media-session).
 *
 * @returns null where it may.
 */
export function judgeRefetch(
  former: RefetchedAccess | null,
  asked: Refetch,
): "NOT_FOUND" | "MEDIA_REFETCH_SPENT" | null {
  const isTheirs =
    former !== null &&
    former.actorUserId === asked.actorUserId &&
    former.exerciseId === asked.exerciseId;
  if (!isTheirs) return "NOT_FOUND";
  if (former.isRefetch || former.isRefetched) return "MEDIA_REFETCH_SPENT";
  const ageMs = asked.now.getTime() - former.reservedAt.getTime();
  return ageMs > MEDIA_SESSION.refetchHours * 3_600_000 ? "MEDIA_REFETCH_SPENT" : null;
}
