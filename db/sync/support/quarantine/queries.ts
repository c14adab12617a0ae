import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { DeviceSurface } from "../../../../contract/accounts/vocabulary.ts";
import { RAW_PAYLOAD_DAYS } from "../../../../contract/sync/support-vocabulary.ts";
import { Refusal } from "../../../../contract/refusal.ts";
import { wireInstant } from "../../../transact.ts";

/** The envelope of a deferral is there and young enough to be used. */
const envelopeKept = sql`(s.envelope <> ''
  and s.created_at > (select clock_now()) - make_interval(days => ${RAW_PAYLOAD_DAYS}))`;

const receiptOf = sql`
  o.lineage_id = s.lineage_id and o.relationship_id = s.relationship_id
    and o.client_operation_id = s.client_operation_id`;

/** A quarantined operation as support sees it: no payload; instants are RFC 3339. */
export interface QuarantinedOperation {
  /** Place in the list: the reference its crash was logged under, made when it first crashed. */
  readonly id: string;
  readonly receiptId: string;
  readonly deviceId: string;
  readonly lineageId: string;
  readonly relationshipId: string;
  readonly clientOperationId: string;
  readonly operationType: string;
  readonly operationVersion: number;
  readonly faultClass: string;
  readonly attempts: number;
  readonly firstCrashedAt: string;
  readonly quarantinedAt: string;
  readonly redrivable: boolean;
}

/** A page of what is in quarantine, oldest first; one row beyond the limit tells that there are more. */
export async function listQuarantine(
  em: SqlEntityManager,
  page: { readonly afterId: string | null; readonly limit: number },
): Promise<readonly QuarantinedOperation[]> {
  const { rows } = await sql<QuarantinedOperation>`
    select s.diagnostics_ref as id, o.receipt_id as "receiptId", s.device_id as "deviceId",
      s.lineage_id as "lineageId", s.relationship_id as "relationshipId",
      s.client_operation_id as "clientOperationId", o.type as "operationType",
      o.version as "operationVersion", s.fault_class as "faultClass", s.attempts,
      ${wireInstant("s.created_at")} as "firstCrashedAt",
      ${wireInstant("o.decided_at")} as "quarantinedAt", ${envelopeKept} as redrivable
    from deferred_operation s
    join sync_operation o on ${receiptOf}
    where s.state = 'QUARANTINED' and s.redriven_as is null
      and (${page.afterId}::uuid is null or s.diagnostics_ref > ${page.afterId}::uuid)
    order by s.diagnostics_ref
    limit ${page.limit + 1}
  `.execute(em.getKysely());
  return rows;
}

/** A quarantined operation with all that driving it again needs. */
export interface RedrivableOperation {
  readonly lineageId: string;
  readonly relationshipId: string;
  readonly clientOperationId: string;
  /** The device that its installation is by now; of a revoked one, the device that sent it. */
  readonly deviceId: string;
  readonly appSurface: DeviceSurface;
  /** Its client may act: the account is neither suspended nor leaving. */
  readonly clientActive: boolean;
  /** The operation as it was admitted, JSON text; null once its time is over. */
  readonly envelope: string | null;
  /** Id under which it was driven again, or null. */
  readonly redrivenAs: string | null;
}

/** The quarantined operation of this receipt, driven again or not. @throws Refusal NOT_FOUND. */
export async function getRedrivable(
  em: SqlEntityManager,
  receiptId: string,
): Promise<RedrivableOperation> {
  const { rows } = await sql<RedrivableOperation>`
    select s.lineage_id as "lineageId", s.relationship_id as "relationshipId",
      s.client_operation_id as "clientOperationId", coalesce(active.id, s.device_id) as "deviceId",
      lineage.app_surface as "appSurface",
      client.status = 'ACTIVE' and client.deleted_at is null as "clientActive",
      case when ${envelopeKept} then s.envelope end as envelope, s.redriven_as as "redrivenAs"
    from sync_operation o
    cross join lateral (
      select s.* from deferred_operation s
      where ${receiptOf} and s.state = 'QUARANTINED' limit 1) s
    join device_lineage lineage on lineage.id = s.lineage_id
    join app_user client on client.id = lineage.user_id
    left join device active on active.lineage_id = s.lineage_id and active.status = 'ACTIVE'
    where o.receipt_id = ${receiptId}
  `.execute(em.getKysely());
  const found = rows[0];
  if (found === undefined) throw new Refusal("NOT_FOUND");
  return found;
}
