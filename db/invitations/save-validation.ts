import type { Tx } from "../platform/transactions/transact.ts";
import { tables } from "../tables.ts";

/** Stores a proof and replaces the previous one of the same sign-in and invitation. */
export async function saveValidation(tx: Tx, validation: SavedValidation): Promise<void> {
  const { id, invitationId, holder, expiresAt, createdAt } = validation;
  const { provider, issuer, tenant, subject } = holder;
  await tables(tx)
    .insertInto("invitationValidation")
    .values({ id, invitationId, provider, issuer, tenant, subject, expiresAt, createdAt })
    .onConflict((on) =>
      on
        .columns(["invitationId", "provider", "issuer", "tenant", "subject"])
        .doUpdateSet({ id, expiresAt, createdAt }),
    )
    .execute();
}

/** A proof that one sign-in may accept one invitation. */
export interface SavedValidation {
  readonly id: string;
  readonly invitationId: string;
  readonly holder: {
    readonly provider: string;
    readonly issuer: string;
    readonly tenant: string;
    readonly subject: string;
  };
  readonly expiresAt: Date;
  readonly createdAt: Date;
}
