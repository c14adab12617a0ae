import { newId } from "../../db/platform/new-id.ts";
import { RelationshipScope } from "../../db/sync/relationship-scope.ts";
import type { RelationshipHook } from "../relationships/relationship-hook.ts";

/** Each relationship gets a sync scope when it opens. */
export const scopeFollowsRelationship: RelationshipHook = {
  async opened(tx, { relationship }) {
    const { id: relationshipId } = relationship;
    tx.create(RelationshipScope, { relationshipId, epoch: newId(), restoredAt: null });
    await tx.flush();
  },
};
