import { findOpenRelationshipId } from "../../db/relationships/queries.ts";
import type { AccountHook } from "../accounts/account-hook.ts";
import { endForsakenRelationships } from "./end-forsaken-relationships.ts";
import { endOwnRelationship } from "./move-relationship.ts";
import type { RelationshipHooks } from "./relationship-hook.ts";

/**
 * A client's relationship ends with their account. Of a coach who is gone those end first that nobody
 * takes over, slice by slice.
 */
export const relationshipsFollowAccount = (hooks: RelationshipHooks): AccountHook => ({
  endSlice: (tx, account) => endForsakenRelationships(tx, account, hooks),
  async deleted(tx, { userId: clientUserId }) {
    if ((await findOpenRelationshipId(tx, clientUserId)) === null) return;
    await endOwnRelationship(tx, { clientUserId, reason: null, requestId: null }, hooks);
  },
});
