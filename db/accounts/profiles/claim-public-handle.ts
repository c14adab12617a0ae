import { attempt } from "../../platform/transactions/attempt.ts";
import { tables } from "../../tables.ts";
import { type Tx, wasTaken } from "../../platform/transactions/transact.ts";

/**
 * Gives a coach another handle, or none. False if another coach has it; of two simultaneous calls the second loses.
 * The caller has locked the account.
 */
export async function claimPublicHandle(
  tx: Tx,
  { userId, handle }: { readonly userId: string; readonly handle: string | null },
): Promise<boolean> {
  const attempted = await attempt(tx, () =>
    tables(tx)
      .updateTable("coachProfile")
      .set({ publicHandle: handle })
      .where("userId", "=", userId)
      .execute(),
  );
  if (attempted.kind === "DONE") return true;
  if (!wasTaken(attempted.fault)) throw attempted.fault;
  return false;
}
