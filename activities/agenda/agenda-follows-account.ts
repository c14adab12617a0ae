import { eraseAgenda } from "../../db/agenda/erase-agenda.ts";
import { lockScopes } from "../../db/platform/scopes/lock-scopes.ts";
import { listEndedIds } from "../../db/relationships/queries.ts";
import type { AccountHook } from "../accounts/account-hook.ts";

/** Erases the contents of a client's days with their account, slice by slice, once their relationship has ended. */
export const agendaFollowsAccount: AccountHook = {
  async endSlice(tx, { userId }) {
    const ended = await listEndedIds(tx, userId);
    await lockScopes(tx, ended);
    return await eraseAgenda(tx, ended);
  },
};
