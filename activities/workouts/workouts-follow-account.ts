import { eraseRows } from "../../db/platform/statements/erase-rows.ts";
import { lockScopes } from "../../db/platform/scopes/lock-scopes.ts";
import { listEndedIds } from "../../db/relationships/queries.ts";
import type { AccountHook } from "../accounts/account-hook.ts";

/** A session refers to its package, and a result to its session; hence this order of deletion. */
const NAMING_FIRST = ["workout_result", "workout_session", "workout_conflict", "workout_package"];

/** Erases a client's sessions and packages with their account, slice by slice. */
export const workoutsFollowAccount: AccountHook = {
  async endSlice(tx, { userId }) {
    const ended = await listEndedIds(tx, userId);
    await lockScopes(tx, ended);
    return await eraseRows(tx, NAMING_FIRST, ended);
  },
};
