import type { DeviceSurface } from "../../../contract/accounts/vocabulary.ts";
import type { DeviceRegistration } from "../../../contract/sync/device-schema.ts";
import { GENESIS_HASH } from "../../../contract/sync/vocabulary.ts";
import { lockName } from "../../lock-name.ts";
import { anyOf, clockNow, holds } from "../../sql-parts.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../transact.ts";
import { Device } from "../device.ts";

/** An installation of the app on one phone, on one surface. */
export interface Installation {
  readonly appSurface: DeviceSurface;
  readonly installationId: string;
}

/** A lineage of the installation, one per user who ever registered it. */
export interface Lineage {
  readonly id: string;
  readonly userId: string;
  readonly newestDeviceId: string | null;
  /** No device was registered under it yet. */
  readonly isNew: boolean;
}

/**
 * Makes the user's lineage of an installation unless it is there. Registrations of one installation
 * come one after the other: two users who register it at the same instant do not see each other's new
 * rows, so there is no row yet that both could lock.
 */
export async function claimLineage(
  tx: Tx,
  lineage: Installation & { readonly id: string; readonly userId: string },
): Promise<void> {
  const { id, userId, appSurface, installationId } = lineage;
  await lockName(tx, `${appSurface} ${installationId}`);
  await tables(tx)
    .insertInto("deviceLineage")
    .values({ id, userId, appSurface, installationId, createdAt: clockNow })
    .onConflict((on) => on.columns(["userId", "appSurface", "installationId"]).doNothing())
    .execute();
}

/** Locks every user's lineage of an installation, in id order, and tells their newest devices. */
export async function lockInstallation(
  tx: Tx,
  installation: Installation,
): Promise<readonly Lineage[]> {
  const { appSurface, installationId } = installation;
  const lineages = tables(tx)
    .selectFrom("deviceLineage as lineage")
    .where("lineage.appSurface", "=", appSurface)
    .where("lineage.installationId", "=", installationId)
    .select("lineage.id")
    .orderBy("lineage.id");
  await lineages.forNoKeyUpdate().execute();
  return await lineages
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom("device")
          .whereRef("device.lineageId", "=", "lineage.id")
          .select("device.id")
          .orderBy("device.id", "desc")
          .limit(1)
          .as("newest"),
      (on) => on.onTrue(),
    )
    .select(["lineage.userId", "newest.id as newestDeviceId"])
    .select(({ eb }) => holds(eb("newest.id", "is", null)).as("isNew"))
    .execute();
}

/** Locks the lineage of a device; null when there is no such device. */
export async function lockLineageOf(
  tx: Tx,
  deviceId: string,
): Promise<{ readonly id: string; readonly userId: string } | null> {
  const lineage = await tables(tx)
    .selectFrom("deviceLineage")
    .where("id", "=", ({ selectFrom }) =>
      selectFrom("device").where("id", "=", deviceId).select("lineageId"),
    )
    .select(["id", "userId"])
    .forNoKeyUpdate()
    .executeTakeFirst();
  return lineage ?? null;
}

/** Revokes the active devices of these lineages. */
export async function revokeActiveDevices(
  tx: Tx,
  lineageIds: readonly string[],
  now: Date,
): Promise<readonly { readonly id: string; readonly userId: string }[]> {
  return await tables(tx)
    .updateTable("device")
    .set({ status: "REVOKED", revokedAt: now, updatedAt: now })
    .where("lineageId", "=", anyOf(lineageIds))
    .where("status", "=", "ACTIVE")
    .returning(["id", "userId"])
    .execute();
}

/** A device to be. */
export interface NewDevice {
  readonly deviceId: string;
  readonly lineageId: string;
  readonly userId: string;
  readonly appSessionId: string;
  readonly replacesDeviceId: string | null;
  readonly pushTokenId: string | null;
  readonly registration: DeviceRegistration;
  readonly now: Date;
}

/** Inserts an ACTIVE device with an empty receipt chain. */
export async function insertDevice(tx: Tx, device: NewDevice): Promise<void> {
  const { deviceId, lineageId, userId, appSessionId, registration, now } = device;
  const { appVersion, buildNumber, platform, osVersion } = registration;
  tx.create(Device, {
    id: deviceId,
    lineageId,
    userId,
    appSessionId,
    status: "ACTIVE",
    replacesDeviceId: device.replacesDeviceId,
    pushTokenId: device.pushTokenId,
    appVersion,
    buildNumber,
    platform,
    osVersion,
    prunedHash: null,
    keptDigest: null,
    chainHash: GENESIS_HASH,
    createdAt: now,
    updatedAt: now,
    revokedAt: null,
  });
  await tx.flush();
}
