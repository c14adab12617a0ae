import { MEDIA_SESSION } from "../../../contract/exercises/media-vocabulary.ts";
import type { Surface } from "../../../contract/accounts/vocabulary.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { type Counted, countUsed } from "../../../db/exercises/media/count-used.ts";
import { countOwnAccesses, findRefetched } from "../../../db/exercises/media/count-own-accesses.ts";
import { lockMediaQuota } from "../../../db/exercises/media/lock-media-quota.ts";
import { markWarned, writeAccess } from "../../../db/exercises/media/write-access.ts";
import { newId } from "../../../db/platform/new-id.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import {
  type MediaQuotaFault,
  isNearlyUsed,
  judgeMediaQuota,
  minutesOf,
} from "../../../rules/exercises/media/judge-media-quota.ts";
import { judgeRefetch } from "../../../rules/exercises/media/judge-refetch.ts";
import { retryAt } from "./retry-at.ts";

/**
 * Reserves a place and minutes of the allowance (docs/rooms/exercises.md#allowance), or returns why not. The lock on
 * the allowance's row prevents double counting across processes and workspaces.
 *
 * @throws Refusal RATE_LIMITED, MEDIA_SESSION_UNDER_WAY. NOT_FOUND and MEDIA_REFETCH_SPENT for the access to be
 * renewed. Nothing is reserved then.
 */
export async function reserveAccess(
  tx: Tx,
  request: MediaRequest & { readonly sharePercent: number },
  { providerKey, providerExerciseId, videoSeconds }: PlayableExercise,
): Promise<Reservation> {
  const { actorUserId, workspaceId, surface, exerciseId, refetchOf, sharePercent } = request;
  const quota = { ...(await lockMediaQuota(tx, providerKey)), sharePercent };
  const counting = { providerKey, workspaceId, exerciseId, until: null };
  const counted = await countUsed(tx, counting);
  await requirePersonalQuota(tx, request, counted.now);
  if (refetchOf !== null) await requireRefetch(tx, { ...request, refetchOf }, counted.now);
  const minutes = minutesOf(videoSeconds);
  const { isKnown, now } = counted;
  const fault = judgeMediaQuota(quota, counted, { isKnown, minutes });
  if (fault !== null) {
    const why = { fault, quota, counted, minutes, counting };
    return { outcome: "REFUSED", fault, retryAt: await retryAt(tx, why) };
  }
  const accessId = newId();
  const whose = { actorUserId, workspaceId, surface, refetchOf };
  const what = { providerKey, exerciseId, providerExerciseId, minutes };
  const access = { id: accessId, ...whose, ...what, countedAsNewUnique: !isKnown, accessedAt: now };
  await writeAccess(tx, access);
  const warns = quota.warnedAt === null && isNearlyUsed(quota, usedWith(counted, minutes));
  if (warns) await markWarned(tx, providerKey, now);
  return { outcome: "RESERVED", accessId, minutes, at: now, warns };
}

/** The person who asks for a video, and its exercise. */
export interface MediaRequest {
  readonly actorUserId: string;
  readonly workspaceId: string;
  readonly surface: Surface;
  readonly exerciseId: string;
  /** The access whose addresses failed; null for none. */
  readonly refetchOf: string | null;
}

/** The exercise with its provider's ids. */
export interface PlayableExercise {
  readonly providerKey: string;
  readonly providerExerciseId: string;
  readonly videoSeconds: number | null;
}

/** A reserved access, or the reason against it and the time to retry. */
export type Reservation =
  | {
      readonly outcome: "RESERVED";
      readonly accessId: string;
      readonly minutes: number;
      readonly at: Date;
      /** True if this access uses up most of the allowance; logged once. */
      readonly warns: boolean;
    }
  | { readonly outcome: "REFUSED"; readonly fault: MediaQuotaFault; readonly retryAt: Date };

/** The usage including this access. */
function usedWith(counted: Counted, minutes: number) {
  return {
    exercises: counted.exercises + (counted.isKnown ? 0 : 1),
    minutes: counted.minutes + minutes,
  };
}

/**
 * @throws Refusal RATE_LIMITED for too many accesses of this person. MEDIA_SESSION_UNDER_WAY while one of them has no
 * answer yet.
 */
async function requirePersonalQuota(tx: Tx, request: MediaRequest, now: Date): Promise<void> {
  const { count, oldestAt, isUnderWay } = await countOwnAccesses(tx, request);
  if (isUnderWay) throw new Refusal("MEDIA_SESSION_UNDER_WAY");
  if (count < MEDIA_SESSION.perHour || oldestAt === null) return;
  const waitMs = oldestAt.getTime() + 3_600_000 - now.getTime();
  throw new Refusal("RATE_LIMITED", { retryAfterSeconds: Math.max(1, waitMs / 1_000) });
}

/** @throws Refusal NOT_FOUND, MEDIA_REFETCH_SPENT. */
async function requireRefetch(
  tx: Tx,
  { refetchOf, ...request }: MediaRequest & { readonly refetchOf: string },
  now: Date,
): Promise<void> {
  const code = judgeRefetch(await findRefetched(tx, refetchOf), { ...request, now });
  if (code !== null) throw new Refusal(code);
}
