import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";

/** Names an identity: whose user it is follows from these four and from nothing else. */
export interface IdentityKey {
  readonly provider: string;
  readonly issuer: string;
  readonly tenant: string;
  readonly subject: string;
}

/** The identity as it is linked, with its user; null when nobody holds it. */
export async function findLinkedIdentity(
  em: SqlEntityManager,
  key: IdentityKey,
): Promise<{ readonly id: string; readonly userId: string } | null> {
  const { rows } = await sql<{ id: string; userId: string }>`
    select id, user_id as "userId" from auth_identity
     where provider = ${key.provider} and issuer = ${key.issuer} and tenant = ${key.tenant}
       and subject = ${key.subject} and unlinked_at is null
  `.execute(em.getKysely());
  return rows[0] ?? null;
}
