import type { Tx } from "../../db/platform/transactions/transact.ts";

/** The reactions of another room when an account is suspended, reinstated or deleted, in the same transaction. */
export interface AccountHook {
  suspended?(tx: Tx, account: AccountForEvent): Promise<void>;
  reinstated?(tx: Tx, account: AccountForEvent): Promise<void>;
  /**
   * Ends or erases one slice of data that may be too much for one transaction. It runs before anything else of the
   * account ends. If it returns true there may be more, and a further transaction calls it again.
   */
  endSlice?(tx: Tx, account: DeletedAccount): Promise<boolean>;
  /** Ends what is left after the last slice. */
  deleted?(tx: Tx, account: DeletedAccount): Promise<void>;
}

/** An account whose deletion becomes final. The caller holds its lock. */
export interface DeletedAccount {
  readonly userId: string;
  readonly now: Date;
  /** Takes the place of a request id in events and logs. */
  readonly requestId: string;
}

/** An account that is suspended or reinstated. The caller holds its lock. */
export type AccountForEvent = Pick<DeletedAccount, "userId" | "now">;

/** The hooks of all rooms that follow accounts, in call order. */
export type AccountHooks = readonly AccountHook[];

/** Calls `endSlice` of every hook. Returns true if at least one of them may have more. */
export async function endSlices(
  tx: Tx,
  hooks: AccountHooks,
  account: DeletedAccount,
): Promise<boolean> {
  let hasMore = false;
  for (const hook of hooks) hasMore = ((await hook.endSlice?.(tx, account)) ?? false) || hasMore;
  return hasMore;
}

/** Notifies every hook that an account is suspended or reinstated. */
export async function announceAccount(
  tx: Tx,
  { hooks, change }: { readonly hooks: AccountHooks; readonly change: "suspended" | "reinstated" },
  account: AccountForEvent,
): Promise<void> {
  for (const hook of hooks) await hook[change]?.(tx, account);
}

/** Notifies every hook that an account is deleted. */
export async function announceDeleted(
  tx: Tx,
  hooks: AccountHooks,
  account: DeletedAccount,
): Promise<void> {
  for (const hook of hooks) await hook.deleted?.(tx, account);
}
