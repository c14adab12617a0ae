import { sql } from "kysely";
import type { UserRole } from "../../../contract/accounts/vocabulary.ts";
import type { Tx } from "../../transact.ts";

/** A user about to be made; contacts are normalized and verified. */
export interface NewUser {
  readonly id: string;
  readonly primaryEmail: string | null;
  readonly primaryPhone: string | null;
  readonly displayName: string;
  readonly roles: readonly UserRole[];
  readonly now: Date;
}

/** Makes the user unless somebody holds one of the contacts; false when somebody does. */
export async function claimUser(tx: Tx, user: NewUser): Promise<boolean> {
  const { rows } = await sql`
    insert into app_user (id, primary_email, primary_phone, display_name, status, roles,
                          created_at, updated_at)
    values (${user.id}, ${user.primaryEmail}, ${user.primaryPhone}, ${user.displayName}, 'ACTIVE',
            ${[...user.roles]}::text[], ${user.now}, ${user.now})
    on conflict do nothing
    returning id
  `.execute(tx.getKysely());
  return rows.length === 1;
}
