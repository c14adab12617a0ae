import { eraseEnvelopes, eraseRequests } from "../../../db/sync/receipts/erase-payloads.ts";
import type { AccountHook } from "../../accounts/account-hook.ts";

/** Requests of one slice, as the schedule takes them away. */
const SLICE = 1_000;

/** What the devices of somebody sent, word by word, goes with their account. */
export const payloadsFollowAccount: AccountHook = {
  endSlice: async (tx, { userId }) => (await eraseRequests(tx, userId, SLICE)) > 0,
  deleted: (tx, { userId }) => eraseEnvelopes(tx, userId),
};
