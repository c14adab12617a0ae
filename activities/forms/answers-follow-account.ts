import { eraseAnswers } from "../../db/forms/assignments/erase-answers.ts";
import type { AccountHook } from "../accounts/account-hook.ts";

/** A client's answers are erased with their account; that they were asked, and when, stays. */
export const answersFollowAccount: AccountHook = {
  deleted: (tx, { userId }) => eraseAnswers(tx, userId),
};
