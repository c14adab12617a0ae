import { sql } from "kysely";
import type { Tx } from "../transact.ts";

/**
 * Dates everything an ended onboarding leaves, and sets its client's profile back unless they completed
 * theirs, in one statement. The caller holds the relationship; task events are dated once.
 */
export async function beginRetention(
  tx: Tx,
  retention: { readonly instanceId: string; readonly expiresAt: Date; readonly now: Date },
): Promise<void> {
  const { instanceId, expiresAt, now } = retention;
  await sql`
    with instance as (
      update onboarding_instance set retention_expires_at = ${expiresAt}, updated_at = ${now}
       where id = ${instanceId} returning relationship_id
    ), tasks as (
      update onboarding_task set retention_expires_at = ${expiresAt} where instance_id = ${instanceId}
    ), events as (
      update onboarding_task_event set retention_expires_at = ${expiresAt}
       where instance_id = ${instanceId} and retention_expires_at is null
    )
    update client_profile p set onboarding_status = 'NOT_STARTED', updated_at = ${now}
      from instance i join relationship r on r.id = i.relationship_id
     where p.user_id = r.client_user_id and p.onboarding_status not in ('COMPLETED', 'NOT_STARTED')
  `.execute(tx.getKysely());
}
