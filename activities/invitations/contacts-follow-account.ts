import { eraseContactsOf } from "../../db/invitations/erase-contacts.ts";
import type { AccountHook } from "../accounts/account-hook.ts";

/** The contact by which somebody was invited goes with their account. */
export const contactsFollowAccount: AccountHook = {
  deleted: (tx, { userId }) => eraseContactsOf(tx, userId),
};
