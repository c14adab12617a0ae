import type { DeviceSurface } from "../../../contract/accounts/vocabulary.ts";
import type { DeviceRegistration } from "../../../contract/sync/device-schema.ts";
import {
  type DeviceRevocation,
  GENESIS_HASH,
  MOST_ACTIVE_DEVICES,
} from "../../../contract/sync/vocabulary.ts";
import { lockName } from "../../platform/lock-name.ts";
import { anyOf, clockNow, holds } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";
import { DeviceSecret } from "../device-secret.ts";
import { Device } from "../device.ts";
import { endDeviceSecrets } from "./end-device-secrets.ts";

/** Inserts an ACTIVE device with an empty receipt chain, and the hash of its secret. */
export async function insertDevice(tx: Tx, device: NewDevice): Promise<void> {
  const { deviceId, lineageId, userId, appSessionId, registration, now } = device;
  const { appVersion, buildNumber, platform, osVersion, model = null } = registration;
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
    model,
    prunedHash: null,
    keptDigest: null,
    chainHash: GENESIS_HASH,
    createdAt: now,
    updatedAt: now,
    revokedAt: null,
    revocation: null,
  });
  tx.create(DeviceSecret, { deviceId, secretHash: device.secretHash, endedAt: null });
  await tx.flush();
}

/** An app installation on one phone, on one surface. */
export interface Installation {
  readonly appSurface: DeviceSurface;
  readonly installationId: string;
}

/** A lineage of the installation, one for each user who ever registered it. */
export interface Lineage {
  readonly id: string;
  readonly userId: string;
  readonly newestDeviceId: string | null;
  /** Whether no device was registered under it yet. */
  readonly isNew: boolean;
}

/**
 * Creates the user's lineage of an installation unless it exists. Registrations of one user on a surface are
 * serialised, because they are counted. Those of one installation are serialised too: two users who register it at
 * the same instant do not see each other's new rows. No row exists yet, so the lock is an advisory one.
 */
export async function claimLineage(
  tx: Tx,
  lineage: Installation & { readonly id: string; readonly userId: string },
): Promise<void> {
  const { id, userId, appSurface, installationId } = lineage;
  await lockName(tx, `${appSurface} of ${userId}`, `${appSurface} ${installationId}`);
  await tables(tx)
    .insertInto("deviceLineage")
    .values({ id, userId, appSurface, installationId, createdAt: clockNow })
    .onConflict((on) => on.columns(["userId", "appSurface", "installationId"]).doNothing())
    .execute();
}

/**
 * Locks all users' lineages of an installation and further ones, ordered by id, and returns the newest devices of the
 * installation.
 */
export async function lockInstallation(
  tx: Tx,
  installation: Installation,
  further: readonly string[],
): Promise<readonly Lineage[]> {
  const { appSurface, installationId } = installation;
  await tables(tx)
    .selectFrom("deviceLineage")
    .where(({ and, eb, or }) =>
      or([and({ appSurface, installationId }), eb("id", "=", anyOf(further))]),
    )
    .select("id")
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  return await tables(tx)
    .selectFrom("deviceLineage as lineage")
    .where("lineage.appSurface", "=", appSurface)
    .where("lineage.installationId", "=", installationId)
    .select("lineage.id")
    .orderBy("lineage.id")
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom("device")
          // Devices are indexed by their user alone.
          .whereRef("device.userId", "=", "lineage.userId")
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

/** Locks the lineage of a device; null if there is no such device. */
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

/** Active devices of a user on a surface that exceed the limit when an installation is added, seen longest ago. */
export async function listCrowdedOut(
  tx: Tx,
  { userId, appSurface, installationId }: Installation & { readonly userId: string },
): Promise<readonly string[]> {
  const rows = await tables(tx)
    .selectFrom("device")
    .innerJoin("deviceLineage as lineage", "lineage.id", "device.lineageId")
    .leftJoin("deviceSeen as seen", "seen.deviceId", "device.id")
    .where("device.userId", "=", userId)
    .where("device.status", "=", "ACTIVE")
    .where("lineage.appSurface", "=", appSurface)
    .where("lineage.installationId", "<>", installationId)
    .select("device.lineageId")
    .orderBy(({ fn }) => fn.coalesce("seen.lastSyncAt", "device.createdAt"), "desc")
    .orderBy("device.id", "desc")
    .offset(MOST_ACTIVE_DEVICES - 1)
    .execute();
  return rows.map(({ lineageId }) => lineageId);
}

/** A revoked device, and why. */
export interface RevokedDevice {
  readonly id: string;
  readonly userId: string;
  readonly revocation: DeviceRevocation;
}

/** Revokes the active devices of these lineages; their secrets stay valid for a time. */
export async function revokeActiveDevices(
  tx: Tx,
  lineageIds: readonly string[],
  { now, revocation }: { readonly now: Date; readonly revocation: DeviceRevocation },
): Promise<readonly RevokedDevice[]> {
  if (lineageIds.length === 0) return [];
  const revoked = await tables(tx)
    .updateTable("device")
    .set({ status: "REVOKED", revocation, revokedAt: now, updatedAt: now })
    .where("lineageId", "=", anyOf(lineageIds))
    .where("status", "=", "ACTIVE")
    .returning(["id", "userId"])
    .execute();
  await endDeviceSecrets(tx, revoked);
  return revoked.map((device) => ({ ...device, revocation }));
}

/** A device to insert. */
export interface NewDevice {
  readonly deviceId: string;
  readonly lineageId: string;
  readonly userId: string;
  readonly appSessionId: string;
  readonly replacesDeviceId: string | null;
  readonly pushTokenId: string | null;
  readonly registration: DeviceRegistration;
  /** The hash of its secret. */
  readonly secretHash: string;
  readonly now: Date;
}
