import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { wireInstant } from "../../transact.ts";
import type { IdentityKey } from "../registration/find-linked-identity.ts";

/** A sign-in of an account. */
export interface IdentityRow {
  readonly id: string;
  readonly provider: string;
  readonly emailVerified: boolean;
  readonly phoneVerified: boolean;
  readonly linkedAt: string;
  readonly lastLoginAt: string;
  /** True for the sign-in that the list is read with. */
  readonly current: boolean;
}

/** The sign-ins of a user, the oldest first. */
export async function listIdentities(
  em: SqlEntityManager,
  userId: string,
  current: IdentityKey,
): Promise<readonly IdentityRow[]> {
  const { rows } = await sql<IdentityRow>`
    select id, provider, email_verified as "emailVerified", phone_verified as "phoneVerified",
           ${wireInstant("created_at")} as "linkedAt",
           ${wireInstant("last_login_at")} as "lastLoginAt",
           (provider, issuer, tenant, subject) = (${current.provider}, ${current.issuer},
             ${current.tenant}, ${current.subject}) as current
      from auth_identity
     where user_id = ${userId} and unlinked_at is null
     order by id
  `.execute(em.getKysely());
  return rows;
}
