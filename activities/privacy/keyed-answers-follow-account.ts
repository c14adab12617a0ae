import { eraseAnswersAbout, forgetAnswers } from "../../db/platform/forget-answers.ts";
import { listIdsOfPerson } from "../../db/privacy/ids-of-person.ts";
import type { AccountHook } from "../accounts/account-hook.ts";

/** Answers of one slice. */
const SLICE = 1_000;

/**
 * What somebody was answered under an Idempotency-Key goes with the account, and what others were answered about them.
 * The slice that finds less than it may take is of the transaction that makes the deletion final.
 */
export const keyedAnswersFollowAccount: AccountHook = {
  async endSlice(tx, { userId }) {
    const ids = await listIdsOfPerson(tx, userId);
    const erased = await eraseAnswersAbout(tx, ids, SLICE);
    const forgotten = await forgetAnswers(tx, userId, SLICE);
    return erased >= SLICE || forgotten >= SLICE;
  },
};
