import { eraseAnswersAbout, forgetAnswers } from "../../db/platform/forget-answers.ts";
import { listIdsOfPerson } from "../../db/privacy/list-ids-of-person.ts";
import type { AccountHook } from "../accounts/account-hook.ts";

/** Answers deleted in one slice. */
const SLICE = 1_000;

/**
 * Stored answers of Idempotency-Keys are erased with the account: those given to the person, and those given to
 * others about the person. The last slice belongs to the transaction that makes the deletion final.
 */
export const keyedAnswersFollowAccount: AccountHook = {
  async endSlice(tx, { userId }) {
    const ids = await listIdsOfPerson(tx, userId);
    const erased = await eraseAnswersAbout(tx, ids, SLICE);
    const forgotten = await forgetAnswers(tx, userId, SLICE);
    return erased >= SLICE || forgotten >= SLICE;
  },
};
