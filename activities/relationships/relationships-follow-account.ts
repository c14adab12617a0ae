import { eraseReasons } from "../../db/relationships/erase-reasons.ts";
import { findOpenRelationshipId } from "../../db/relationships/queries.ts";
import type { AccountHook } from "../accounts/account-hook.ts";
import { endOrphanedRelationships } from "./end-orphaned-relationships.ts";
import { endOwnRelationship } from "./move-relationship.ts";
import type { RelationshipHooks } from "./relationship-hook.ts";

/**
 * A client's relationship ends with their account, before its data is erased. For a deleted coach, relationships
 * without a successor end first, slice by slice.
 */
export const relationshipsFollowAccount = (hooks: RelationshipHooks): AccountHook => ({
  async endSlice(tx, account) {
    const foundAny = await endOrphanedRelationships(tx, account, hooks);
    const { userId: clientUserId } = account;
    if ((await findOpenRelationshipId(tx, clientUserId)) !== null)
      await endOwnRelationship(tx, { clientUserId, reason: null, requestId: null }, hooks);
    return foundAny;
  },
  deleted: (tx, { userId }) => eraseReasons(tx, userId),
});
