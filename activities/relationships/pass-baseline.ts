import { ClientProfile } from "../../db/accounts/client-profile.ts";
import type { Relationship } from "../../db/relationships/relationship.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { afterBaseline } from "../../rules/relationships/judge-relationship-act.ts";
import { missingBaseline } from "../../rules/relationships/missing-baseline.ts";
import type { RelationshipHooks } from "./relationship-hook.ts";
import { saveRelationshipState } from "./save-relationship-state.ts";

/**
 * Activates a new relationship at once if its client already has a complete baseline from earlier
 * (docs/rooms/relationships.md#baseline).
 */
export async function passBaseline(tx: Tx, begun: BegunRelationship): Promise<void> {
  const { relationship, ...rest } = begun;
  const { clientUserId: userId } = relationship;
  const profile = await tx.findOneOrFail(ClientProfile, { userId });
  if (missingBaseline(profile).length > 0) return;
  const move = { actor: { userId, kind: "CLIENT" as const }, reason: null, ...rest };
  await saveRelationshipState(tx, { relationship, to: afterBaseline(relationship) }, move);
}

/** A relationship that has just started. */
export interface BegunRelationship {
  readonly relationship: Relationship;
  readonly now: Date;
  readonly requestId: string;
  readonly hooks: RelationshipHooks;
}
