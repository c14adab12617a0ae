import { MEDIA_SESSION } from "../../../contract/exercises/media-vocabulary.ts";
import type { RefetchedAccess } from "../../../rules/exercises/media/judge-refetch.ts";
import { onceAgo } from "../../platform/clock-once.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";

/** Counts a user's recent accesses, with any outcome. One statement. */
export async function countOwnAccesses(
  tx: Tx,
  { actorUserId, exerciseId }: { readonly actorUserId: string; readonly exerciseId: string },
): Promise<OwnAccesses> {
  const row = await tables(tx)
    .selectFrom("mediaAccess as access")
    .leftJoin("mediaAccessEnd as end", "end.accessId", "access.id")
    .where("access.actorUserId", "=", actorUserId)
    .where("access.accessedAt", ">", onceAgo(3_600))
    .select(({ fn }) => [
      fn.countAll<number>().as("count"),
      fn.min<Date | null>("access.accessedAt").as("oldestAt"),
      fn
        .countAll<number>()
        .filterWhere("access.exerciseId", "=", exerciseId)
        .filterWhere("end.accessId", "is", null)
        .filterWhere("access.accessedAt", ">", onceAgo(MEDIA_SESSION.underWaySeconds))
        .as("underWay"),
    ])
    .executeTakeFirstOrThrow();
  return { count: row.count, oldestAt: row.oldestAt, isUnderWay: row.underWay > 0 };
}

/** A user's accesses within the last hour. */
export interface OwnAccesses {
  readonly count: number;
  readonly oldestAt: Date | null;
  /** Whether one of this exercise has not ended and is not given up. */
  readonly isUnderWay: boolean;
}

/** The access to repeat, or null. One statement. */
export async function findRefetched(tx: Tx, accessId: string): Promise<RefetchedAccess | null> {
  const row = await tables(tx)
    .selectFrom("mediaAccess as former")
    .leftJoin("mediaAccess as later", "later.refetchOf", "former.id")
    .where("former.id", "=", accessId)
    .select([
      "former.actorUserId",
      "former.exerciseId",
      "former.accessedAt as reservedAt",
      "former.refetchOf",
      "later.id as laterId",
    ])
    .executeTakeFirst();
  if (row === undefined) return null;
  const { refetchOf, laterId, ...former } = row;
  return { ...former, isRefetch: refetchOf !== null, isRefetched: laterId !== null };
}
