import { forgetRecipient } from "../../db/notifications/forget-recipient.ts";
import type { AccountHook } from "../accounts/account-hook.ts";

/** What somebody was told of is forgotten with their account. */
export const notificationsFollowAccount: AccountHook = {
  deleted: (tx, { userId }) => forgetRecipient(tx, userId),
};
