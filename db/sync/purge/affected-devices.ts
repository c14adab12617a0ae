import { type ExpressionBuilder, sql } from "kysely";
import type { PurgeScopeKind } from "../../../contract/sync/purge-vocabulary.ts";
import { type Tables, tables } from "../../tables.ts";
import type { Tx } from "../../transact.ts";
import { keepsSealedQueue } from "./sealed-queues.ts";

type DeviceScope = Exclude<PurgeScopeKind, "ALL">;

/** A device that keeps something of a scope, and which scope. */
export interface AffectedDevice {
  readonly deviceId: string;
  readonly scope: DeviceScope;
  readonly scopeId: string;
  readonly workspaceId: string;
}

type OfDevice = ExpressionBuilder<Tables, "device">;

/** Whether `device` is in use. */
const inUse = ({ eb }: OfDevice) => eb("device.status", "=", "ACTIVE");

/** Whether `device` may hold anything of anybody: in use, or ended with a queue that is sealed. */
const holding = (device: OfDevice) => device.or([inUse(device), keepsSealedQueue(device)]);

/** Phones of coaches who are members of the workspace, whole. */
function coachPhones(tx: Tx, workspaceId: string, which: typeof inUse | typeof holding = inUse) {
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

/** Phones of a relationship's client, for what they keep of it. */
function clientPhones(tx: Tx, which: typeof inUse | typeof holding = inUse) {
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

/**
 * Phones that hold anything of a relationship: its client's, and those of its workspace's coaches; also those
 * that ended and keep their queue sealed.
 */
export async function listRelationshipDevices(
  tx: Tx,
  {
    relationshipId,
    workspaceId,
  }: { readonly relationshipId: string; readonly workspaceId: string },
): Promise<readonly AffectedDevice[]> {
  const phones = await clientPhones(tx, holding)
    .where("r.id", "=", relationshipId)
    .unionAll(coachPhones(tx, workspaceId, holding))
    .execute();
  return phones.map((phone) => ({ ...phone, scope: "RELATIONSHIP", scopeId: relationshipId }));
}

/** Phones that sync anything of a workspace: its coaches', and those of its clients. */
export async function listWorkspaceDevices(
  tx: Tx,
  workspaceId: string,
): Promise<readonly AffectedDevice[]> {
  const clients = clientPhones(tx)
    .where("r.workspaceId", "=", workspaceId)
    .where("r.status", "<>", "ENDED");
  return await coachPhones(tx, workspaceId).unionAll(clients).execute();
}

/** Phones by which a coach syncs what is a workspace's, member or not any more. */
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
