import type { Tx } from "../../db/transact.ts";

/** An account whose deletion becomes final, under its lock. */
export interface DeletedAccount {
  readonly userId: string;
  readonly now: Date;
  /** Stands where a request would. */
  readonly requestId: string;
}

/** An account that is suspended or let in again, under its lock. */
export type ToldAccount = Pick<DeletedAccount, "userId" | "now">;

/** What another room does when something becomes of an account, in the same transaction. */
export interface AccountHook {
  suspended?(tx: Tx, account: ToldAccount): Promise<void>;
  reinstated?(tx: Tx, account: ToldAccount): Promise<void>;
  /**
   * Ends or erases a slice of what may be too much for one transaction, before anything else of the account ends;
   * answers whether there may be more: then it is asked again, in a further transaction.
   */
  endSlice?(tx: Tx, account: DeletedAccount): Promise<boolean>;
  /** Ends the rest. */
  deleted?(tx: Tx, account: DeletedAccount): Promise<void>;
}

/** The hooks of every room that follows accounts, in the order in which they are told. */
export type AccountHooks = readonly AccountHook[];

/** Lets every hook end a slice; whether one of them may have more. */
export async function endSlices(
  tx: Tx,
  hooks: AccountHooks,
  account: DeletedAccount,
): Promise<boolean> {
  let hasMore = false;
  for (const hook of hooks) hasMore = ((await hook.endSlice?.(tx, account)) ?? false) || hasMore;
  return hasMore;
}

/** Tells every hook that an account is suspended or let in again. */
export async function announceAccount(
  tx: Tx,
  { hooks, change }: { readonly hooks: AccountHooks; readonly change: "suspended" | "reinstated" },
  account: ToldAccount,
): Promise<void> {
  for (const hook of hooks) await hook[change]?.(tx, account);
}

/** Tells every hook that an account is deleted. */
export async function announceDeleted(
  tx: Tx,
  hooks: AccountHooks,
  account: DeletedAccount,
): Promise<void> {
  for (const hook of hooks) await hook.deleted?.(tx, account);
}
