import { type ExpressionBuilder, sql } from "kysely";
import type { PurgeScopeKind } from "../../../contract/sync/purge-vocabulary.ts";
import { type Tables, tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";
import { keepsSealedQueue } from "./sealed-queues.ts";

/**
 * Phones that store data of a relationship: its client's, and those of its workspace's coaches; also revoked ones
 * with a sealed queue.
 */
export async function listRelationshipDevices(
  tx: Tx,
  {
    relationshipId,
    workspaceId,
  }: { readonly relationshipId: string; readonly workspaceId: string },
): Promise<readonly AffectedDevice[]> {
  const phones = await clientPhones(tx, mayStore)
    .where("r.id", "=", relationshipId)
    .unionAll(coachPhones(tx, workspaceId, mayStore))
    .execute();
  return phones.map((phone) => ({ ...phone, scope: "RELATIONSHIP", scopeId: relationshipId }));
}

type DeviceScope = Exclude<PurgeScopeKind, "ALL">;

/** A device that stores data of a scope, and the scope. */
export interface AffectedDevice {
  readonly deviceId: string;
  readonly scope: DeviceScope;
  readonly scopeId: string;
  readonly workspaceId: string;
}

type OfDevice = ExpressionBuilder<Tables, "device">;

/** Whether `device` is active. */
const inUse = ({ eb }: OfDevice) => eb("device.status", "=", "ACTIVE");

/** Whether `device` may store data: it is active, or revoked with a sealed queue. */
const mayStore = (device: OfDevice) => device.or([inUse(device), keepsSealedQueue(device)]);

/** Phones of the workspace's active coaches, for the whole workspace. */
function coachPhones(tx: Tx, workspaceId: string, which: typeof inUse | typeof mayStore = inUse) {
  return tables(tx)
    .selectFrom("workspaceMembership as m")
    .innerJoin("device", (on) => on.onRef("device.userId", "=", "m.userId").on(which))
    .innerJoin("deviceLineage as lineage", (on) =>
      on.onRef("lineage.id", "=", "device.lineageId").on("lineage.appSurface", "=", "COACH_MOBILE"),
    )
    .where("m.workspaceId", "=", workspaceId)
    .where("m.status", "=", "ACTIVE")
    .select([
      "device.id as deviceId",
      sql.lit<DeviceScope>("WORKSPACE").as("scope"),
      "m.workspaceId as scopeId",
      "m.workspaceId",
    ]);
}

/** Phones of a relationship's client, for the relationship. */
function clientPhones(tx: Tx, which: typeof inUse | typeof mayStore = inUse) {
  return tables(tx)
    .selectFrom("relationship as r")
    .innerJoin("device", (on) => on.onRef("device.userId", "=", "r.clientUserId").on(which))
    .innerJoin("deviceLineage as lineage", (on) =>
      on
        .onRef("lineage.id", "=", "device.lineageId")
        .on("lineage.appSurface", "=", "CLIENT_MOBILE"),
    )
    .select([
      "device.id as deviceId",
      sql.lit<DeviceScope>("RELATIONSHIP").as("scope"),
      "r.id as scopeId",
      "r.workspaceId",
    ]);
}

/** Phones that sync data of a workspace: those of its coaches and of its clients. */
export async function listWorkspaceDevices(
  tx: Tx,
  workspaceId: string,
): Promise<readonly AffectedDevice[]> {
  const clients = clientPhones(tx)
    .where("r.workspaceId", "=", workspaceId)
    .where("r.status", "<>", "ENDED");
  return await coachPhones(tx, workspaceId).unionAll(clients).execute();
}

/** Phones on which a coach syncs a workspace, whether or not they are still a member. */
export async function listCoachDevices(
  tx: Tx,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
): Promise<readonly AffectedDevice[]> {
  const phones = await tables(tx)
    .selectFrom("device")
    .innerJoin("deviceLineage as lineage", (on) =>
      on.onRef("lineage.id", "=", "device.lineageId").on("lineage.appSurface", "=", "COACH_MOBILE"),
    )
    .where("device.userId", "=", userId)
    .where("device.status", "=", "ACTIVE")
    .select("device.id as deviceId")
    .execute();
  return phones.map((phone) => ({
    ...phone,
    scope: "WORKSPACE",
    scopeId: workspaceId,
    workspaceId,
  }));
}
