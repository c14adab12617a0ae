import { sql } from "kysely";
import type { DeviceSurface } from "../../../contract/accounts/vocabulary.ts";
import type { DeviceRegistration } from "../../../contract/sync/device-schema.ts";
import { GENESIS_HASH } from "../../../contract/sync/vocabulary.ts";
import type { Tx } from "../../transact.ts";

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
  const installation = `${lineage.appSurface} ${lineage.installationId}`;
  await sql`
    select pg_advisory_xact_lock(hashtextextended(${installation}, 0))
  `.execute(tx.getKysely());
  await sql`
    insert into device_lineage (id, user_id, app_surface, installation_id, created_at)
    values (${lineage.id}, ${lineage.userId}, ${lineage.appSurface}, ${lineage.installationId},
      clock_now())
    on conflict (user_id, app_surface, installation_id) do nothing
  `.execute(tx.getKysely());
}

/** Locks every user's lineage of an installation, in id order, and tells their newest devices. */
export async function lockInstallation(
  tx: Tx,
  installation: Installation,
): Promise<readonly Lineage[]> {
  const { appSurface, installationId } = installation;
  await sql`
    select id from device_lineage
    where app_surface = ${appSurface} and installation_id = ${installationId}
    order by id
    for no key update
  `.execute(tx.getKysely());
  const { rows } = await sql<Lineage>`
    select lineage.id, lineage.user_id as "userId", newest.id as "newestDeviceId",
      newest.id is null as "isNew"
    from device_lineage lineage
    left join lateral (
      select device.id from device where device.lineage_id = lineage.id order by device.id desc limit 1
    ) newest on true
    where lineage.app_surface = ${appSurface} and lineage.installation_id = ${installationId}
    order by lineage.id
  `.execute(tx.getKysely());
  return rows;
}

/** Locks the lineage of a device; null when there is no such device. */
export async function lockLineageOf(
  tx: Tx,
  deviceId: string,
): Promise<{ readonly id: string; readonly userId: string } | null> {
  const { rows } = await sql<{ id: string; userId: string }>`
    select lineage.id, lineage.user_id as "userId"
    from device_lineage lineage
    where lineage.id = (select lineage_id from device where id = ${deviceId})
    for no key update
  `.execute(tx.getKysely());
  return rows[0] ?? null;
}

/** Revokes the active devices of these lineages. */
export async function revokeActiveDevices(
  tx: Tx,
  lineageIds: readonly string[],
  now: Date,
): Promise<readonly { readonly id: string; readonly userId: string }[]> {
  const { rows } = await sql<{ id: string; userId: string }>`
    update device
    set status = 'REVOKED', revoked_at = ${now}, updated_at = ${now}
    where lineage_id = any(${lineageIds}::uuid[]) and status = 'ACTIVE'
    returning id, user_id as "userId"
  `.execute(tx.getKysely());
  return rows;
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
  const { registration, now } = device;
  await sql`
    insert into device (id, lineage_id, user_id, app_session_id, status, replaces_device_id,
      app_version, build_number, platform, os_version, push_token_id, chain_hash,
      created_at, updated_at)
    values (${device.deviceId}, ${device.lineageId}, ${device.userId}, ${device.appSessionId},
      'ACTIVE', ${device.replacesDeviceId}, ${registration.appVersion}, ${registration.buildNumber},
      ${registration.platform}, ${registration.osVersion},
      ${device.pushTokenId}, ${GENESIS_HASH}, ${now}, ${now})
  `.execute(tx.getKysely());
}
