import { eraseContactsOf } from "../../db/invitations/erase-contacts.ts";
import type { AccountHook } from "../accounts/account-hook.ts";

/** The invited contact is erased with the person's account. */
export const contactsFollowAccount: AccountHook = {
  deleted: (tx, { userId }) => eraseContactsOf(tx, userId),
};
