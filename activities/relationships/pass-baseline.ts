import { ClientProfile } from "../../db/accounts/client-profile.ts";
import type { Relationship } from "../../db/relationships/relationship.ts";
import type { Tx } from "../../db/transact.ts";
import { afterBaseline } from "../../rules/relationships/judge-relationship-act.ts";
import { missingBaseline } from "../../rules/relationships/missing-baseline.ts";
import type { RelationshipHooks } from "./relationship-hook.ts";
import { saveRelationshipState } from "./save-relationship-state.ts";

/** A relationship that has just begun. */
export interface BegunRelationship {
  readonly relationship: Relationship;
  readonly now: Date;
  readonly requestId: string;
  readonly hooks: RelationshipHooks;
}

/**
 * Lets a relationship go on at once whose client was one before and has told all of the baseline: nothing of
 * it is waited for (docs/rooms/relationships.md#baseline).
 */
export async function passBaseline(tx: Tx, begun: BegunRelationship): Promise<void> {
  const { relationship, ...rest } = begun;
  const { clientUserId: userId } = relationship;
  const profile = await tx.findOneOrFail(ClientProfile, { userId });
  if (missingBaseline(profile).length > 0) return;
  const move = { actor: { userId, kind: "CLIENT" as const }, reason: null, ...rest };
  await saveRelationshipState(tx, { relationship, to: afterBaseline(relationship) }, move);
}
