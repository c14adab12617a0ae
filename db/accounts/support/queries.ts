import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { SupportPermission } from "../../../contract/accounts/support-vocabulary.ts";
import type { UserRole, UserStatus } from "../../../contract/accounts/vocabulary.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { firstRow, wireInstant } from "../../transact.ts";
import { SupportGrant } from "../support-grant.ts";

/** A sign-in of staff, who need no account of the product. */
export interface StaffKey {
  readonly issuer: string;
  readonly subject: string;
}

/** Whether a support person was let to do this. */
export async function hasSupportGrant(
  em: SqlEntityManager,
  { issuer, subject }: StaffKey,
  permission: SupportPermission,
): Promise<boolean> {
  const { rows } = await sql<{ granted: boolean }>`
    select exists (select from support_grant
                    where issuer = ${issuer} and subject = ${subject}
                      and permission = ${permission} and revoked_at is null) as granted
  `.execute(em.getKysely());
  return firstRow(rows).granted;
}

/** An account as support sees it: no contact, which nobody needs to help. */
export interface SupportUser {
  readonly id: string;
  readonly displayName: string;
  readonly status: UserStatus;
  readonly roles: readonly UserRole[];
  readonly openSessions: number;
  readonly activeDevices: number;
  readonly createdAt: string;
  readonly deletionRequestedAt: string | null;
  readonly deletedAt: string | null;
}

/** An account by its id. @throws Refusal NOT_FOUND. */
export async function getSupportUser(em: SqlEntityManager, userId: string): Promise<SupportUser> {
  const { rows } = await sql<SupportUser>`
    select u.id, u.display_name as "displayName", u.status, to_jsonb(u.roles) as roles,
           (select count(*)::int from app_session s
             where s.user_id = u.id and s.revoked_at is null) as "openSessions",
           (select count(*)::int from device d
             where d.user_id = u.id and d.status = 'ACTIVE') as "activeDevices",
           ${wireInstant("u.created_at")} as "createdAt",
           ${wireInstant("u.deletion_requested_at")} as "deletionRequestedAt",
           ${wireInstant("u.deleted_at")} as "deletedAt"
      from app_user u where u.id = ${userId}
  `.execute(em.getKysely());
  const user = rows[0];
  if (user === undefined) throw new Refusal("NOT_FOUND");
  return user;
}

/** A page of grants that hold, newest first; one row beyond the limit tells that there are more. */
export async function listSupportGrants(
  em: SqlEntityManager,
  page: { readonly afterId: string | null; readonly limit: number },
): Promise<SupportGrant[]> {
  const where = { revokedAt: null, ...(page.afterId !== null && { id: { $lt: page.afterId } }) };
  return em.find(SupportGrant, where, { orderBy: { id: "desc" }, limit: page.limit + 1 });
}
