import type { UserStatus } from "../../contract/accounts/vocabulary.ts";

/** Whether an account may be used: null, or the reason why not (docs/rooms/accounts.md#statuses). */
export function judgeAccount(account: Account): ClosedAccount | null {
  if (account.deleted) return "USER_DELETED";
  return account.status === "ACTIVE" ? null : `USER_${account.status}`;
}

/** Why an account refuses sign-in. */
export type ClosedAccount = "USER_SUSPENDED" | "USER_PENDING_DELETION" | "USER_DELETED";

/** The fields that decide whether an account may be used. */
export interface Account {
  readonly status: UserStatus;
  readonly deleted: boolean;
}
