import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { tables } from "../../tables.ts";

/**
 * An exercise that a workspace can see: a provider's, or its own. Null if there is none, or while it is held back
 * until its type is known. One that left its provider, and a workspace's own, have no video. One statement.
 */
export async function findPlayable(
  em: SqlEntityManager,
  { exerciseId, workspaceId }: { readonly exerciseId: string; readonly workspaceId: string },
): Promise<PlayableRow | "NO_VIDEO" | null> {
  const row = await tables(em)
    .selectFrom("exercise")
    .where("id", "=", exerciseId)
    .where("status", "<>", "HELD")
    .where(({ eb, or }) => or([eb("workspaceId", "is", null), eb("workspaceId", "=", workspaceId)]))
    .select(["status", "hasVideo", "providerKey", "providerExerciseId", "videoSeconds"])
    .executeTakeFirst();
  if (row === undefined) return null;
  const { status, hasVideo, providerKey, providerExerciseId, videoSeconds } = row;
  const isThere = status === "ACTIVE" && hasVideo;
  if (!isThere || providerKey === null || providerExerciseId === null) return "NO_VIDEO";
  return { providerKey, providerExerciseId, videoSeconds };
}

/** An exercise whose video can be requested. */
export interface PlayableRow {
  readonly providerKey: string;
  readonly providerExerciseId: string;
  readonly videoSeconds: number | null;
}
