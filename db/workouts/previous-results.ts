import type { PreviousSessionHint } from "../../contract/workouts/package-schema.ts";
import type { Tx } from "../transact.ts";

/** How an exercise of a relationship went when it was last done. */
export interface PreviousResult extends PreviousSessionHint {
  readonly relationshipId: string;
}

/** How the exercises of relationships went when they were last done: none, as long as no session is kept. */
export async function listPreviousResults(
  _tx: Tx,
  _relationshipIds: readonly string[],
): Promise<readonly PreviousResult[]> {
  return [];
}
