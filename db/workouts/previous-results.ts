import { tables } from "../tables.ts";
import type { Tx } from "../transact.ts";

/** How an exercise of a relationship went when it was last done. */
export interface PreviousResult {
  readonly relationshipId: string;
  /** By what an exercise is compared with itself in other sessions. */
  readonly identity: string;
  readonly localDate: string;
  readonly heaviestGrams: number | null;
  readonly mostRepetitions: number | null;
  readonly estimatedMaximumGrams: number | null;
}

/** How the exercises of relationships went when they were last done. One statement. */
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
