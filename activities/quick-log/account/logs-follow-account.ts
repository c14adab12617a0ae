import { eraseRows } from "../../../db/erase-rows.ts";
import { lockScopes } from "../../../db/lock-scopes.ts";
import { listEndedIds } from "../../../db/relationships/queries.ts";
import type { AccountHook } from "../../accounts/account-hook.ts";

/** What a client logged, skips that others told of included, goes with their account, slice by slice. */
export const logsFollowAccount: AccountHook = {
  async endSlice(tx, { userId }) {
    const ended = await listEndedIds(tx, userId);
    await lockScopes(tx, ended);
    return await eraseRows(tx, ["reported_skip", "quick_log_operation"], ended);
  },
};
