import { eraseAnswersAbout } from "../../db/platform/forget-answers.ts";
import { listIdsOfPerson } from "../../db/privacy/ids-of-person.ts";
import type { AccountHook } from "../accounts/account-hook.ts";

/** Answers of one slice. */
const SLICE = 1_000;

/**
 * What others were answered about somebody under an Idempotency-Key goes with the account. The slice that finds less
 * than it may take is of the transaction that makes the deletion final.
 */
export const keyedAnswersFollowAccount: AccountHook = {
  async endSlice(tx, { userId }) {
    const ids = await listIdsOfPerson(tx, userId);
    return (await eraseAnswersAbout(tx, ids, SLICE)) >= SLICE;
  },
};
