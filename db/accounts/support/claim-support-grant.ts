import type { SupportPermission } from "../../../contract/accounts/support-vocabulary.ts";
import type { Tx } from "../../platform/transactions/transact.ts";
import { clockNow } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";

/** Creates the grant unless it exists; true if this call created it. */
export async function claimSupportGrant(tx: Tx, grant: NewSupportGrant): Promise<boolean> {
  const { id, issuer, subject, permission, reason, actor } = grant;
  const claimed = await tables(tx)
    .insertInto("supportGrant")
    .values({ id, issuer, subject, permission, reason, grantedBy: actor, grantedAt: clockNow })
    .onConflict((on) =>
      on.columns(["issuer", "subject", "permission"]).where("revokedAt", "is", null).doNothing(),
    )
    .returning("id")
    .executeTakeFirst();
  return claimed !== undefined;
}

/** A grant to create. */
export interface NewSupportGrant {
  readonly id: string;
  readonly issuer: string;
  readonly subject: string;
  readonly permission: SupportPermission;
  readonly reason: string;
  readonly actor: string;
}

/** Locks a grant, so that one act at a time revokes it. */
export async function lockSupportGrant(tx: Tx, grantId: string): Promise<void> {
  await tables(tx)
    .selectFrom("supportGrant")
    .where("id", "=", grantId)
    .select("id")
    .forNoKeyUpdate()
    .execute();
}
