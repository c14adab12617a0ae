import { tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";

/** The latest results of exercises in relationships. One statement. */
export async function listPreviousResults(
  tx: Tx,
  relationshipIds: readonly string[],
): Promise<readonly PreviousResult[]> {
  return await tables(tx)
    .selectFrom("workoutResult")
    .distinctOn(["relationshipId", "identity"])
    .select(["relationshipId", "identity", "localDate", "heaviestGrams", "mostRepetitions"])
    .select("estimatedGrams as estimatedMaximumGrams")
    .where(({ eb, fn, val }) => eb("relationshipId", "=", fn.any(val(relationshipIds))))
    .orderBy("relationshipId")
    .orderBy("identity")
    .orderBy("localDate", "desc")
    .orderBy("sessionId", "desc")
    .orderBy("exerciseKey")
    .execute();
}

/** The latest result of an exercise in a relationship. */
export interface PreviousResult {
  readonly relationshipId: string;
  /** Identifies the exercise across sessions. */
  readonly identity: string;
  readonly localDate: string;
  readonly heaviestGrams: number | null;
  readonly mostRepetitions: number | null;
  readonly estimatedMaximumGrams: number | null;
}
