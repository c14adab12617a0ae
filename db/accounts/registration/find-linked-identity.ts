import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { tables } from "../../tables.ts";

/** The linked identity with its user; null if no user has it. */
export async function findLinkedIdentity(
  em: SqlEntityManager,
  key: IdentityKey,
): Promise<{ readonly id: string; readonly userId: string } | null> {
  const identity = await tables(em)
    .selectFrom("authIdentity")
    .where("provider", "=", key.provider)
    .where("issuer", "=", key.issuer)
    .where("tenant", "=", key.tenant)
    .where("subject", "=", key.subject)
    .where("unlinkedAt", "is", null)
    .select(["id", "userId"])
    .executeTakeFirst();
  return identity ?? null;
}

/** Identifies an identity: these four fields alone determine its user. */
export interface IdentityKey {
  readonly provider: string;
  readonly issuer: string;
  readonly tenant: string;
  readonly subject: string;
}
