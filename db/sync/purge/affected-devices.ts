import { sql } from "kysely";
import type { PurgeScopeKind } from "../../../contract/sync/purge-vocabulary.ts";
import type { Tx } from "../../transact.ts";

/** A device that keeps something of a scope, and which scope. */
export interface AffectedDevice {
  readonly deviceId: string;
  readonly scope: Exclude<PurgeScopeKind, "ALL">;
  readonly scopeId: string;
  readonly workspaceId: string;
}

/** Active phones of coaches who are members of the workspace, whole. */
const coachPhones = (workspaceId: string) => sql`
  select device.id as "deviceId", 'WORKSPACE' as scope, m.workspace_id as "scopeId",
    m.workspace_id as "workspaceId"
  from workspace_membership m
  join device on device.user_id = m.user_id and device.status = 'ACTIVE'
  join device_lineage lineage
    on lineage.id = device.lineage_id and lineage.app_surface = 'COACH_MOBILE'
  where m.workspace_id = ${workspaceId} and m.status = 'ACTIVE'`;

/** Active phones of a relationship's client, for what they keep of it. */
const clientPhones = sql`
  select device.id as "deviceId", 'RELATIONSHIP' as scope, r.id as "scopeId",
    r.workspace_id as "workspaceId"
  from relationship r
  join device on device.user_id = r.client_user_id and device.status = 'ACTIVE'
  join device_lineage lineage
    on lineage.id = device.lineage_id and lineage.app_surface = 'CLIENT_MOBILE'`;

/** Phones that sync a relationship: its client's, and those of its workspace's coaches. */
export async function listRelationshipDevices(
  tx: Tx,
  {
    relationshipId,
    workspaceId,
  }: { readonly relationshipId: string; readonly workspaceId: string },
): Promise<readonly AffectedDevice[]> {
  const { rows } = await sql<AffectedDevice>`
    ${clientPhones} where r.id = ${relationshipId}
    union all
    select phone."deviceId", 'RELATIONSHIP', ${relationshipId}::uuid, phone."workspaceId"
    from (${coachPhones(workspaceId)}) phone
  `.execute(tx.getKysely());
  return rows;
}

/** Phones that sync anything of a workspace: its coaches', and those of its clients. */
export async function listWorkspaceDevices(
  tx: Tx,
  workspaceId: string,
): Promise<readonly AffectedDevice[]> {
  const { rows } = await sql<AffectedDevice>`
    ${coachPhones(workspaceId)}
    union all
    ${clientPhones} where r.workspace_id = ${workspaceId} and r.status <> 'ENDED'
  `.execute(tx.getKysely());
  return rows;
}

/** Phones by which a coach syncs what is a workspace's, member or not any more. */
export async function listCoachDevices(
  tx: Tx,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
): Promise<readonly AffectedDevice[]> {
  const { rows } = await sql<AffectedDevice>`
    select device.id as "deviceId", 'WORKSPACE' as scope, ${workspaceId}::uuid as "scopeId",
      ${workspaceId}::uuid as "workspaceId"
    from device
    join device_lineage lineage
      on lineage.id = device.lineage_id and lineage.app_surface = 'COACH_MOBILE'
    where device.user_id = ${userId} and device.status = 'ACTIVE'
  `.execute(tx.getKysely());
  return rows;
}
