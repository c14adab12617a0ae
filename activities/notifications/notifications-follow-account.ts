import { forgetRecipient } from "../../db/notifications/forget-recipient.ts";
import type { AccountHook } from "../accounts/account-hook.ts";

/** A person's notifications are erased with their account. */
export const notificationsFollowAccount: AccountHook = {
  deleted: (tx, { userId }) => forgetRecipient(tx, userId),
};
