import { MEDIA_SESSION } from "../../../contract/exercises/media-vocabulary.ts";

/**
 * Whether a session may be renewed because its URLs failed: by the same person, for the same exercise, once, within
 * two days (docs/rooms/exercises.md#media-session).
 *
 * @returns null if it may.
 */
export function judgeRefetch(
  former: RefetchedAccess | null,
  refetch: Refetch,
): "NOT_FOUND" | "MEDIA_REFETCH_SPENT" | null {
  const isTheirs =
    former !== null &&
    former.actorUserId === refetch.actorUserId &&
    former.exerciseId === refetch.exerciseId;
  if (!isTheirs) return "NOT_FOUND";
  if (former.isRefetch || former.isRefetched) return "MEDIA_REFETCH_SPENT";
  const ageMs = refetch.now.getTime() - former.reservedAt.getTime();
  return ageMs > MEDIA_SESSION.refetchHours * 3_600_000 ? "MEDIA_REFETCH_SPENT" : null;
}

/** The session to be renewed. */
export interface RefetchedAccess {
  readonly actorUserId: string;
  readonly exerciseId: string;
  readonly reservedAt: Date;
  /** It replaced another session itself. */
  readonly isRefetch: boolean;
  /** Another session replaced it. */
  readonly isRefetched: boolean;
}

/** The request to renew a session. */
export interface Refetch {
  readonly actorUserId: string;
  readonly exerciseId: string;
  readonly now: Date;
}
