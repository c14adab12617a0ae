import type { SupportPermission } from "../../../contract/accounts/support-vocabulary.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { appendAuthAudit } from "../../../db/accounts/append-auth-audit.ts";
import { SupportGrant } from "../../../db/accounts/support-grant.ts";
import {
  claimSupportGrant,
  lockSupportGrant,
} from "../../../db/accounts/support/claim-support-grant.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { clockNow, type Tx } from "../../../db/platform/transactions/transact.ts";

/** Grants a permission. If it is already granted, it returns the existing grant. */
export async function grantSupport(tx: Tx, granting: SupportGranting): Promise<SupportGrant> {
  const { issuer, subject, permission, reason, actor } = granting;
  const id = newId();
  const isNew = await claimSupportGrant(tx, { ...granting, id });
  if (isNew) await audit(tx, "SUPPORT_GRANTED", { actor, grantId: id, permission, reason });
  return tx.findOneOrFail(SupportGrant, { issuer, subject, permission, revokedAt: null });
}

/** An administrator grants a permission to a support person. */
export interface SupportGranting {
  readonly issuer: string;
  readonly subject: string;
  readonly permission: SupportPermission;
  readonly reason: string;
  readonly actor: string;
}

/**
 * Revokes a grant; idempotent.
 *
 * @throws Refusal NOT_FOUND.
 */
export async function revokeSupportGrant(
  tx: Tx,
  revoking: { readonly grantId: string; readonly reason: string; readonly actor: string },
): Promise<SupportGrant> {
  const { grantId, reason, actor } = revoking;
  await lockSupportGrant(tx, grantId);
  const grant = await tx.findOne(SupportGrant, grantId);
  if (grant === null) throw new Refusal("NOT_FOUND");
  if (grant.revokedAt !== null) return grant;
  grant.revokedAt = await clockNow(tx);
  grant.revokedBy = actor;
  await tx.flush();
  const { permission } = grant;
  await audit(tx, "SUPPORT_GRANT_REVOKED", { actor, grantId, permission, reason });
  return grant;
}

async function audit(
  tx: Tx,
  eventType: "SUPPORT_GRANTED" | "SUPPORT_GRANT_REVOKED",
  { actor, ...metadata }: { actor: string; grantId: string; permission: string; reason: string },
): Promise<void> {
  await appendAuthAudit(tx, { userId: null, eventType, provider: null, actor, metadata });
}
