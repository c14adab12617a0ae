import { lockScopes } from "../../db/platform/scopes/lock-scopes.ts";
import { markErasing } from "../../db/media/mark-erasing.ts";
import { listRelationshipIds } from "../../db/relationships/queries.ts";
import type { AccountHook } from "../accounts/account-hook.ts";

/** A client's media are erased with their account: hidden from now on, and removed by the cleanup. */
export const mediaFollowAccount: AccountHook = {
  async deleted(tx, { userId }) {
    const relationshipIds = await listRelationshipIds(tx, userId);
    await lockScopes(tx, relationshipIds);
    for (const relationshipId of relationshipIds) await markErasing(tx, relationshipId);
  },
};
