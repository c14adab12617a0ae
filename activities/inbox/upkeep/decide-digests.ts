import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { faultClassOf } from "../../../db/platform/transactions/fault-class.ts";
import {
  claimDigest,
  type DigestPlace,
  listDigestPlaces,
} from "../../../db/inbox/digest/list-digest-places.ts";
import { listWaitedFor } from "../../../db/notifications/waiting-tasks.ts";
import {
  clockNow,
  isTrouble,
  transact,
  type Tx,
} from "../../../db/platform/transactions/transact.ts";
import { type DueDigest, dueDigest } from "../../../rules/inbox/due-digest.ts";
import type { FaultLog } from "../../bisect-work.ts";
import { decideNotification } from "../../notifications/decide-notification.ts";

/**
 * Decides the digests of workspaces whose hour has come, each in its own transaction
 * (docs/rooms/inbox.md#notifications). A member gets one only if something waits for them. A workspace that fails does
 * not delay the others (docs/rooms/house.md#one-fault).
 *
 * @throws a transient database error.
 */
export async function decideDigests(
  em: SqlEntityManager,
  { after }: DigestInput,
  log?: FaultLog,
): Promise<DigestSlice> {
  const { places, now } = await transact(em, async (tx) => ({
    places: await listDigestPlaces(tx, { after, limit: SLICE }),
    now: await clockNow(tx),
  }));
  let [decidedCount, failedCount] = [0, 0];
  for (const place of places) {
    try {
      const turn = dueDigest(place, now);
      if (turn === null) continue;
      decidedCount += await transact(em, (tx) => decideDigest(tx, place, turn));
    } catch (error) {
      if (isTrouble(error)) throw error;
      const { workspaceId } = place;
      const failureClass = faultClassOf(error);
      log?.error({ workspaceId, failureClass, err: error }, "a digest was not decided");
      failedCount += 1;
    }
  }
  const isLast = places.length < SLICE;
  return { decidedCount, failedCount, after: isLast ? null : (places.at(-1)?.workspaceId ?? null) };
}

/** Workspaces of one slice. */
const SLICE = 200;

export interface DigestInput {
  /** The last workspace of the previous slice; null at first. */
  readonly after: string | null;
}

export interface DigestSlice {
  readonly decidedCount: number;
  /** Workspaces that failed; the next run retries them. */
  readonly failedCount: number;
  /** Where the next slice continues; null at the end. */
  readonly after: string | null;
}

async function decideDigest(
  tx: Tx,
  { workspaceId }: DigestPlace,
  { localDate, isMissed }: DueDigest,
): Promise<number> {
  const now = await clockNow(tx);
  if (!(await claimDigest(tx, { workspaceId, localDate, now }))) return 0;
  const readers = await listWaitedFor(tx, workspaceId);
  for (const recipientUserId of readers)
    await decideNotification(tx, {
      category: "INBOX_DIGEST",
      recipientUserId,
      subjectId: workspaceId,
      relationshipId: null,
      dedupeKey: `inbox-digest:${workspaceId}:${recipientUserId}:${localDate}`,
      localDate,
      verdict: isMissed ? "WINDOW_MISSED" : "ASK",
      now,
      requestId: null,
    });
  return readers.length;
}
