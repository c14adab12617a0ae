import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { Tx } from "../../transact.ts";
import type { DeferralKey } from "./deferral.ts";

/** Operations deferred whose next try is due, in the order they were sent. */
export async function findDueDeferrals(
  em: SqlEntityManager,
  deviceId: string,
  limit: number,
): Promise<readonly DeferralKey[]> {
  const { rows } = await sql<DeferralKey>`/* named: due-deferrals */
    select lineage_id as "lineageId", relationship_id as "relationshipId",
      client_operation_id as "clientOperationId"
    from deferred_operation
    where device_id = ${deviceId} and state = 'OPEN' and next_attempt_at <= (select clock_now())
    order by created_at, ordinal
    limit ${limit}
  `.execute(em.getKysely());
  return rows;
}

/** Makes every waiting try of a device due now, as an operator asked. */
export async function makeTriesDue(tx: Tx, deviceId: string): Promise<void> {
  await sql`
    update deferred_operation set next_attempt_at = clock_now()
    where device_id = ${deviceId} and state = 'OPEN' and next_attempt_at > clock_now()
  `.execute(tx.getKysely());
}

/** One relationship, or all of a workspace. */
export interface TriedScopes {
  readonly relationshipId?: string;
  readonly workspaceId?: string;
}

/** Makes every waiting try of these relationships due. Returns the devices that they are for, each once. */
export async function makeScopesDue(
  tx: Tx,
  { relationshipId, workspaceId }: TriedScopes,
  now: Date,
): Promise<readonly string[]> {
  const { rows } = await sql<{ deviceId: string }>`
    with due as (
      update deferred_operation set next_attempt_at = ${now}
      where state = 'OPEN' and next_attempt_at > ${now} and relationship_id in (
        select id from relationship where id = ${relationshipId ?? null}::uuid or workspace_id = ${workspaceId ?? null}::uuid)
      returning device_id)
    select distinct device_id as "deviceId" from due
  `.execute(tx.getKysely());
  return rows.map(({ deviceId }) => deviceId);
}
