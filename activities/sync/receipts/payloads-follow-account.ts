import { eraseAnswers, eraseKept } from "../../../db/sync/receipts/erase-receipts.ts";
import { eraseEnvelopes, eraseRequests } from "../../../db/sync/receipts/erase-payloads.ts";
import type { AccountHook } from "../../accounts/account-hook.ts";

/** Batches of one slice, as in the scheduled retention of raw payloads. */
const SLICE = 1_000;

/** Erases the raw requests and answers of a person's devices with their account; ids and hashes stay. */
export const payloadsFollowAccount: AccountHook = {
  async endSlice(tx, { userId }) {
    const requests = await eraseRequests(tx, userId, SLICE);
    const answers = await eraseAnswers(tx, userId, SLICE);
    return requests >= SLICE || answers >= SLICE;
  },
  async deleted(tx, { userId }) {
    await eraseEnvelopes(tx, userId);
    await eraseKept(tx, userId);
  },
};
