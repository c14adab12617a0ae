import type { SqlEntityManager } from "@mikro-orm/postgresql";
import {
  MOST_AUTH_EVENTS,
  type SupportPermission,
} from "../../../contract/accounts/support-vocabulary.ts";
import type {
  AuthAuditEventType,
  UserRole,
  UserStatus,
} from "../../../contract/accounts/vocabulary.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { SupportGrant } from "../support-grant.ts";
import { instantText } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";

/** A sign-in of staff, who need no account in the product. */
export interface StaffKey {
  readonly issuer: string;
  readonly subject: string;
}

/** Whether a support person has this permission. */
export async function hasSupportGrant(
  em: SqlEntityManager,
  { issuer, subject }: StaffKey,
  permission: SupportPermission,
): Promise<boolean> {
  const grant = await tables(em)
    .selectFrom("supportGrant")
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .where("permission", "=", permission)
    .where("revokedAt", "is", null)
    .select("id")
    .executeTakeFirst();
  return grant !== undefined;
}

/** How many contacts an operator looked up since an instant, and when the first of them was. */
export async function countContactLookups(
  em: SqlEntityManager,
  { actor, since }: { readonly actor: string; readonly since: Date },
) {
  return await tables(em)
    .selectFrom("authAuditEvent")
    .where("eventType", "=", "USER_SOUGHT" satisfies AuthAuditEventType)
    .where("actor", "=", actor)
    .where("createdAt", ">", since)
    .select(({ fn }) => [
      fn.countAll<number>().as("count"),
      instantText(fn.min<Date | null>("createdAt")).as("oldestAt"),
    ])
    .executeTakeFirstOrThrow();
}

/** The newest events of a person's auth audit: types and instants, no actor and no hash. */
export async function listAuthEvents(em: SqlEntityManager, userId: string) {
  return await tables(em)
    .selectFrom("authAuditEvent")
    .where("userId", "=", userId)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(MOST_AUTH_EVENTS)
    .select(({ ref }) => ["eventType as type", instantText(ref("createdAt")).as("at")])
    .execute();
}

/** An account as support sees it: without contacts, which support does not need. */
export interface SupportUser {
  readonly id: string;
  readonly displayName: string;
  readonly status: UserStatus;
  readonly roles: readonly UserRole[];
  readonly openSessions: number;
  readonly activeDevices: number;
  readonly createdAt: string;
  /** Since when another account has the address that the sign-in proves. */
  readonly emailRefusedAt: string | null;
  readonly deletionRequestedAt: string | null;
  readonly deletedAt: string | null;
}

/** An account by its id. @throws Refusal NOT_FOUND. */
export async function getSupportUser(em: SqlEntityManager, userId: string): Promise<SupportUser> {
  return tables(em)
    .selectFrom("appUser as u")
    .where("u.id", "=", userId)
    .select(["u.id", "u.displayName", "u.status", "u.roles"])
    .select(({ fn, ref, selectFrom }) => [
      selectFrom("appSession as s")
        .whereRef("s.userId", "=", "u.id")
        .where("s.revokedAt", "is", null)
        .select(fn.countAll<number>().as("count"))
        .$asScalar()
        .$notNull()
        .as("openSessions"),
      selectFrom("device as d")
        .whereRef("d.userId", "=", "u.id")
        .where("d.status", "=", "ACTIVE")
        .select(fn.countAll<number>().as("count"))
        .$asScalar()
        .$notNull()
        .as("activeDevices"),
      instantText(ref("u.createdAt")).as("createdAt"),
      instantText(ref("u.emailRefusedAt")).as("emailRefusedAt"),
      instantText(ref("u.deletionRequestedAt")).as("deletionRequestedAt"),
      instantText(ref("u.deletedAt")).as("deletedAt"),
    ])
    .executeTakeFirstOrThrow(() => new Refusal("NOT_FOUND"));
}

/** A page of grants in force, newest first; one row beyond the limit shows that there are more. */
export async function listSupportGrants(
  em: SqlEntityManager,
  page: { readonly afterId: string | null; readonly limit: number },
): Promise<SupportGrant[]> {
  const where = { revokedAt: null, ...(page.afterId !== null && { id: { $lt: page.afterId } }) };
  return em.find(SupportGrant, where, { orderBy: { id: "desc" }, limit: page.limit + 1 });
}
