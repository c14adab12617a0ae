import type { RelationshipDay } from "../../db/agenda/queries.ts";
import type { Tx } from "../../db/transact.ts";
import { materialiseScopes } from "./materialise-scopes.ts";

/** What opening the days of relationships came to. */
export interface BroughtUp {
  /** Tasks that were made. */
  readonly madeCount: number;
  /** Days that were opened or got tasks, each as often as it got one. */
  readonly days: readonly RelationshipDay[];
  /** Events that were put into the outbox. */
  readonly eventCount: number;
}

/** Opens the local days of relationships up to the present one; whoever calls it holds their scopes. */
export async function bringUpToNow(
  tx: Tx,
  relationshipIds: readonly string[],
  requestId: string | null,
): Promise<BroughtUp> {
  const made = await materialiseScopes(tx, relationshipIds, requestId);
  return { madeCount: made.length, days: made, eventCount: made.length };
}
