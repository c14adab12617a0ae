import { eraseRows } from "../../../db/platform/statements/erase-rows.ts";
import { lockScopes } from "../../../db/platform/scopes/lock-scopes.ts";
import { listEndedIds } from "../../../db/relationships/queries.ts";
import type { AccountHook } from "../../accounts/account-hook.ts";

/** Erases a client's logs with their account, including skips reported by other rooms, slice by slice. */
export const logsFollowAccount: AccountHook = {
  async endSlice(tx, { userId }) {
    const ended = await listEndedIds(tx, userId);
    await lockScopes(tx, ended);
    return await eraseRows(tx, ["reported_skip", "quick_log_operation"], ended);
  },
};
