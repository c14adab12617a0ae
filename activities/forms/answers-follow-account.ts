import { eraseAnswers } from "../../db/forms/assignments/erase-answers.ts";
import type { AccountHook } from "../accounts/account-hook.ts";

/** What a client answered goes with their account; that they were asked, and when, stays. */
export const answersFollowAccount: AccountHook = {
  deleted: (tx, { userId }) => eraseAnswers(tx, userId),
};
